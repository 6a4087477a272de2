/** What we use of Cloudflare's binding to Workers AI. */
export interface AiBinding {
  run(model: string, inputs: Record<string, unknown>, options: { readonly signal: AbortSignal }): Promise<unknown>;
}
