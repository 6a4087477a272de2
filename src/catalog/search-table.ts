import { ownSqlFile } from "../sql/own-file.ts";
import type { Read } from "./read.ts";
import text from "./search-table.sql";
import type { NameReading } from "./table-name.ts";
import type { VisibleSchemas } from "./visible-schemas.ts";

const statement = ownSqlFile(text);
const MAX_COMMENT_CHARACTERS = 300;

export type SearchColumnKind = "text" | "vector" | "halfvec" | "real[]" | "float8[]" | "tsvector" | "integer" | "other";

/** A column that the role may read. */
export interface SearchColumn {
  readonly name: string;
  readonly type: string;
  readonly kind: SearchColumnKind;
  /** Of pgvector's types; 0 when the column takes any number. */
  readonly dimensions?: number;
  readonly comment?: string;
  /** Average bytes of a value, by the statistics. */
  readonly width?: number;
  /** What a generated tsvector is made from. */
  readonly generated?: string;
}

/** An index that can find words or neighbours, or one of its columns. */
export interface SearchIndex {
  readonly schema: string;
  readonly name: string;
  readonly method: "gin" | "gist" | "hnsw" | "ivfflat" | "bm25";
  /** The operator class. */
  readonly operators: string;
  /** The extension that the method or the operators belong to, of those that we know. */
  readonly extension?: string;
  readonly column?: string;
  readonly expression?: string;
}

/** What there is to search in a table or view. */
export interface SearchTable {
  readonly schema: string;
  readonly name: string;
  /** As in pg_class: r, p, v, m or f. */
  readonly kind: string;
  /** Rows as of the last ANALYZE, those of all partitions together. */
  readonly rowEstimate?: number;
  /** Whether policies filter its rows for this role. */
  readonly rowSecurity: boolean;
  /** Whether some values are stored out of line, so that the widths say little. */
  readonly hasLongValues: boolean;
  /** Whether its rows have a place (ctid) that the role may read. */
  readonly hasPlaces: boolean;
  /** Whether rows of tables that inherit from it are among its own. */
  readonly hasChildren: boolean;
  readonly columns: readonly SearchColumn[];
  /** The columns that tell its rows apart, if any do. */
  readonly key?: readonly string[];
  readonly indexes: readonly SearchIndex[];
  /** The server's text search configuration. */
  readonly config: string;
  /** The schemas of the extensions that help searching, by name. */
  readonly extensions?: Readonly<Record<string, string>>;
}

export interface FoundTable {
  /** All relations that the name can mean; several only when it names no schema. */
  readonly matches: readonly { readonly schema: string; readonly name: string }[];
  /** Undefined when there is none, or no telling which. */
  readonly table?: SearchTable;
}

/** The table or view of this name that the caller can see, in one round trip. */
export async function readSearchTable(read: Read, name: NameReading, policy: VisibleSchemas): Promise<FoundTable> {
  const parameters = [
    name.schemas ?? null,
    name.names,
    policy.allowedSchemas ?? null,
    policy.deniedRelations,
    MAX_COMMENT_CHARACTERS,
  ];
  const { rows } = await read(statement, parameters, 1);
  const [matches, table] = rows[0] ?? [];
  return {
    matches: (matches ?? []) as FoundTable["matches"],
    ...(table === null || table === undefined ? {} : { table: table as unknown as SearchTable }),
  };
}
