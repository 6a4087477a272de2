import { describe, expect, it } from "vitest";
import type { GuardPolicy } from "../../src/sql/guard.ts";
import { catalog, strict, verdict } from "./verdict.ts";

describe("the schemas that a policy allows", () => {
  const policy: GuardPolicy = { ...strict, allowedSchemas: ["public", "app"] };

  it("hold for qualified tables; the search path holds for the others", async () => {
    expect(await verdict("SELECT * FROM public.users JOIN app.orders USING (id) JOIN lines USING (id)", policy)).toBe(
      "pass",
    );
    expect(await verdict("SELECT * FROM hr.users", policy)).toBe("schema hr.users @15");
  });

  it("close the samples of other tables in the statistics", async () => {
    expect(await verdict("SELECT * FROM pg_stats", catalog)).toBe("pass");
    expect(await verdict("SELECT * FROM pg_stats", { ...policy, allowCatalog: true })).toBe(
      "sensitive_relation pg_stats @15",
    );
  });
});

describe("the relations that a policy denies", () => {
  const denying = (...deniedRelations: string[]): GuardPolicy => ({ ...strict, deniedRelations });

  it("are denied in every schema by a bare name", async () => {
    expect(await verdict("SELECT * FROM secrets", denying("secrets"))).toBe("denied_relation secrets @15");
    expect(await verdict("SELECT * FROM app.secrets", denying("secrets"))).toBe("denied_relation app.secrets @15");
    expect(await verdict('SELECT * FROM "Secrets", secrets2', denying("secrets"))).toBe("pass");
  });

  it("are denied in one schema by a qualified name, also when the query leaves the schema out", async () => {
    const policy = denying("app.secrets");
    expect(await verdict("SELECT * FROM app.secrets", policy)).toBe("denied_relation app.secrets @15");
    expect(await verdict("SELECT * FROM secrets", policy)).toBe("denied_relation secrets @15");
    expect(await verdict("SELECT * FROM public.secrets", policy)).toBe("pass");
    expect(await verdict("SELECT * FROM secrets", { ...policy, allowedSchemas: ["public"] })).toBe("pass");
  });

  it("are denied as a whole schema by a star", async () => {
    expect(await verdict("SELECT * FROM audit.log", denying("audit.*"))).toBe("denied_relation audit.log @15");
    expect(await verdict("SELECT * FROM users JOIN app.log USING (id)", denying("audit.*"))).toBe("pass");
    expect(await verdict("SELECT * FROM users", denying("public.*"))).toBe("denied_relation users @15");
    expect(await verdict("SELECT * FROM users", { ...denying("app.*"), allowedSchemas: ["app"] })).toBe(
      "denied_relation users @15",
    );
  });

  it("are found wherever a table may stand", async () => {
    const policy = denying("secrets");
    for (const sql of [
      "SELECT (SELECT k FROM secrets)",
      "TABLE secrets",
      "WITH s AS (SELECT * FROM secrets) SELECT * FROM s",
      "SELECT 1 WHERE EXISTS (SELECT FROM secrets)",
      "SELECT * FROM users, LATERAL (SELECT * FROM secrets TABLESAMPLE SYSTEM (10)) x",
      "EXPLAIN SELECT * FROM secrets",
      "SELECT JSON_ARRAY(SELECT k FROM secrets)",
    ]) {
      expect(await verdict(sql, policy), sql).toMatch(/^denied_relation secrets/);
    }
    expect(await verdict("WITH secrets AS (SELECT 1) SELECT * FROM secrets", policy)).toBe("pass");
  });
});

describe("the functions that a policy denies", () => {
  const policy: GuardPolicy = { ...strict, allowedFunctions: ["app.f", "g"], deniedFunctions: ["md5", "app.f", "g"] };

  it("are refused whether built in or allowed otherwise, with and without their schema", async () => {
    expect(await verdict("SELECT md5('x')", policy)).toBe("denied_function md5 @8");
    expect(await verdict("SELECT pg_catalog.md5('x')", policy)).toBe("denied_function pg_catalog.md5 @8");
    expect(await verdict("SELECT app.f(1)", policy)).toBe("denied_function app.f @8");
    expect(await verdict("SELECT f(1)", policy)).toBe("denied_function f @8");
    expect(await verdict("SELECT g()", policy)).toBe("denied_function g @8");
    expect(await verdict("SELECT other.f(1)", policy)).toBe("function other.f @8");
    expect(await verdict("SELECT lower('x')", policy)).toBe("pass");
  });

  it("are refused as attributes too", async () => {
    expect(await verdict("SELECT ('x'::text).md5", policy)).toBe("denied_function md5 @8");
    expect(await verdict("SELECT u.f FROM users u", policy)).toBe("denied_function f @8");
    expect(await verdict("SELECT f, md5 FROM users", policy)).toBe("pass");
  });
});
