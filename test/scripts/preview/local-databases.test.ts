import { randomBytes } from "node:crypto";
import { afterAll, expect, inject, test } from "vitest";
import { connected } from "../../../scripts/local/sample-database.ts";
import { localDatabases } from "../../../scripts/preview/local-databases.ts";

const tenant = `local-${randomBytes(4).toString("hex")}`;
const ownerUrl = inject("postgresUrl");
const databases = localDatabases({ ownerUrl, readerUrl: inject("readerUrl") }, async () => "template1");
const expiresAt = new Date(Date.now() + 3_600_000).toISOString();

afterAll(async () => {
  for (const database of await databases.list(tenant)) await databases.remove(database);
});

test("makes one copy for two who want it at the same time", async () => {
  const wanted = { tenant, name: "twin" };
  const made = await Promise.all([databases.ensure(wanted, expiresAt), databases.ensure(wanted, expiresAt)]);
  expect(made.filter(({ isNew }) => isNew)).toHaveLength(1);
  const [first, second] = made.map(({ database }) => database);
  expect(first).toEqual(second);
  expect(await databases.list(tenant)).toEqual([first]);
  const url = Object.assign(new URL(ownerUrl), { pathname: `/${first?.id ?? ""}` }).href;
  const { rows } = await connected(url, (client) => client.query("SELECT 1 AS one"));
  expect(rows).toEqual([{ one: 1 }]);
});
