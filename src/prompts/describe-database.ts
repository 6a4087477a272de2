import type { ExtensionFacts, RelationFacts, SchemaFacts } from "../catalog/overview-facts.ts";
import { counted } from "./amounts.ts";
import { type Detail, describeRelation, details } from "./describe-relation.ts";
import { fitDetail } from "./fit-detail.ts";
import type { Facts } from "./read-facts.ts";

const MAX_CHARACTERS = 6500;
const MAX_SCHEMA_CHARACTERS = 1000;
const MAX_EXTENSIONS = 20;

/** Server, role, extensions and schemas, in a few lines. */
export function describeServer({ server, schemas }: Facts): readonly string[] {
  const installed = (server.extensions ?? []).filter((extension) => extension.installed !== null);
  const others = (server.extensions ?? []).filter((extension) => extension.installed === null);
  const names = (extensions: readonly ExtensionFacts[]): string =>
    extensions.length === 0
      ? "none"
      : [
          ...extensions.slice(0, MAX_EXTENSIONS).map(({ name }) => name),
          ...remainder(extensions.length - MAX_EXTENSIONS, "more extension"),
        ].join(", ");
  const shown = fitDetail(schemas, ["schema"], (schema) => [describeSchema(schema)], MAX_SCHEMA_CHARACTERS);
  return [
    `PostgreSQL ${server.version}, database ${server.database}, role ${server.role}`,
    `extensions installed: ${names(installed)}; could be installed: ${names(others)}`,
    ...shown,
    ...remainder(server.schemas - shown.length, "more schema"),
  ];
}

function describeSchema({ name, relations, comment }: SchemaFacts): string {
  return `schema ${name}: ${counted(relations, "readable relation")}${comment === null ? "" : ` - ${comment}`}`;
}

/** The relations, the most important with most detail, and how many there are beyond them. */
export function describeRelations(
  relations: readonly RelationFacts[],
  total: number,
  describe: (relation: RelationFacts, detail: Detail) => readonly string[] = describeRelation,
): readonly string[] {
  const shown = fitDetail(relations, details, describe, MAX_CHARACTERS);
  return [...shown, ...remainder(total - shown.length, "more relation")];
}

function remainder(left: number, noun: string): readonly string[] {
  return left > 0 ? [`(and ${counted(left, noun)})`] : [];
}

/** Where the role sees nothing: why that may be, and what helps. */
export function describeNothing({ server }: Facts): readonly string[] {
  if (!server.unreadable) return [`PostgreSQL ${server.version}, database ${server.database}: no tables or views`];
  return [
    `PostgreSQL ${server.version}, database ${server.database}: there are tables, and role ${server.role} may read none`,
    `GRANT USAGE ON SCHEMA the_schema TO ${server.role};`,
    `GRANT SELECT ON ALL TABLES IN SCHEMA the_schema TO ${server.role};`,
    `ALTER DEFAULT PRIVILEGES IN SCHEMA the_schema GRANT SELECT ON TABLES TO ${server.role};`,
  ];
}
