import { createHmac } from "node:crypto";
import fs from "node:fs/promises";
import pg from "pg";
import { embedDocuments } from "./embed-documents.ts";

const DATABASE = "shop";
const READER = "postern_reader";
const FILES = ["01-schema", "02-catalogue", "03-orders", "04-content", "05-articles", "06-access"];

/** Held while creating, so that two starts at once do not both create. */
const LOCK_KEY = 7_305_111;

function withDatabase(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** A session of its own, closed whatever happens. */
export async function connected<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/**
 * Derived from the superuser's password: nothing more to store, and a second call does not
 * lock out whoever already holds the reader's URL.
 */
function readerPassword(adminUrl: string): string {
  const secret = decodeURIComponent(new URL(adminUrl).password);
  return createHmac("sha256", secret).update(READER).digest("base64url");
}

async function loadSample(client: pg.Client): Promise<void> {
  const found = await client.query("SELECT to_regclass('shop.orders') IS NOT NULL AS loaded");
  const [row] = found.rows as { loaded: boolean }[];
  // All in one transaction: an interrupted start leaves an empty database, never half a shop.
  await client.query("BEGIN");
  for (const name of row?.loaded ? [] : FILES) {
    const file = new URL(`./sample/${name}.sql`, import.meta.url);
    await client.query(await fs.readFile(file, "utf8"));
  }
  await embedDocuments(client);
  await client.query("COMMIT");
}

/** Creates the sample shop when it is not there yet, with a login that can only read it. */
export async function createSampleDatabase(adminUrl: string): Promise<{ readerUrl: string; ownerUrl: string }> {
  const password = readerPassword(adminUrl);
  await connected(adminUrl, async (admin) => {
    await admin.query("SELECT pg_advisory_lock($1)", [LOCK_KEY]);
    const found = await admin.query("SELECT FROM pg_database WHERE datname = $1", [DATABASE]);
    if (found.rowCount === 0) await admin.query(`CREATE DATABASE ${DATABASE}`);
    await connected(withDatabase(adminUrl, DATABASE), loadSample);
    // ALTER ROLE takes no parameters; base64url holds no character that needs quoting.
    await admin.query(`ALTER ROLE ${READER} PASSWORD '${password}'`);
  });
  const ownerUrl = withDatabase(adminUrl, DATABASE);
  const reader = new URL(ownerUrl);
  reader.username = READER;
  reader.password = password;
  return { readerUrl: reader.href, ownerUrl };
}
