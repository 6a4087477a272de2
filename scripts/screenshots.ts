// Takes the README's pictures of the page anew, with the sample shop behind it.
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Browser } from "playwright-core";
import { adminClient } from "./admin-client.ts";
import { startWorker } from "./conformance/start-worker.ts";
import { findFreePort } from "./local/free-port.ts";
import { startNeonProxy } from "./local/neon-proxy.ts";
import { openBrowser } from "./local/open-browser.ts";
import { startPostgres } from "./local/postgres.ts";
import { createSampleDatabase } from "./local/sample-database.ts";

const PICTURES = path.resolve(import.meta.dirname, "../.github");
const ADDRESS = "localhost:8787";
const VIEWPORT = { width: 1100, height: 860 };
const QUESTION = `SELECT p.name, count(*) AS orders, sum(l.quantity) AS sold
FROM shop.order_lines l JOIN shop.products p ON p.id = l.product_id
GROUP BY p.name ORDER BY sold DESC LIMIT 5`;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "postern-screenshots-"));
// The Worker and the browser unpack things there, too.
process.env["TMPDIR"] = folder;
await using cleanups = new AsyncDisposableStack();
cleanups.defer(() => fs.rmSync(folder, { recursive: true, force: true }));

async function startDemo(): Promise<{ port: string; token: string }> {
  const postgres = await startPostgres({
    dataDir: path.join(folder, "pg"),
    port: await findFreePort(),
    durable: false,
  });
  cleanups.defer(() => postgres.stop());
  const { readerUrl } = await createSampleDatabase(postgres.url());
  const proxy = await startNeonProxy({});
  cleanups.defer(() => proxy.close());
  const settings = {
    ADMIN_TOKEN: randomBytes(32).toString("base64url"),
    SEALING_KEY: `screenshots:${randomBytes(32).toString("base64")}`,
    LOCAL_PROXY: proxy.address,
  };
  const worker = await startWorker("src/index.ts", settings);
  cleanups.defer(() => worker.stop());
  const admin = adminClient({ url: worker.url.origin, adminToken: settings.ADMIN_TOKEN });
  await admin.createTenant({ id: "demo", name: "Demo shop" });
  await admin.putConnection("demo", { id: "main", url: readerUrl });
  const { token } = await admin.createToken("demo", { label: "screenshots" });
  return { port: worker.url.port, token };
}

/** The fonts that come with the packaged browser, so that the pictures do not depend on the machine's. */
function fontSettings(): NodeJS.ProcessEnv {
  const file = path.join(folder, "fonts.conf");
  const prefer = (family: string, wanted: string): string =>
    `<alias binding="same"><family>${family}</family><prefer><family>${wanted}</family></prefer></alias>`;
  fs.writeFileSync(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
      <dir>${folder}/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${folder}/fonts-cache</cachedir>
      ${prefer("system-ui", "Open Sans")}${prefer("ui-monospace", "DejaVu Sans Mono")}</fontconfig>`,
  );
  return { ...process.env, FONTCONFIG_FILE: file };
}

/** The beginning of the page in the light, and the place to try it in the dark. */
async function takePicture(chromium: Browser, bearer: string, colorScheme: "light" | "dark"): Promise<void> {
  const page = await chromium.newPage({ viewport: VIEWPORT, colorScheme, reducedMotion: "reduce" });
  await page.goto(`http://${ADDRESS}/`);
  await page.getByLabel("Token", { exact: true }).fill(bearer);
  await page.getByRole("button", { name: "Test the connection" }).click();
  await page.getByText("Connected").waitFor();
  await page.getByLabel("SQL").fill(QUESTION);
  await page.getByRole("button", { name: "Run" }).click();
  await page.getByRole("table", { name: "Rows of the answer" }).waitFor();
  const file = path.join(PICTURES, `page-${colorScheme}.png`);
  await page.mouse.move(0, 0);
  await page.evaluate(colorScheme === "light" ? "scrollTo(0, 0)" : "document.getElementById('try').scrollIntoView()");
  await page.screenshot({ path: file, animations: "disabled" });
  await page.close();
  console.log(`${path.relative(process.cwd(), file)}: ${String(Math.round(fs.statSync(file).size / 1024))} KiB`);
}

const { port, token } = await startDemo();
const browser = await openBrowser({ mapHost: `${ADDRESS} 127.0.0.1:${port}`, env: fontSettings() });
cleanups.defer(() => browser.close());
await takePicture(browser, token, "light");
await takePicture(browser, token, "dark");
