import fs from "node:fs";
import { type Browser, chromium } from "playwright-core";

/** Where Chromium and Chrome are on the platforms that people develop on. */
const USUAL_PATHS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** The machine's own Chromium, else the one of a package, which unpacks itself into the temporary folder. */
async function findChromium(): Promise<string> {
  const named = process.env["CHROME_PATH"];
  if (named !== undefined && named !== "") {
    if (fs.existsSync(named)) return named;
    throw new Error(`CHROME_PATH names ${named}, which is not there`);
  }
  const found = USUAL_PATHS.find((path) => fs.existsSync(path));
  if (found !== undefined) return found;
  if (process.platform === "linux" && process.arch === "x64") {
    const { default: packaged } = await import("@sparticuz/chromium");
    return await packaged.executablePath();
  }
  throw new Error("There is no Chromium: install Chromium or Google Chrome, or name one in CHROME_PATH.");
}

interface BrowserOptions {
  /** host:port that stands for another one, as in "localhost:8787 127.0.0.1:41234". */
  readonly mapHost?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Chromium without a window. */
export async function openBrowser({ mapHost, env }: BrowserOptions = {}): Promise<Browser> {
  return await chromium.launch({
    executablePath: await findChromium(),
    args: mapHost === undefined ? [] : [`--host-resolver-rules=MAP ${mapHost}`],
    ...(env === undefined ? {} : { env }),
  });
}
