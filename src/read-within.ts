export class BodyTooLarge extends Error {}

/** A body's text, of which never more than the limit is read: then the connection is given up. */
export async function readWithin(body: Request | Response, maxBytes: number): Promise<string> {
  const announced = body.headers.get("content-length");
  if (announced !== null && Number(announced) > maxBytes) {
    await body.body?.cancel();
    throw new BodyTooLarge();
  }
  // No body is longer than what its sender announced, unless that is its compressed length.
  if (announced !== null && !body.headers.has("content-encoding")) return await body.text();
  return await readCounting(body, maxBytes);
}

async function readCounting({ body }: Request | Response, maxBytes: number): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for (;;) {
    const chunk = await reader?.read();
    if (chunk === undefined || chunk.done) return text + decoder.decode();
    size += chunk.value.byteLength;
    if (size > maxBytes) {
      await reader?.cancel();
      throw new BodyTooLarge();
    }
    text += decoder.decode(chunk.value, { stream: true });
  }
}
