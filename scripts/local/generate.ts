/**
 * What `npm run generate` does, within this process: as a command before ours it would be one more
 * that a signal to npm can hit, and the shell would then go on to start us.
 */
export async function generate(): Promise<void> {
  await import("../generate-parser.mjs");
  // It runs as postinstall, too, and so prints its error and sets the exit code.
  if (process.exitCode !== undefined) throw new Error("the parser could not be generated (see above)");
  await import("../generate-validators.ts");
  await import("../generate-tool-tokens.ts");
}
