/**
 * What the overview tells. Names, types and definitions are SQL as Postgres quotes it; they and the comments are
 * somebody else's words.
 */
export interface Overview {
  readonly server: ServerFacts;
  readonly schemas: readonly SchemaFacts[];
  readonly relations: readonly RelationFacts[];
}

export interface ServerFacts {
  readonly version: string;
  readonly database: string;
  readonly role: string;
  readonly textConfig: string;
  /** How many relations the role may read; how many of them the request was about; in how many schemas. */
  readonly relations: number;
  readonly inScope: number;
  readonly schemas: number;
  /** Whether there are relations that only the missing grant hides. */
  readonly unreadable: boolean;
  /** Those installed, and those of interest that could be. */
  readonly extensions: readonly ExtensionFacts[] | null;
}

export interface ExtensionFacts {
  readonly name: string;
  readonly installed: string | null;
  readonly schema: string | null;
  /** Whether its functions and operators are found without their schema. */
  readonly onPath: boolean | null;
}

export interface SchemaFacts {
  readonly name: string;
  readonly relations: number;
  readonly comment: string | null;
}

export interface RelationFacts {
  readonly schema: string;
  /** With its schema. */
  readonly name: string;
  /** A name for a table with pieces of this one's texts. */
  readonly chunks: string;
  readonly kind: "table" | "view" | "materialized view" | "foreign table";
  readonly comment: string | null;
  /** The planner's estimate; null when there is none. */
  readonly rows: number | null;
  readonly bytes: number | null;
  /** How many foreign keys point here. */
  readonly referrers: number;
  readonly partitions: number | null;
  readonly partitionKey: string | null;
  /** Whether somebody holds, or waits for, a lock that keeps readers out. */
  readonly locked: boolean;
  /** Whether policies hide rows from this role. */
  readonly rowSecurity: boolean;
  readonly asked: boolean;
  readonly mentioned: boolean;
  readonly key: readonly string[] | null;
  readonly columns: readonly ColumnFacts[];
  readonly columnCount: number;
  readonly foreignKeys: readonly ForeignKeyFacts[];
  /** Only for `search` and `diagnose`. */
  readonly indexes: readonly IndexFacts[];
  readonly seqScans: number | null;
  readonly seqRows: number | null;
  readonly dead: number | null;
  /** Rows changed since the last ANALYZE. */
  readonly modified: number | null;
  /** Null when never; of partitions the oldest counts. */
  readonly analyzedSecondsAgo: number | null;
}

export interface ColumnFacts {
  readonly name: string;
  readonly type: string;
  /** The type's bare name, and its pg_type.typcategory. */
  readonly kind: string;
  readonly category: string;
  readonly enum: boolean;
  readonly nullable: boolean;
  readonly comment: string | null;
  readonly filled: "identity" | "generated" | "sequence" | "default" | null;
  readonly unique: boolean;
  /** Whether an index begins with it. */
  readonly indexed: boolean;
  /** As pg_stats has them; null without statistics. */
  readonly width: number | null;
  readonly distinct: number | null;
}

export interface ForeignKeyFacts {
  readonly columns: readonly string[];
  readonly target: string;
  readonly targetColumns: readonly string[];
  /** pg_constraint.confdeltype */
  readonly onDelete: string;
  /** Whether an index begins with all its columns, or only with one of them. */
  readonly index: "all" | "beginning" | null;
}

export interface IndexFacts {
  readonly name: string;
  /** Null while the relation is locked. */
  readonly definition: string | null;
  readonly method: string;
  readonly primary: boolean;
  readonly unique: boolean;
  readonly valid: boolean;
  /** Its first column or expression, and the operator class of that. */
  readonly expression: string | null;
  readonly operators: string;
  readonly scans: number | null;
}
