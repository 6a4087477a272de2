import { expect, test } from "vitest";
import { call, createCaller, type Reply } from "../support/worker.ts";

async function readSettings(): Promise<Reply["json"]> {
  const { token } = await createCaller();
  const { json } = await call(token, "resources/read", { uri: "pg://settings" });
  return JSON.parse(json.result.contents[0].text);
}

test("gives the seed's fields", async () => {
  const { setting_count, settings, description } = await readSettings();
  expect(settings).toHaveLength(setting_count);
  expect(setting_count).toBeGreaterThan(300);
  expect(description).toEqual(expect.any(String));
  const named = (name: string) => settings.find((setting: { name: string }) => setting.name === name);
  expect(named("shared_buffers")).toEqual({
    name: "shared_buffers",
    current_value: expect.stringMatching(/^\d+$/),
    unit: "8kB",
    category: "Resource Usage / Memory",
    description: expect.any(String),
    context: "postmaster",
    type: "integer",
    source: expect.any(String),
    min_value: "16",
    max_value: "1073741823",
    pending_restart: false,
    ...(named("shared_buffers").current_value === "16384" ? {} : { default_value: "16384" }),
  });
  expect(named("wal_level")).toMatchObject({ type: "enum", enum_values: ["minimal", "replica", "logical"] });
  expect(named("password_encryption").current_value).toBe("scram-sha-256");
});

test("masks what may hold a secret or lead to one", async () => {
  const { settings } = await readSettings();
  const masked = settings
    .filter((setting: { current_value: string }) => setting.current_value === "***")
    .map((setting: { name: string }) => setting.name);
  expect(masked).toEqual(["archive_command", "ssl_cert_file", "ssl_key_file"]);
});
