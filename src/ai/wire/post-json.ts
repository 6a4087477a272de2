import { BodyTooLarge, readWithin } from "../../read-within.ts";
import type { ModelAccess } from "../provider.ts";
import { askPatiently } from "./ask-patiently.ts";
import { FailedAnswer, NoAnswer, unusable } from "./failures.ts";
import { providerMessage } from "./provider-message.ts";
import { readRetryAfter } from "./retry-after.ts";

export interface Post {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** The most of an answer that is read. */
  readonly maxBytes: number;
}

const MAX_FAILURE_BYTES = 64 * 1024;

/** Asks a provider over HTTP and returns the JSON it answers with. */
export async function postJson(access: ModelAccess, post: Post): Promise<unknown> {
  const text = await askPatiently(access, (signal) => send(access, post, signal));
  try {
    return JSON.parse(text);
  } catch {
    throw unusable(access.provider, "answered with something that is not JSON");
  }
}

async function send({ url, provider, key }: ModelAccess, post: Post, signal: AbortSignal): Promise<string> {
  const response = await fetch(`${url}${post.path}`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json", ...post.headers },
    body: JSON.stringify(post.body),
    // The request carries a key, so it goes nowhere that only the other side has named.
    redirect: "manual",
    signal,
  }).catch((cause: unknown) => Promise.reject(new NoAnswer(cause)));
  if (!response.ok) throw await failedAnswer(response, key);
  try {
    return await readWithin(response, post.maxBytes);
  } catch (thrown) {
    if (!(thrown instanceof BodyTooLarge)) throw new NoAnswer(thrown);
    throw unusable(provider, `answered with more than ${String(post.maxBytes)} bytes; the rest was not read`);
  }
}

async function failedAnswer(response: Response, key: string | undefined): Promise<FailedAnswer> {
  const { status, headers } = response;
  // What a provider says of a key may hold parts of it.
  const isAboutKey = status === 401 || status === 403;
  const body = isAboutKey ? await response.body?.cancel() : await readFailure(response);
  const said = body === undefined ? undefined : providerMessage(body, key);
  return new FailedAnswer(status, said, readRetryAfter(headers.get("retry-after"), Date.now()));
}

/** Its status says enough where the words cannot be had. */
async function readFailure(response: Response): Promise<string | undefined> {
  try {
    return await readWithin(response, MAX_FAILURE_BYTES);
  } catch {
    return undefined;
  }
}
