// V8's, so not in the library's types.
const errors: ErrorConstructor & { stackTraceLimit?: number } = Error;

/**
 * Runs the synchronous beginning of `work` without stack traces. The SDK rules kinds of message out by failing to parse
 * them as such, and taking the stack for each of those errors costs more than the parsing.
 */
export function withoutStackTraces<T>(work: () => T): T {
  const { stackTraceLimit = 10 } = errors;
  errors.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    errors.stackTraceLimit = stackTraceLimit;
  }
}
