/// <reference lib="dom" />
import pg from "pg";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { connect, createToken, openPage, runSql, setStage, type Stage } from "../support/open-page.ts";

const patience = { timeout: 15_000 };
let stage: Stage;

beforeAll(async () => {
  stage = await setStage();
});

afterAll(async () => {
  await stage.close();
});

/** What stands in each cell, and whether it is a mark of the page's own. */
const cellsOf = (page: Page): Promise<{ text: string; marks: string[] }[]> =>
  page.locator(".result td").evaluateAll((cells) =>
    cells.map((cell) => ({
      text: cell.textContent,
      marks: [...cell.querySelectorAll("em.mark")].map((mark) => mark.textContent),
    })),
  );

test("shows rows as a table", async () => {
  const page = await openPage(stage);
  await connect(page, stage.token);
  expect(await runSql(page, "SELECT id, name, id * 1.5 AS half FROM shop.categories ORDER BY id LIMIT 2")).toMatch(
    /^2 rows in \d+ ms\.$/,
  );
  expect(await page.locator(".result th").allInnerTexts()).toEqual(["id\nint4", "name\ntext", "half\nnumeric"]);
  expect(await page.locator(".result td").allInnerTexts()).toEqual(["1", "Kitchen", "1.5", "2", "Living", "3.0"]);
  const alignments = await page
    .locator(".result tr:first-child td")
    .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).textAlign));
  expect(alignments).toEqual(["right", "left", "right"]);
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

test("tells NULL, the empty string and texts that look like them apart", async () => {
  const page = await openPage(stage);
  await page.getByLabel("Token", { exact: true }).fill(stage.token);
  await runSql(
    page,
    "SELECT NULL AS a, '' AS b, 'NULL' AS c, 'empty' AS d, false AS e, 0 AS f, '[1, null]'::json AS g",
  );
  expect(await cellsOf(page)).toEqual([
    { text: "NULL", marks: ["NULL"] },
    { text: "empty", marks: ["empty"] },
    { text: "NULL", marks: [] },
    { text: "empty", marks: [] },
    { text: "false", marks: [] },
    { text: "0", marks: [] },
    { text: "[1,null]", marks: [] },
  ]);
  await page.context().close();
});

test("shows hostile values and names as text", async () => {
  const page = await openPage(stage);
  await page.getByLabel("Token", { exact: true }).fill(stage.token);
  const script = "<script>window.ran = 1</script>";
  const image = "<img src=x onerror=window.ran=1>";
  await runSql(
    page,
    `SELECT '${script}' AS "${image}", 'x' || U&'\\202E' || 'gpj.exe' AS b, U&'a\\200Bb' AS c, U&'\\FEFF' AS d, chr(27) AS e, 'one' || chr(10) || 'two' AS f`,
  );
  expect(await page.locator(".result th").first().textContent()).toBe(`${image}text`);
  expect(await cellsOf(page)).toEqual([
    { text: script, marks: [] },
    { text: "xU+202Egpj.exe", marks: ["U+202E"] },
    { text: "aU+200Bb", marks: ["U+200B"] },
    { text: "U+FEFF", marks: ["U+FEFF"] },
    { text: "U+001B", marks: ["U+001B"] },
    { text: "one\ntwo", marks: [] },
  ]);
  expect(await page.locator("#rows script, #rows img").count()).toBe(0);
  expect(await page.evaluate("window.ran")).toBeUndefined();
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

test("shows where an SQL error is and what to do next", async () => {
  const page = await openPage(stage);
  await page.getByLabel("Token", { exact: true }).fill(stage.token);
  const shown = await runSql(page, "SELECT id,\n  nme FROM shop.products");
  expect(shown).toContain('column "nme" does not exist');
  expect(await page.locator("#answer pre").textContent()).toMatch(/nme FROM shop\.products\n +\^/);
  expect(shown).toMatch(/\nNext: \S/);
  expect(shown).toContain("sql_error, SQLSTATE 42703");
  expect(await page.locator(".result").count()).toBe(0);

  expect(await runSql(page, "SELEC 1")).toContain("sql_syntax");
  await page.context().close();
});

test("shows a refusal and what to do instead", async () => {
  const page = await openPage(stage);
  await page.getByLabel("Token", { exact: true }).fill(stage.token);
  for (const sql of ["DROP TABLE shop.orders", "SELECT 1; SELECT 2", "SELECT pg_sleep(1)"]) {
    const shown = await runSql(page, sql);
    expect(shown).toContain("sql_refused");
    expect(shown).toMatch(/\nNext: \S/);
  }
  expect(await runSql(page, "")).toContain("invalid_arguments");
  expect(await runSql(page, "SELECT 1")).toMatch(/^1 row in/);
  expect(await page.locator("#answer.failed").count()).toBe(0);
  await page.context().close();
});

test("shows a hostile name in an error as text", async () => {
  const page = await openPage(stage);
  await page.getByLabel("Token", { exact: true }).fill(stage.token);
  const shown = await runSql(page, 'SELECT "<img src=x onerror=window.ran=1>\u202E" FROM shop.orders');
  expect(shown).toContain("<img src=x onerror=window.ran=1>U+202E");
  expect(await page.locator("#answer img").count()).toBe(0);
  await page.context().close();
});

test("loads further pages into the same table", async () => {
  const page = await openPage(stage);
  await page.getByLabel("Token", { exact: true }).fill(stage.token);
  expect(await runSql(page, "SELECT n FROM generate_series(1, 250) AS n ORDER BY n")).toMatch(
    /^100 rows in \d+ ms; there are more\.$/,
  );
  const more = page.getByRole("button", { name: "More rows" });
  await more.click();
  await page.getByText(/^200 rows in \d+ ms; there are more\.$/).waitFor();
  await more.click();
  await page.getByText(/^250 rows in \d+ ms\.$/).waitFor();
  expect(await page.locator(".result td").allInnerTexts()).toEqual(
    Array.from({ length: 250 }, (_, index) => String(index + 1)),
  );
  expect(await more.count()).toBe(0);
  await page.context().close();
});

test("says when values are cut", async () => {
  const page = await openPage(stage);
  await page.getByLabel("Token", { exact: true }).fill(stage.token);
  expect(await runSql(page, "SELECT repeat('x', 9000) AS a, repeat('y', 9000) AS b")).toMatch(
    /^1 row in \d+ ms; 2 long values are cut\.$/,
  );
  await page.context().close();
});

test("stops a statement, in the database too", { timeout: 40_000 }, async () => {
  const table = `held_${crypto.randomUUID().slice(0, 8)}`;
  const shop = inject("postgresUrl").replace(/\/postgres$/, "/shop");
  const [database, holder] = [new pg.Client(shop), new pg.Client(shop)];
  await Promise.all([database.connect(), holder.connect()]);
  await database.query(`CREATE TABLE public.${table} (); GRANT SELECT ON public.${table} TO postern_reader`);
  await holder.query(`BEGIN; LOCK TABLE public.${table} IN ACCESS EXCLUSIVE MODE`);
  const policy = { lockTimeoutMs: 60_000, statementTimeoutMs: 60_000 };
  const token = await createToken(stage.url, { policy });
  const waiting = async (): Promise<number> => {
    const name = `postern ${token.split("_")[1] ?? ""} `;
    const { rowCount } = await database.query(
      "SELECT 1 FROM pg_stat_activity WHERE starts_with(application_name, $1) AND wait_event_type = 'Lock'",
      [name],
    );
    return rowCount ?? 0;
  };

  const page = await openPage(stage);
  await page.getByLabel("Token", { exact: true }).fill(token);
  await page.getByLabel("SQL").fill(`SELECT count(*) FROM public.${table}`);
  const headersCame = page.waitForResponse("**/mcp");
  await page.getByRole("button", { name: "Run" }).click();
  await expect.poll(waiting, patience).toBe(1);
  await headersCame;
  expect(await page.locator("#answer").innerText()).toBe("Running …");
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText("Stopped.").waitFor();
  await page.getByRole("button", { name: "Run" }).waitFor();
  await expect.poll(waiting, patience).toBe(0);

  await page.context().close();
  await holder.end();
  await database.query(`DROP TABLE public.${table}`);
  await database.end();
});
