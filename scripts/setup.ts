import { runSetup } from "./setup/run-setup.ts";

const INTERRUPTED = 130;

let isOver = false;
// At a terminal Ctrl-C ends the process as if all had gone well, and may hit it between two steps.
process.once("exit", () => {
  if (isOver) return;
  process.exitCode = INTERRUPTED;
  process.stderr.write("\nInterrupted. Run it again to go on from here.\n");
});
process.once("SIGINT", () => process.exit(INTERRUPTED));

process.exitCode = await runSetup(process.argv.slice(2), process);
isOver = true;
