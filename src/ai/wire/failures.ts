import { AppError } from "../../errors.ts";

/** A provider's answer that is none: what it was, and how long it asks to be left alone. */
export class FailedAnswer extends Error {
  readonly status: number;
  readonly said: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(status: number, said?: string, retryAfterMs?: number) {
    super(`the provider answered with status ${String(status)}`);
    this.name = "FailedAnswer";
    this.status = status;
    this.said = said;
    this.retryAfterMs = retryAfterMs;
  }
}

/** There was no answer, or it broke off. */
export class NoAnswer extends Error {
  constructor(cause: unknown) {
    super("the connection to the provider failed", { cause });
    this.name = "NoAnswer";
  }
}

export const isPassing = ({ status }: FailedAnswer): boolean => status === 429 || status === 408 || status >= 500;

/** What the caller is told of a failed answer. */
export function explainAnswer(provider: string, answer: FailedAnswer): AppError {
  const { status, said, retryAfterMs } = answer;
  const details = { cause: answer, data: { provider, status } };
  if (isPassing(answer)) {
    const seconds = Math.ceil((retryAfterMs ?? 0) / 1000);
    const what = status === 429 ? "is limiting calls, or its quota is used up" : `failed (HTTP ${String(status)})`;
    return new AppError("model_unavailable", `The model provider "${provider}" ${what}.`, {
      ...details,
      next: seconds > 0 ? `Try again in ${String(seconds)} seconds.` : "Try again in a moment.",
      ...(seconds > 0 ? { retryAfterSeconds: seconds } : {}),
    });
  }
  if (status >= 300 && status < 400) {
    return new AppError("model_rejected", `The model provider "${provider}" points to another address.`, {
      ...details,
      next: "Keys are not sent on: the operator must set the model's url to the final address.",
    });
  }
  if ((status === 401 || status === 403) && said === undefined) {
    return new AppError("model_rejected", `The model provider "${provider}" does not accept the key.`, {
      ...details,
      next: "The operator must set a key that may use this model.",
    });
  }
  const words = said === undefined ? "" : `: ${said}`;
  return new AppError("model_rejected", `The model provider "${provider}" refused (HTTP ${String(status)})${words}`, {
    ...details,
    next: "Check the model's name and dimensions, and the length of the text; the operator sets provider, model and url.",
  });
}

/** What was answered cannot be used, whatever the status said. */
export function unusable(provider: string, what: string, next = "Try again, or use another model."): AppError {
  return new AppError("model_answer_unusable", `The model provider "${provider}" ${what}.`, {
    next,
    data: { provider },
  });
}
