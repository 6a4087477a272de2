/// <reference lib="dom" />
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, openPage, runSql, setStage, type Stage } from "../support/open-page.ts";
import { findPoorContrast } from "../support/page-contrast.ts";

let stage: Stage;

beforeAll(async () => {
  stage = await setStage();
});

afterAll(async () => {
  await stage.close();
});

/** Everything that the page can show, at once. */
async function showEverything(page: Page): Promise<void> {
  // Those of one name close each other.
  await page.evaluate(
    "for (const client of document.querySelectorAll('details')) { client.name = ''; client.open = true; }",
  );
  await connect(page, "nonsense");
  await runSql(page, "SELECT nam, NULL AS a, '' AS b FROM shop.products");
}

test.each(["light", "dark"] as const)("has enough contrast when it is %s", async (colorScheme) => {
  const page = await openPage(stage, { colorScheme });
  await showEverything(page);
  const failed = await findPoorContrast(page);
  expect(failed.checked).toBeGreaterThan(100);
  expect(failed.poor).toEqual([]);
  await connect(page, stage.token);
  await runSql(page, "SELECT 1 AS number, NULL AS a, '' AS b, U&'\\202E' AS c");
  expect((await findPoorContrast(page)).poor).toEqual([]);
  await page.context().close();
});

test("is really dark when dark is wanted", async () => {
  const backgrounds: unknown[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    const page = await openPage(stage, { colorScheme });
    backgrounds.push(await page.evaluate("getComputedStyle(document.documentElement).backgroundColor"));
    await page.context().close();
  }
  expect(backgrounds).toEqual(["rgb(251, 250, 247)", "rgb(21, 24, 26)"]);
});

test.each([320, 375, 768, 1100, 2000])("fits into a window of %i pixels", async (width) => {
  const page = await openPage(stage, { viewport: { width, height: 700 } });
  await showEverything(page);
  await connect(page, stage.token);
  const wide = Array.from({ length: 30 }, (_, index) => `'${"w".repeat(40)}' AS column_${String(index)}`);
  await runSql(page, `SELECT ${wide.join(", ")}`);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
  // Controls are large enough to be touched.
  for (const button of await page.getByRole("button").all()) {
    const box = await button.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
  }
  await page.context().close();
});

test("can be read at four times the size", async () => {
  const page = await openPage(stage, { viewport: { width: 1280, height: 900 } });
  await page.evaluate("document.documentElement.style.fontSize = '400%'");
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(1280);
  await page.context().close();
});

test("tells a screen reader what is where", async () => {
  const page = await openPage(stage);
  await connect(page, stage.token);
  await runSql(page, "SELECT id, name FROM shop.categories ORDER BY id");
  const tree = await page.locator("body").ariaSnapshot();
  expect(tree.match(/^- \w+( "[^"]*")?/gm)).toEqual([
    '- link "Skip to the content"',
    "- banner",
    "- main",
    "- contentinfo",
    "- status",
  ]);
  for (const part of [
    '- navigation "Sections"',
    '- heading "A guarded gate between AI assistants and a Postgres database." [level=1]',
    '- region "Connect"',
    '- region "Try it"',
    '- region "Tools"',
    '- region "Safety"',
    '- textbox "Token"',
    '- button "Show the token"',
    '- textbox "SQL, one statement that reads"',
    '- region "Rows of the answer"',
    '- table "Rows of the answer"',
    '- columnheader "name text"',
    '- rowheader "query Run one read-only SQL statement',
    '- button "Copy the command for Claude Code"',
  ])
    expect(tree).toContain(part);
  await page.context().close();
});

test("is well formed for those who do not see it", async () => {
  const page = await openPage(stage);
  await showEverything(page);
  const problems = await page.evaluate(`(() => {
    const all = (selector) => [...document.querySelectorAll(selector)];
    const ids = all("[id]").map((element) => element.id);
    const levels = all("h1, h2, h3").map((heading) => Number(heading.tagName[1]));
    const references = all("[aria-labelledby], [aria-controls], [for]").flatMap((element) =>
      ["aria-labelledby", "aria-controls", "for"].map((name) => element.getAttribute(name)).filter(Boolean));
    const names = all("a, button, input, textarea, summary").filter((element) =>
      !(element.labels?.length > 0 || element.textContent.trim() !== "" || element.ariaLabel));
    return {
      language: document.documentElement.lang,
      doubleIds: ids.filter((id, index) => ids.indexOf(id) !== index),
      lost: references.filter((id) => document.getElementById(id) === null),
      deadLinks: all('a[href^="#"]').filter((link) => document.querySelector(link.hash) === null).length,
      skippedLevels: levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1),
      nameless: names.map((element) => element.outerHTML),
      headsWithoutScope: all("th:not([scope])").length,
      tablesWithoutCaption: all("table").filter((table) => table.caption === null).length,
      positiveTabIndex: all("[tabindex]").filter((element) => element.tabIndex > 0).length,
      live: all("[role=status]").map((element) => element.id),
    };
  })()`);
  expect(problems).toEqual({
    language: "en",
    doubleIds: [],
    lost: [],
    deadLinks: 0,
    skippedLevels: [],
    nameless: [],
    headsWithoutScope: 0,
    tablesWithoutCaption: 0,
    positiveTabIndex: 0,
    live: ["connection", "answer", "said"],
  });
  await page.context().close();
});

/** Goes on with Tab until the element has the focus, and collects what on the way did not show that it had it. */
async function tabTo(page: Page, selector: string): Promise<string[]> {
  const unseen: string[] = [];
  for (let steps = 0; steps < 60; steps += 1) {
    await page.keyboard.press("Tab");
    const focused = page.locator(":focus");
    const outline = await focused.evaluate((element) => getComputedStyle(element).outlineStyle);
    if (outline === "none") unseen.push(await focused.innerHTML());
    if (await page.locator(`${selector}:focus`).count()) return unseen;
  }
  throw new Error(`Tab does not lead to ${selector}`);
}

test("can be used from the keyboard alone", async () => {
  const page = await openPage(stage);
  expect(await tabTo(page, ".skip")).toEqual([]);
  expect((await page.locator(".skip").boundingBox())?.y).toBeGreaterThanOrEqual(0);
  await page.keyboard.press("Enter");
  expect(await page.locator("main:focus").count()).toBe(1);

  expect(await tabTo(page, "details:nth-of-type(2) summary")).toEqual([]);
  await page.keyboard.press("Enter");
  await page.getByText("claude_desktop_config.json").waitFor();
  await page.getByText("mcp-remote", { exact: true }).waitFor();

  expect(await tabTo(page, "#token")).toEqual([]);
  await page.keyboard.insertText(stage.token);
  expect(await tabTo(page, "#show")).toEqual([]);
  await page.keyboard.press("Space");
  expect(await page.getByLabel("Token", { exact: true }).getAttribute("type")).toBe("text");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await page.getByText("Connected to tenant").waitFor();

  expect(await tabTo(page, "#sql")).toEqual([]);
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText("SELECT n FROM generate_series(1, 90) AS n");
  await page.keyboard.press("Control+Enter");
  await page.getByText("90 rows in").waitFor();
  expect(await tabTo(page, ".result")).toEqual([]);
  await page.keyboard.press("End");
  await expect.poll(() => page.locator(".result").evaluate((frame) => frame.scrollTop)).toBeGreaterThan(0);
  expect(await tabTo(page, "footer a")).toEqual([]);
  await page.context().close();
});

test("moves nothing by itself when less motion is wanted", async () => {
  for (const [reducedMotion, behaviour] of [
    ["reduce", "auto"],
    ["no-preference", "smooth"],
  ] as const) {
    const page = await openPage(stage, { reducedMotion });
    expect(await page.evaluate("getComputedStyle(document.documentElement).scrollBehavior")).toBe(behaviour);
    await page.context().close();
  }
});
