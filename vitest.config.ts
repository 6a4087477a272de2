import { cloudflareTest } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { SecretReporter } from "./test/canary/secret-reporter.ts";

process.env["WRANGLER_SEND_METRICS"] ??= "false";
process.env["CLOUDFLARE_CF_FETCH_ENABLED"] ??= "false";
process.env["WRANGLER_HIDE_BANNER"] ??= "true";
process.env["WRANGLER_WRITE_LOGS"] ??= "false";

// Wrangler warns about required secrets that are not in the environment.
process.env["ADMIN_TOKEN"] = crypto.randomUUID();
process.env["SEALING_KEY"] = `test:${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64")}`;

// These count everything that is in KV.
const alone = ["test/tenants/rewrap.test.ts"];
const nodeSide = ["socket", "scripts", "conformance", "canary"].map((folder) => `test/${folder}/**/*.test.ts`);

const workerd = cloudflareTest(({ inject }) => ({
  wrangler: { configPath: "./wrangler.toml" },
  miniflare: { bindings: { ...inject("workerSettings"), READER_URL: inject("readerUrl") } },
}));
const inWorkerd = { include: ["test/**/*.test.ts"], testTimeout: 20_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    silent: "passed-only",
    // Two at a time would look into each other's proxy counts and ports.
    maxWorkers: 1,
    expect: { poll: { timeout: 10_000 } },
    reporters: [new SecretReporter(), "default"],
    globalSetup: ["./test/support/global-setup.ts"],
    projects: [
      {
        plugins: [workerd],
        // One Worker serves all files, as it serves all tenants: every test makes its own, with unique names.
        test: { ...inWorkerd, name: "workerd", isolate: false, exclude: [...nodeSide, ...alone] },
      },
      { plugins: [workerd], test: { ...inWorkerd, name: "workerd-alone", include: alone } },
      { test: { name: "node", include: nodeSide, testTimeout: 20_000, hookTimeout: 60_000 } },
    ],
  },
});
