import { expect, test } from "vitest";
import { leanText } from "../../src/http/lean-text.ts";

test("leaves out indentation and doc comments", () => {
  expect(leanText('/** What. */\n  a;\n    /**\n   * @type {x}\n   */\n    b(); // why\n c = "  d";\n')).toBe(
    'a;\nb(); // why\nc = "  d";\n',
  );
});

test("leaves lines to copy as they are", () => {
  const lines = "<pre><code>{\n  /** kept */\n    deep\n}</code></pre>";
  expect(leanText(`  <div>\n    ${lines}\n  </div>\n  ${lines}`)).toBe(`<div>\n${lines}\n</div>\n${lines}`);
});
