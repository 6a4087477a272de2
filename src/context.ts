import type { Embedder, EmbedderChoice } from "./ai/embedder.ts";
import type { TextModel } from "./ai/text-model.ts";
import type { Read } from "./catalog/read.ts";
import type { TransactionMode } from "./db/transaction-mode.ts";
import type { ReadOptions } from "./db/read.ts";
import type { RowSet } from "./db/row-set.ts";
import type { Statement } from "./db/statement.ts";
import type { StreamOptions } from "./db/stream.ts";
import type { SettingChange } from "./sql/configuration/setting-change.ts";
import type { Handler } from "./handlers/handler.ts";
import type { Connection, SavedQuestion, Scope, Tenant } from "./tenants/records.ts";

export interface QueryRows extends RowSet {
  /** Whether the caller's query has an ORDER BY, so that its pages are stable. */
  readonly ordered: boolean;
}

/** One of the tenant's databases, as this caller sees it. */
export interface Database {
  readonly connection: Omit<Connection, "sealed">;
  /** Runs statements of our own. */
  readonly read: Read;
  /** Runs the caller's SQL after the guard has approved it. */
  query(sql: string, parameters: readonly unknown[], options: ReadOptions): Promise<QueryRows>;
  /** Calls back when the database notifies of a change, where its connection allows listening, until the signal aborts. */
  listen(onNotice: () => void, until: AbortSignal): Promise<void>;
  /** Runs a statement of our own in a transaction of the given mode; returns the cells of its one row as text. */
  call(
    statement: Statement,
    parameters: readonly unknown[],
    mode: TransactionMode,
  ): Promise<readonly (string | null)[]>;
  /** Like `query`, batch by batch, for as many rows as asked for. */
  stream(sql: string, parameters: readonly unknown[], options: StreamOptions): AsyncGenerator<QueryRows>;
  /** Changes one setting and returns the SQL that did it. */
  configure(change: SettingChange): Promise<string>;
}

/** What calling a handler in the database takes. */
export interface HandlerCalls {
  call: Database["call"];
  /** Who is calling, by the verified token. */
  readonly caller: Readonly<Record<string, string>>;
  /** The most an answer may have. */
  readonly maxBytes: number;
}

/** The tools, resources and prompts that the default connection's database defines itself. */
export interface DatabaseHandlers extends HandlerCalls {
  /**
   * Those that this caller may use; `isCurrent` demands the newest, else they may be some seconds old.
   */
  list(isCurrent: boolean): Promise<readonly Handler[]>;
}

/** Offsets the caller holds as opaque, signed text, good only for what `binding` names. */
export interface PageCursors {
  issue(binding: string, offset: number): Promise<string>;
  open(binding: string, cursor: string): Promise<number>;
}

/** Tells the caller how far a call has come; resolves when the caller keeps up. */
export type ReportProgress = (progress: number, message: string, meta: Record<string, unknown>) => Promise<void>;

/** What is said of a connection when it is saved. */
export interface ConnectionFields {
  readonly host: string;
  readonly port?: number;
  readonly user: string;
  readonly password?: string;
  readonly database?: string;
  readonly sslmode?: string;
  readonly description?: string;
}

/** The tenant's saved connections, as this caller may change them. */
export interface SavedConnections {
  add(alias: string, fields: ConnectionFields): Promise<Database>;
  /** Changes what is given and keeps the rest. */
  edit(alias: string, changes: Partial<ConnectionFields>): Promise<Database>;
  remove(alias: string): Promise<void>;
  /** Makes it the one that this token uses when it names none. */
  choose(alias: string): Promise<void>;
}

/** The models that this caller's tenant may use. */
export interface Models {
  /** Throws `model_missing` for a provider that is not set up. */
  embedder(choice?: EmbedderChoice): Promise<Embedder>;
  /** Undefined when the tenant has none. */
  textModel(): Promise<TextModel | undefined>;
}

/** All that a tool, resource or prompt may touch. */
export interface RequestContext {
  readonly requestId: string;
  /** With the connections this caller may use, its default first. */
  readonly tenant: Tenant;
  readonly scopes: readonly Scope[];
  readonly version: string;
  /** The named connection, or the tenant's default. Nothing is opened until the first read. */
  database(connection?: string): Database;
  readonly cursors: PageCursors;
  readonly connections: SavedConnections;
  readonly handlers: DatabaseHandlers;
  readonly models: Models;
  /** Questions with SQL that answers them, about the connections this caller may use. */
  questions(): Promise<readonly SavedQuestion[]>;
  /** Present when the caller asked for progress and takes a stream. */
  readonly reportProgress?: ReportProgress;
}

/** Values that begin what was typed for an argument, given the arguments already filled in. */
export type Complete = (
  context: RequestContext,
  typed: string,
  given: Readonly<Record<string, string>>,
) => Promise<readonly string[]>;
