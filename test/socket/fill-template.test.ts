/// <reference lib="dom" />
import fc from "fast-check";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../../scripts/local/open-browser.ts";
import { fillTemplate } from "../../src/http/fill-template.ts";

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
});

const hostile = [
  "<script>",
  "</code>",
  "</title>",
  '"',
  "'",
  "&",
  "&lt;",
  "&#x3c;",
  "<!--",
  "-->",
  "{{other}}",
  "{{",
  "$&",
  "$1",
];
// A parser leaves out NUL and turns carriage returns into line feeds, escaped or not.
const text = fc
  .array(fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: "binary", maxLength: 5 })), { maxLength: 6 })
  .map((parts) => parts.join("").replaceAll("\0", "").replaceAll("\r", ""));

test("puts any text into a page so that a browser reads exactly that text", async () => {
  const page = await browser.newPage();
  await fc.assert(
    fc.asyncProperty(text, text, async (value, other) => {
      const template =
        "<title>{{value}}</title><p title=\"{{value}}\" lang='{{other}}'><code>{{other}}</code>{{markup}}</p>";
      const filled = fillTemplate(template, { value, other }, { markup: "<b></b>" });
      const read = await page.evaluate((source) => {
        const parsed = new DOMParser().parseFromString(source, "text/html");
        const paragraph = parsed.querySelector("p");
        return {
          elements: [...parsed.querySelectorAll("*")].map((element) => element.localName).join(" "),
          title: parsed.querySelector("title")?.textContent,
          attributes: [paragraph?.title, paragraph?.lang],
          code: parsed.querySelector("code")?.textContent,
        };
      }, filled);
      expect(read).toEqual({
        elements: "html head title body p code b",
        title: value,
        attributes: [value, other],
        code: other,
      });
    }),
    { numRuns: 300 },
  );
});

test("fails for a place that nothing was given for", () => {
  expect(() => fillTemplate("{{a}} {{b}}", { a: "x" })).toThrow("nothing was given for {{b}}");
});
