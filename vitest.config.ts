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

const nodeSide = ["socket", "scripts", "conformance", "canary"].map((folder) => `test/${folder}/**/*.test.ts`);

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
        plugins: [
          cloudflareTest(({ inject }) => ({
            wrangler: { configPath: "./wrangler.toml" },
            miniflare: { bindings: { ...inject("workerSettings"), READER_URL: inject("readerUrl") } },
          })),
        ],
        test: {
          name: "workerd",
          include: ["test/**/*.test.ts"],
          exclude: nodeSide,
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: "node", include: nodeSide, testTimeout: 20_000, hookTimeout: 60_000 } },
    ],
  },
});
