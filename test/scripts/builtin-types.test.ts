import pg from "pg";
import { expect, inject, test } from "vitest";
import table from "../../src/db/builtin-types.json" with { type: "json" };

// Oids from 10,000 on are given out when a server is built or a cluster created, and differ between versions.
const firstUnstableOid = 10_000;

const builtins = `SELECT
    -- Unquoted, char means character(1).
    CASE typname WHEN 'char' THEN '"char"' ELSE typname::text END AS name,
    oid::int,
    CASE WHEN typarray BETWEEN 1 AND ${String(firstUnstableOid - 1)} THEN typarray::int END AS array_oid,
    typdelim
  FROM pg_type AS type
  WHERE oid < ${String(firstUnstableOid)} AND NOT EXISTS (SELECT FROM pg_type WHERE typarray = type.oid)
    -- Of the pseudo-types, those that a result's column can have.
    AND (typtype <> 'p' OR typname IN ('anyarray', 'cstring', 'record', 'unknown', 'void'))
  ORDER BY oid`;

interface Builtin {
  readonly name: string;
  readonly oid: number;
  readonly array_oid: number | null;
  readonly typdelim: string;
}

async function readBuiltins(): Promise<readonly Builtin[]> {
  const client = new pg.Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  try {
    return (await client.query<Builtin>(builtins)).rows;
  } finally {
    await client.end();
  }
}

/** What src/db/builtin-types.json must hold. */
function rendered(types: readonly Builtin[]): string {
  const lines = types.map(
    ({ name, oid, array_oid }) =>
      `  ${JSON.stringify(name)}: [${[oid, ...(array_oid === null ? [] : [array_oid])].join(", ")}]`,
  );
  return `{\n${lines.join(",\n")}\n}\n`;
}

test("the table of built-in types is what the server's pg_type says", async () => {
  const expected = rendered(await readBuiltins());
  expect(table, `src/db/builtin-types.json must be:\n${expected}`).toEqual(JSON.parse(expected));
});

test("only boxes are not separated by commas in an array", async () => {
  const others = (await readBuiltins()).filter((type) => type.typdelim !== ",");
  expect(others.map((type) => type.name)).toEqual(["box"]);
});
