import { describe, expect, it } from "vitest";
import { refusal } from "./verdict.ts";

async function advice(sql: string): Promise<string> {
  return (await refusal(sql))?.details.next ?? "";
}

describe("the advice of a refusal", () => {
  it.each([
    ["lenght", "Did you mean length? "],
    ["uper", "Did you mean upper? "],
    ["string_ag", "Did you mean string_agg? "],
    ["ifnull", "Use coalesce("],
    ["nvl", "Use coalesce("],
    ["isnull", "Use coalesce("],
    ["date_format", "Use to_char("],
    ["datediff", "Subtract the dates"],
    ["group_concat", "Use string_agg("],
    ["getdate", "Use now()."],
    ["len", "Use length("],
    ["charindex", "Use strpos("],
    ["instr", "Use strpos("],
  ])("names what may be meant by %s", async (name, expected) => {
    const next = await advice(`SELECT "${name}"(a) FROM t`);
    expect(next.startsWith(expected), next).toBe(true);
    expect(next).toContain("Use built-in functions that only compute");
  });

  it("suggests nothing for a name far from all, a long one, or one that is refused for a reason", async () => {
    for (const name of ["f", "calculate_bonus", "a".repeat(5000), "pg_sleep", "public.lenght"]) {
      expect(await advice(`SELECT ${name}(1)`)).toMatch(/^Use built-in functions/);
    }
  });

  it.each(["SHOW TABLES", "SHOW DATABASES", "SHOW COLUMNS FROM users", "DESCRIBE users", "desc users", "\\d users"])(
    "points to the schema for %s",
    async (sql) => {
      expect(await advice(sql)).toBe("Call get_schema_info.");
    },
  );

  it("does not for other mistakes", async () => {
    expect(await advice("SHOW ssl_key_file")).toContain("server_version");
    expect(await advice("SELECT FROM WHERE")).toContain("Correct the SQL");
  });
});
