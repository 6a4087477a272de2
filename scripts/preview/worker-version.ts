import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { AppError } from "../../src/errors.ts";
import type { WranglerEnv } from "../cloudflare/account.ts";
import { readWranglerError } from "../cloudflare/cloudflare-error.ts";
import { runWrangler, type WranglerAnswer } from "../cloudflare/wrangler.ts";
import { readEvent } from "../cloudflare/wrangler-report.ts";

/** Wrangler's own words for a Worker that was never deployed. */
const NOT_DEPLOYED = "does not yet exist";

function explain(answer: WranglerAnswer): AppError {
  const { message } = readWranglerError(answer);
  if (message.includes(NOT_DEPLOYED))
    return new AppError("not_found", "There is no preview Worker yet, of which this would be a version.", {
      next: "Deploy it once, with its KV namespace and secrets: npm run setup -- --env preview --deploy-only",
    });
  return new AppError("bad_request", `wrangler could not upload a version of the Worker: ${message}`, {
    next: "Check CLOUDFLARE_API_TOKEN (it needs Workers Scripts: Edit) and CLOUDFLARE_ACCOUNT_ID, then run this again.",
  });
}

/**
 * Uploads the Worker of this checkout as a version of the preview Worker and lets the alias point to it. Again, it moves
 * the alias to the newer version. Tells where the alias is served.
 */
export async function uploadVersion(alias: string, env: WranglerEnv): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "postern-preview-"));
  const output = path.join(folder, "output.jsonl");
  try {
    const answer = await runWrangler({
      args: ["versions", "upload", "--env", "preview", "--preview-alias", alias, "--minify"],
      env: { ...env, WRANGLER_OUTPUT_FILE_PATH: output },
    });
    if (answer.exitCode !== 0) throw explain(answer);
    const uploaded = readEvent(await readFile(output, "utf8"), "version-upload");
    if (uploaded?.preview_alias_url !== undefined) return uploaded.preview_alias_url;
    throw new AppError("not_found", "The version was uploaded, but Cloudflare serves no preview URLs of this Worker.", {
      next: "Turn on Preview URLs for the preview Worker in Cloudflare's dashboard, or deploy it with preview_urls = true.",
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
