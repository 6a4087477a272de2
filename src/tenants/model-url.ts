import { AppError } from "../errors.ts";
import { hostProblem } from "./connection-string.ts";

const LONGEST = 500;

/**
 * The address of a model, without a slash at its end. It is given keys and texts, so it is an https address of a public
 * host; serving locally, any will do.
 */
export function checkModelUrl(text: string, allowLocal: boolean): string {
  const problem = modelUrlProblem(text, allowLocal);
  if (problem !== undefined) {
    throw new AppError("invalid_arguments", `This model's url is not accepted: ${problem}.`, {
      next: "Use the https address that the provider documents, such as https://api.openai.com/v1.",
    });
  }
  return new URL(text).href.replace(/\/+$/, "");
}

/** Why it is not accepted; undefined for one that is. */
export function modelUrlProblem(text: string, allowLocal: boolean): string | undefined {
  const url = URL.parse(text);
  if (url === null || text.length > LONGEST) return "it is not a URL";
  if (url.protocol !== "https:" && !(allowLocal && url.protocol === "http:")) return "it does not begin with https://";
  if (url.username !== "" || url.password !== "") return "it holds a user or password";
  if (/[?#]/.test(text)) return "it holds a query or fragment";
  return allowLocal ? undefined : hostProblem(url.hostname);
}
