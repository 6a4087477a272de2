import { describe, expect, it } from "vitest";
import type { GuardPolicy } from "../../src/sql/guard.ts";
import { catalog, refusal, strict, verdict } from "./verdict.ts";

describe("metadata under a policy that closes the catalogue", () => {
  it.each([
    "obj_description(1259) obj_description",
    "col_description(1259,1) col_description",
    "shobj_description(1,'pg_database') shobj_description",
    "to_regclass('hr.pay') to_regclass",
    "to_regtype('hr.pay') to_regtype",
    "pg_catalog.to_regprocedure('f(int)') to_regprocedure",
    "to_regnamespace('hr') to_regnamespace",
    "to_regrole('admin') to_regrole",
    "has_table_privilege('hr.pay','select') has_table_privilege",
    "has_any_column_privilege('hr.pay','select') has_any_column_privilege",
    "pg_has_role('admin','member') pg_has_role",
    "pg_relation_size(1259) pg_relation_size",
    "pg_total_relation_size('hr.pay') pg_total_relation_size",
    "pg_database_size('app') pg_database_size",
    "pg_partition_tree(1259) pg_partition_tree",
    "pg_relation_is_publishable('hr.pay') pg_relation_is_publishable",
    "pg_describe_object(1259,1,0) pg_describe_object",
    "pg_identify_object_as_address(1259,1,0) pg_identify_object_as_address",
    "row_security_active('hr.pay') row_security_active",
    "(1259::oid).pg_relation_size pg_relation_size",
    "('hr.pay'::text).to_regclass to_regclass",
    "'hr.pay'::regclass regclass",
    "CAST(1259 AS regclass) regclass",
    "regclass('hr.pay') regclass",
    "regclassout(1259) regclassout",
    "1259::oid::pg_catalog.regclass::text regclass",
    "'{a}'::regclass[] regclass",
    "'{a}'::_regclass _regclass",
    "'f'::regproc regproc",
    "'admin'::regrole regrole",
    "'hr'::regnamespace regnamespace",
  ])("is refused: %s", async (line) => {
    const space = line.lastIndexOf(" ");
    const sql = `SELECT ${line.slice(0, space)}`;
    expect(await verdict(sql)).toMatch(new RegExp(`^catalog ${line.slice(space + 1)} @\\d+$`));
    expect((await refusal(sql))?.details.next).toBe("Use get_schema_info.");
    expect(await verdict(sql, catalog)).toBe("pass");
  });

  it("is refused where else a type may stand", async () => {
    expect(await verdict(`SELECT * FROM json_to_record('{"a":"hr.pay"}') AS x(a regclass)`)).toMatch(
      /^catalog regclass/,
    );
    expect(await verdict("SELECT JSON_VALUE(d, '$' RETURNING regclass) FROM t")).toMatch(/^catalog regclass/);
  });

  it("leaves what ordinary queries use", async () => {
    const sql = `SELECT to_tsvector('english'::regconfig, body), pg_typeof(a) = 'int4'::regtype, pg_column_size(a),
      format_type(23, -1), pg_size_pretty(10::bigint) FROM t`;
    expect(await verdict(sql)).toBe("pass");
  });
});

describe("the row types of tables that a policy hides", () => {
  const schemas: GuardPolicy = { ...strict, allowedSchemas: ["public", "app"] };
  const denying = (...deniedRelations: string[]): GuardPolicy => ({ ...strict, deniedRelations });

  it("are refused like the tables", async () => {
    expect(await verdict("SELECT NULL::shop.orders", schemas)).toBe("schema shop.orders @14");
    expect(await verdict("SELECT jsonb_populate_record(NULL::shop.orders, j) FROM t", schemas)).toMatch(/^schema/);
    expect(await verdict("SELECT NULL::secrets", denying("secrets"))).toBe("denied_relation secrets @14");
    expect(await verdict("SELECT NULL::app.secrets", denying("app.*"))).toBe("denied_relation app.secrets @14");
    expect(await verdict("SELECT '{}'::app._secrets", denying("secrets"))).toMatch(/^denied_relation app.secrets/);
  });

  it("are not mistaken for built-in types", async () => {
    const sql = `SELECT a::text, b::int, c::date, d::numeric(10, 2), e::_text, f::jsonb, g::"char", h::char(3), i::text[],
      j::timestamptz, k::pg_catalog.uuid, l::interval, m::time FROM t`;
    expect(await verdict(sql.replace("FROM t", ""), denying("public.*", "date", "text"))).toBe("pass");
    expect(await verdict(sql, schemas)).toBe("pass");
    expect(await verdict("SELECT NULL::app.orders, NULL::orders", schemas)).toBe("pass");
    expect(await verdict("SELECT NULL::shop.orders")).toBe("pass");
  });
});
