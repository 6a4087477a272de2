import type { Terminal } from "./confirm.ts";
import type { Streams } from "./command.ts";

/** All that a command has from outside: a process has it, or what stands in for one. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Streams["input"];
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: Terminal["output"];
  readonly cwd: () => string;
}
