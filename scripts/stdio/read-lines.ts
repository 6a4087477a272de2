/**
 * The lines of a stream, without the empty ones, until it ends or nobody wants more. Only a line feed ends a line: JSON
 * may hold the other characters that Node's readline takes for an end, such as U+2028.
 */
export async function* readLines(input: AsyncIterable<unknown>, unwanted: AbortSignal): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let parts: string[] = [];
  try {
    for await (const chunk of input) {
      const text = typeof chunk === "string" ? chunk : decoder.decode(chunk as Uint8Array, { stream: true });
      const [first = "", ...rest] = text.split("\n");
      parts.push(first);
      for (const next of rest) {
        yield* meant(parts);
        parts = [next];
      }
    }
  } catch (error) {
    if (!unwanted.aborted) throw error;
  }
  if (!unwanted.aborted) yield* meant([...parts, decoder.decode()]);
}

function* meant(parts: readonly string[]): Generator<string, void> {
  const line = parts.join("").trim();
  if (line !== "") yield line;
}
