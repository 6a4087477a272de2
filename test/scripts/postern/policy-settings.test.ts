import fc from "fast-check";
import { expect, test } from "vitest";
import { UsageError } from "../../../scripts/postern/command.ts";
import { readPolicy, readSettings } from "../../../scripts/postern/policy-settings.ts";

test.each([
  ["maxRows=500", { maxRows: 500 }],
  ["ratio=-1.5", { ratio: -1.5 }],
  ["allowCatalog=true", { allowCatalog: true }],
  ["auditToDatabase=false", { auditToDatabase: false }],
  ["allowedSchemas=sales,crm", { allowedSchemas: ["sales", "crm"] }],
  ["allowedSchemas= sales , crm ,", { allowedSchemas: ["sales", "crm"] }],
  ["allowedSchemas=2024", { allowedSchemas: ["2024"] }],
  ["deniedRelations=true", { deniedRelations: ["true"] }],
  ["deniedRelations=hr.*", { deniedRelations: ["hr.*"] }],
  ["deniedFunctions=", { deniedFunctions: [] }],
  ['allowedSchemas=["a,b","c"]', { allowedSchemas: ["a,b", "c"] }],
  ["allowedSchemas=null", { allowedSchemas: null }],
  ["maxRows=many", { maxRows: ["many"] }],
])("reads %s", (pair, settings) => {
  expect(readSettings([pair])).toEqual(settings);
});

test.each([["maxRows"], ["=5"], ["max rows=5"], [""], ["allowedSchemas=[a"]])("refuses %j", (pair) => {
  expect(() => readSettings([pair])).toThrow(UsageError);
});

test("a setting given twice is a mistake", () => {
  expect(() => readSettings(["allowedSchemas=a", "allowedSchemas=b"])).toThrow("given twice");
});

test("a single setting wins over the JSON, and without either there is no policy", () => {
  expect(readPolicy('{"maxRows":1,"maxBytes":2000}', ["maxRows=5"])).toEqual({ maxRows: 5, maxBytes: 2000 });
  expect(readPolicy(undefined, [])).toBeUndefined();
  for (const text of ["", "[]", "null", "5", "{"]) expect(() => readPolicy(text, [])).toThrow(UsageError);
});

test("every list of names survives", () => {
  const names = fc.array(fc.stringMatching(/^[a-z0-9_.*]{1,10}$/), { minLength: 1 });
  fc.assert(
    fc.property(
      names.filter(([first]) => first !== "null"),
      (list) => {
        expect(readSettings([`allowedSchemas=${list.join(",")}`])).toEqual({ allowedSchemas: list });
      },
    ),
  );
});
