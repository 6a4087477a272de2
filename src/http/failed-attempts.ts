import type { Context } from "hono";
import { AppError } from "../errors.ts";
import { clientAddress } from "./client-address.ts";
import type { HttpEnv } from "./http-env.ts";

const HOLD_SECONDS = 10;
const maxHeld = 10_000;
/** Addresses that failed too often, and until when nothing of theirs is looked at. */
const held = new Map<string, number>();

/** Refuses an address that is held, before anything it sends is compared with a secret. */
export function checkAttempts({ req }: Context<HttpEnv>): void {
  const address = clientAddress(req.raw.headers);
  if (address === undefined) return;
  const until = held.get(address);
  if (until === undefined) return;
  if (until > Date.now()) throw tooMany();
  held.delete(address);
}

/** The answer to a failed attempt: 401, until the address has had too many of them. */
export async function failAttempt({ req, env }: Context<HttpEnv>): Promise<AppError> {
  const address = clientAddress(req.raw.headers);
  const isGuess = req.header("authorization") !== undefined;
  if (address === undefined || !isGuess) return new AppError("unauthorized", "Unauthorized");
  const { success } = await env.AUTH_FAILURE_RATE.limit({ key: address });
  if (success) return new AppError("unauthorized", "Unauthorized");
  if (held.size >= maxHeld) held.clear();
  held.set(address, Date.now() + HOLD_SECONDS * 1000);
  return tooMany();
}

function tooMany(): AppError {
  return new AppError("rate_limited", "Too many failed attempts from this address.", {
    next: "Check the token, then wait a little.",
    retryAfterSeconds: HOLD_SECONDS,
  });
}
