import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import pg from "pg";

type State = ReadonlyMap<string, string>;

// Long queries are cut: what matters is what they leave behind.
const TIMEOUT_MS = 250;

/** Runs statements as a superuser in transactions that may write and are committed, and tells what they changed. */
export class StateOracle {
  readonly #admin: pg.Client;
  readonly #session: pg.Client;
  readonly #observer: pg.Client;
  readonly #name: string;
  #state: State = new Map();

  private constructor(url: string, name: string) {
    const scratch = new URL(url);
    scratch.pathname = `/${name}`;
    this.#name = name;
    this.#admin = new pg.Client({ connectionString: url });
    this.#session = new pg.Client({ connectionString: scratch.href });
    this.#observer = new pg.Client({ connectionString: scratch.href });
  }

  /** Makes a database of its own on the server, with the tables of the corpora. */
  static async open(url: string): Promise<StateOracle> {
    const oracle = new StateOracle(url, `oracle_${randomUUID().slice(0, 8)}`);
    await oracle.#admin.connect();
    await oracle.#admin.query(`CREATE DATABASE ${oracle.#name}`);
    await oracle.#session.connect();
    await oracle.#observer.connect();
    await oracle.#observer.query(await readFile("test/corpus/schema.sql", "utf8"));
    await oracle.#session.query(`SET statement_timeout = ${String(TIMEOUT_MS)}`);
    oracle.#state = await oracle.#readState();
    return oracle;
  }

  async close(): Promise<void> {
    await this.#session.end();
    await this.#observer.end();
    await this.#admin.query(`DROP DATABASE ${this.#name} WITH (FORCE)`);
    await this.#admin.end();
  }

  /** Rows of a query of the test's own. */
  async ask<Row extends pg.QueryResultRow>(sql: string): Promise<readonly Row[]> {
    return (await this.#observer.query<Row>(sql)).rows;
  }

  /** Runs one statement; returns its error, if any, and what it changed while its transaction was open. */
  async run(sql: string, parameters: number): Promise<{ error: string | undefined; changes: readonly string[] }> {
    await this.#session.query("BEGIN READ WRITE");
    const error = await this.#send(sql, parameters);
    // Nothing can be asked in a transaction that failed; what it may have left shows after its end.
    const changes = error === undefined ? await this.#changesInTransaction() : [];
    await this.#session.query("COMMIT");
    return { error, changes };
  }

  /** What has changed since it was last asked. */
  async changes(): Promise<readonly string[]> {
    const before = this.#state;
    this.#state = await this.#readState();
    const aspects = new Set([...before.keys(), ...this.#state.keys()]);
    return [...aspects].filter((aspect) => before.get(aspect) !== this.#state.get(aspect));
  }

  async #send(sql: string, parameters: number): Promise<string | undefined> {
    try {
      const query = { text: sql, values: Array<string>(parameters).fill("1"), queryMode: "extended" };
      await this.#session.query(query);
      return undefined;
    } catch (error) {
      return String(error);
    }
  }

  async #changesInTransaction(): Promise<readonly string[]> {
    const { rows } = await this.#session.query<{ xid: string | null; locks: string | null }>(
      `SELECT pg_current_xact_id_if_assigned()::text AS xid, (SELECT string_agg(mode, ',') FROM pg_locks
       WHERE pid = pg_backend_pid() AND locktype <> 'virtualxid' AND mode <> 'AccessShareLock') AS locks`,
    );
    return Object.entries(rows[0] ?? {}).flatMap(([aspect, value]) => (value === null ? [] : [aspect]));
  }

  async #readState(): Promise<State> {
    const questions = await Promise.all(
      ["session-state.sql", "database-state.sql"].map((file) => readFile(`test/scripts/${file}`, "utf8")),
    );
    const state = new Map<string, string>();
    for (const [index, client] of [this.#session, this.#observer].entries()) {
      const { rows } = await client.query<{ aspect: string; value: string }>(questions[index] ?? "");
      for (const { aspect, value } of rows) state.set(aspect, value);
    }
    return state;
  }
}
