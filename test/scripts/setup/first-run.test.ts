import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { deployedVersion } from "../../support/cloudflare-api/state.ts";
import { setDesk } from "./setup-desk.ts";

const desk = await setDesk();

test("a dry run says what it would do and changes nothing", async () => {
  const { code, out, error } = await desk.runAll("--dry-run");
  expect({ code, error }).toEqual({ code: 0, error: "" });
  expect(out).toContain("✓ Account: Example (0123456789abcdef0123456789abcdef)");
  expect(out).toContain("○ KV namespace: create postern-postern-kv");
  expect(out).toContain("○ Secrets: make ADMIN_TOKEN and SEALING_KEY and keep a copy here");
  expect(out).toContain("○ Worker: deploy postern 0.1.0");
  expect(out).toContain("6 of 6 are to be done. Nothing was changed.");
  expect(desk.takeChanges()).toEqual([]);
});

test("the first run makes a Worker whose printed token answers a query", async () => {
  const { code, out, error } = await desk.runAll();
  expect({ code, error }).toEqual({ code: 0, error: "" });
  expect(out).toContain("✓ Worker: https://postern.example.workers.dev answers with version 0.1.0");
  expect(out).toMatch(/✓ Connection: main: Postgres 18\.\d, database \w+ as \w+, read-only/);

  // As curl would send it.
  const [, url = "", authorization = "", body = ""] =
    /^curl -s (\S+) -H 'Authorization: (Bearer pst_\w+)' -H 'Content-Type: application\/json' -d '(.*)'$/m.exec(out) ??
    [];
  expect(url).toBe("https://postern.example.workers.dev/mcp");
  const headers = { authorization, "content-type": "application/json" };
  const answer = await fetch(url, { method: "POST", headers, body });
  expect(await answer.json()).toMatchObject({
    result: { structuredContent: { rows: [[expect.stringContaining("PostgreSQL 18")]] } },
  });
});

test("its secrets are kept for the operator alone", async () => {
  const record = await desk.readRecord();
  const version = deployedVersion(desk.cloudflare.state.scripts.get("postern") ?? expect.fail("no Worker"));
  const secrets = version?.bindings.filter(({ type }) => type === "secret_text");
  expect(secrets).toEqual([
    expect.objectContaining({ name: "ADMIN_TOKEN", text: record["adminToken"] }),
    expect.objectContaining({ name: "SEALING_KEY", text: record["sealingKey"] }),
  ]);
});

test("a second run changes nothing and prints the same token", async () => {
  const before = await desk.readRecord();
  desk.takeChanges();
  const { code, out } = await desk.runAll();
  expect(code).toBe(0);
  expect(out).toContain("Everything is there.");
  expect(desk.takeChanges()).toEqual([]);
  expect(await desk.readRecord()).toEqual(before);
  expect(out).toContain((before["tokens"] as unknown as Record<string, { token: string }>)["main"]?.token);
});

test("a check of what was deployed passes", async () => {
  const { code, out } = await desk.run(["--check"]);
  expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining("Everything is there.") });
  expect(desk.takeChanges()).toEqual([]);
});

test("the saved admin token goes to no other address, whatever that answers", async () => {
  const seen: unknown[] = [];
  const stranger = createServer((request, response) => {
    seen.push(request.headers.authorization);
    response.end(JSON.stringify({ status: "ok", version: "0.1.0" }));
  });
  await once(stranger.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
  try {
    const { code, error } = await desk.run(["--check", "--url", url]);
    expect({ code, error }).toEqual({ code: 2, error: expect.stringContaining("Set ADMIN_TOKEN to use it at") });
    expect(seen.filter((authorization) => authorization !== undefined)).toEqual([]);
    expect((await desk.readRecord())["url"]).toBe("https://postern.example.workers.dev");
  } finally {
    stranger.close();
  }
});
