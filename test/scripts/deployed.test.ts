import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";

const folder = await mkdtemp(path.join(tmpdir(), "postern-deployed-"));
// Read when the scripts are imported.
process.env["POSTERN_STATE"] = folder;
const { adminTokenOf, readDeployed, saveDeployed } = await import("../../scripts/local/deployed.ts");
const { resetState, statePaths } = await import("../../scripts/local/state.ts");

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const deployed = {
  worker: "postern",
  account: "a1",
  url: "https://postern.example.workers.dev",
  adminToken: "t",
  tokens: {},
};

test("what is kept of a deployed Worker is for one person, and its admin token for one address", async () => {
  expect(readDeployed("postern", "a1")).toEqual({ worker: "postern", account: "a1", tokens: {} });
  const file = saveDeployed(deployed);
  expect((await stat(file)).mode & 0o077).toBe(0);
  expect(readDeployed("postern", "a1")).toEqual(deployed);
  expect(readDeployed("postern", "a2").adminToken).toBeUndefined();
  expect(adminTokenOf("https://postern.example.workers.dev")).toBe("t");
  expect(adminTokenOf("http://postern.example.workers.dev")).toBeUndefined();
  expect(adminTokenOf("https://postern.example.workers.dev.example.com")).toBeUndefined();
});

test("starting over locally leaves it alone", async () => {
  const file = saveDeployed(deployed);
  await writeFile(statePaths.secrets, "{}");
  resetState();
  await expect(readFile(statePaths.secrets)).rejects.toThrow("ENOENT");
  expect(readDeployed("postern", "a1")).toEqual(deployed);
  await rm(file);
});

test("a damaged copy is not taken for none", async () => {
  const file = saveDeployed(deployed);
  await writeFile(file, "{");
  expect(() => readDeployed("postern", "a1")).toThrow(`${file} is damaged`);
});
