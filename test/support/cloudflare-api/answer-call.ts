import { accountRoutes } from "./account-routes.ts";
import { type Answer, fail } from "./envelope.ts";
import { kvRoutes } from "./kv-routes.ts";
import type { Call } from "./route.ts";
import { scriptRoutes } from "./script-routes.ts";
import { secretRoutes } from "./secret-routes.ts";
import { versionRoutes } from "./version-routes.ts";

const ROUTES = [...accountRoutes, ...kvRoutes, ...scriptRoutes, ...secretRoutes, ...versionRoutes];

/** Answers instead of the API while it has `times` left. */
export interface Fault {
  readonly method: string;
  readonly path: RegExp;
  readonly answer: Answer;
  /** Also does what was asked, and only then fails: an answer that was lost. */
  readonly afterwards?: boolean;
  /** Is told, and the call is never answered at all. */
  readonly hold?: () => void;
  times: number;
}

/** Takes the first fault that fits and has not been used up. */
function takeFault(faults: readonly Fault[], method: string, path: string): Fault | undefined {
  const fault = faults.find((one) => one.times > 0 && one.method === method && one.path.test(path));
  if (fault !== undefined) fault.times -= 1;
  return fault;
}

async function route(method: string, path: string, call: Omit<Call, "names">): Promise<Answer> {
  for (const one of ROUTES) {
    const names = one.method === method ? one.path.exec(path)?.slice(1) : undefined;
    if (names !== undefined) return await one.answer({ ...call, names });
  }
  return fail(404, 7003, `Could not route to ${method} ${path}, perhaps your object identifier is invalid?`);
}

/** Who may not come in is turned away first, as at Cloudflare. */
export async function answerCall(
  method: string,
  path: string,
  authorization: string | undefined,
  faults: readonly Fault[],
  call: Omit<Call, "names">,
): Promise<Answer> {
  const denied = fail(403, 10000, "Authentication error");
  if (authorization !== `Bearer ${call.state.token}`) return { ...denied, status: 401 };
  const [, account] = /^\/accounts\/([^/]+)\//.exec(path) ?? [];
  if (account !== undefined && call.state.accounts.every(({ id }) => id !== account)) return denied;
  const fault = takeFault(faults, method, path);
  if (fault?.hold !== undefined) {
    fault.hold();
    return await new Promise<never>(() => undefined);
  }
  if (fault !== undefined && fault.afterwards !== true) return fault.answer;
  const answer = await route(method, path, call);
  return fault?.answer ?? answer;
}
