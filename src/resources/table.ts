import { completeSchemaName, completeTableName } from "../catalog/complete-names.ts";
import { listRelations } from "../catalog/relations.ts";
import { readTable } from "../catalog/table.ts";
import { makeVisible } from "../tools/visible-text.ts";
import { defineResourceTemplate } from "./define-resource.ts";
import { resourceName } from "./resource-name.ts";
import { tableUri } from "./table-uri.ts";

const MAX_LISTED = 10_000;
const COMMENT_CHARACTERS = 200;
const mimeType = "application/json";

export const table = defineResourceTemplate({
  uriTemplate: "postgres:///{schema}/{table}",
  name: "table",
  title: "A table or view",
  description: `Columns, keys, indexes, checks, partitions, size and value statistics of one table or view. The first ${MAX_LISTED.toLocaleString("en-US")} are listed.`,
  mimeType,
  async list(context) {
    if (context.tenant.connections.length === 0) return [];
    const relations = await listRelations(context.database().read, context.tenant.policy, {
      commentCharacters: COMMENT_CHARACTERS,
      limit: MAX_LISTED,
    });
    return relations.map(({ schema, name, type, comment }) => ({
      uri: tableUri(schema, name),
      name: resourceName(schema, name),
      title: makeVisible(`${schema}.${name}`),
      description: makeVisible(comment === "" ? type : `${type}: ${comment}`),
      mimeType,
    }));
  },
  async read(context, { schema = "", table: name = "" }) {
    return await readTable(context.database().read, schema, name, context.tenant.policy);
  },
  complete: {
    schema: async (context, typed) => await completeSchemaName(context.database().read, context.tenant.policy, typed),
    // A bare name means nothing until its schema is known.
    table: async (context, typed, { schema }) =>
      schema === undefined
        ? []
        : await completeTableName(context.database().read, context.tenant.policy, typed, schema),
  },
});
