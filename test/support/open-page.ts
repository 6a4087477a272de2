import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { openBrowser } from "../../scripts/local/open-browser.ts";
import { createSocketCaller } from "./socket-caller.ts";
import { startWorkerOnSocket } from "./start-worker.ts";

const LONGEST_WAIT_MS = 10_000;

/** The Worker on a socket, a browser, and a token of the sample shop. */
export interface Stage {
  readonly url: URL;
  readonly token: string;
  readonly browser: Browser;
  close(): Promise<void>;
}

/** With a name given, the browser finds the Worker under http://name/ as well. */
export async function setStage(name?: string): Promise<Stage> {
  const worker = await startWorkerOnSocket();
  const mapHost = name === undefined ? undefined : `${name}:80 127.0.0.1:${worker.url.port}`;
  const browser = await openBrowser(mapHost === undefined ? {} : { mapHost });
  return {
    url: worker.url,
    token: await createToken(worker.url),
    browser,
    async close() {
      await browser.close();
      await worker.stop();
    },
  };
}

export async function createToken(worker: URL, options: object = {}): Promise<string> {
  const { authorization = "" } = await createSocketCaller(worker, options);
  return authorization.replace("Bearer ", "");
}

/** What a page did that a visitor would not see. */
export interface Behaviour {
  /** Errors and warnings of its console, and what it threw. */
  readonly complaints: string[];
  readonly requests: { readonly method: string; readonly url: string; readonly headers: Record<string, string> }[];
}

export async function openPage(
  { browser, url }: Pick<Stage, "browser" | "url">,
  options: BrowserContextOptions = {},
): Promise<Page & Behaviour> {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  context.setDefaultTimeout(LONGEST_WAIT_MS);
  const page = await context.newPage();
  const behaviour: Behaviour = { complaints: [], requests: [] };
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) behaviour.complaints.push(message.text());
  });
  page.on("pageerror", (error) => behaviour.complaints.push(error.message));
  page.on("request", (request) =>
    behaviour.requests.push({ method: request.method(), url: request.url(), headers: request.headers() }),
  );
  await page.goto(url.href);
  return Object.assign(page, behaviour);
}

/** Tests the connection with the token and waits for the outcome. */
export async function connect(page: Page, token: string): Promise<string> {
  await page.getByLabel("Token", { exact: true }).fill(token);
  await page.getByRole("button", { name: "Test the connection" }).click();
  return await outcome(page, "connection");
}

/** Runs the statement and waits for the outcome. */
export async function runSql(page: Page, sql: string): Promise<string> {
  await page.getByLabel("SQL").fill(sql);
  await page.getByRole("button", { name: "Run" }).click();
  return await outcome(page, "answer");
}

async function outcome(page: Page, place: string): Promise<string> {
  const shown = page.locator(`#${place}:is(.done, .failed)`);
  await shown.waitFor();
  return (await shown.innerText()).replaceAll("\n\n", "\n");
}
