import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
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

interface Chromium {
  readonly executablePath: string;
  /** Where libraries are that it brings along. */
  readonly libraries?: string;
}

/** It unpacks itself into the temporary folder, with the libraries that a machine without any browser may lack. */
async function unpackChromium(): Promise<Chromium> {
  const { default: packaged, inflate } = await import("@sparticuz/chromium");
  const entry = createRequire(import.meta.url).resolve("@sparticuz/chromium");
  const libraries = await inflate(path.join(path.dirname(entry), "../bin/al2023.tar.br"));
  return { executablePath: await packaged.executablePath(), libraries: path.join(libraries, "lib") };
}

/** The machine's own Chromium, else the one of a package. */
async function findChromium(): Promise<Chromium> {
  const named = process.env["CHROME_PATH"];
  if (named !== undefined && named !== "") {
    if (fs.existsSync(named)) return { executablePath: named };
    throw new Error(`CHROME_PATH names ${named}, which is not there`);
  }
  const found = USUAL_PATHS.find((usual) => fs.existsSync(usual));
  if (found !== undefined) return { executablePath: found };
  if (process.platform === "linux" && process.arch === "x64") return await unpackChromium();
  throw new Error("There is no Chromium: install Chromium or Google Chrome, or name one in CHROME_PATH.");
}

interface BrowserOptions {
  /** host:port that stands for another one, as in "localhost:8787 127.0.0.1:41234". */
  readonly mapHost?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Chromium without a window. */
export async function openBrowser({ mapHost, env }: BrowserOptions = {}): Promise<Browser> {
  const { executablePath, libraries } = await findChromium();
  return await chromium.launch({
    executablePath,
    args: mapHost === undefined ? [] : [`--host-resolver-rules=MAP ${mapHost}`],
    env: { ...process.env, ...(libraries === undefined ? {} : { LD_LIBRARY_PATH: libraries }), ...env },
  });
}
