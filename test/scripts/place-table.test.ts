import { expect, test } from "vitest";
import { placeTable } from "../../scripts/place-table.ts";

const document = "a\n\n<!-- one -->\n\n| old |\n\n<!-- /one -->\n\n<!-- two -->\n\n| other |\n\n<!-- /two -->\n";

test("puts a table where its comments are, as it stands, and nowhere else", () => {
  expect(placeTable(document, "one", "| $1 new |")).toBe(document.replace("| old |", () => "| $1 new |"));
  expect(placeTable("<!-- one -->\n\n<!-- /one -->", "one", "| new |")).toBe(
    "<!-- one -->\n\n| new |\n\n<!-- /one -->",
  );
});

test("tells when a document has no place for it", () => {
  expect(placeTable(document, "three", "| new |")).toBeUndefined();
});
