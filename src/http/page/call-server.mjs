/**
 * A failure as people are shown it; Postern's own errors have this shape.
 * @typedef {{ message: string, code?: string, sqlstate?: string, excerpt?: string, hint?: string, next?: string,
 *   requestId?: string }} Failure
 */

class CallError extends Error {
  /** @param {Failure} failure */
  constructor(failure) {
    super(failure.message);
    this.failure = failure;
  }
}

const revision = "2026-07-28";

/** The field is the only place where the token is kept. */
function readToken() {
  const token = find("token", HTMLInputElement)
    .value.trim()
    .replace(/^Bearer\s+/i, "");
  if (/^[!-~]+$/.test(token)) return token;
  throw new CallError({
    message: token === "" ? "There is no token." : "This is not a token: it has characters that none has.",
    next: "Paste the token that you were given; it begins with pst_.",
  });
}

/**
 * @param {Record<string, string>} headers
 * @param {unknown} message
 * @param {AbortSignal} [signal]
 */
const post = (headers, message, signal) =>
  fetch("/mcp", {
    method: "POST",
    headers: { ...headers, "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify(message),
    cache: "no-store",
    credentials: "omit",
    ...(signal === undefined ? {} : { signal }),
  });

/**
 * What the server answers; an answer that is not JSON is empty.
 * @param {Record<string, string>} headers
 * @param {{ id: string }} message
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<{ status: number, answer: any }>}
 */
async function exchange(headers, message, signal) {
  let status;
  try {
    const response = await post(headers, message, signal);
    status = response.status;
    return { status, answer: (await response.json()) ?? {} };
  } catch {
    if (signal?.aborted) {
      // Said as well, because not every proxy passes on that a client has gone. If this fails, the time limit remains.
      const params = { requestId: message.id };
      const { authorization = "" } = headers;
      await post({ authorization }, { jsonrpc: "2.0", method: "notifications/cancelled", params }).catch(
        () => undefined,
      );
      throw new CallError({ message: "Stopped." });
    }
    if (status !== undefined) return { status, answer: {} };
    throw new CallError({
      message: "The server could not be reached.",
      next: "Check your connection, then try again.",
    });
  }
}

/**
 * One MCP request as the newest revision has it, and its result.
 * @param {string} method
 * @param {Record<string, unknown>} params
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
async function callServer(method, params, signal) {
  const headers = {
    authorization: `Bearer ${readToken()}`,
    "mcp-protocol-version": revision,
    "mcp-method": method,
    ...(typeof params["name"] === "string" ? { "mcp-name": params["name"] } : {}),
  };
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": revision,
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": { name: "postern-page", version: "1" },
  };
  // One that no other page has: whoever has the token can cancel its calls by their ids.
  const id = crypto.getRandomValues(new Uint32Array(4)).join("-");
  const message = { jsonrpc: "2.0", id, method, params: { ...params, _meta } };
  const { status, answer } = await exchange(headers, message, signal);
  if (status === 401) {
    throw new CallError({
      message: "The server does not know this token.",
      next: "It may be mistyped, expired or revoked. Ask whoever runs this server for a new one.",
    });
  }
  if (answer.error !== undefined) throw new CallError({ message: answer.error.message, ...answer.error.data });
  if (answer.result === undefined)
    throw new CallError({ message: `The server answered ${status}, and not as MCP does.` });
  return answer.result;
}

/**
 * A tool's structured content.
 * @param {string} name
 * @param {Record<string, unknown>} args
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
async function callTool(name, args, signal) {
  const result = await callServer("tools/call", { name, arguments: args }, signal);
  if (result.isError === true) throw new CallError(result.structuredContent);
  return result.structuredContent;
}
