import { runCommandLine } from "./postern/run-command-line.ts";

process.exitCode = await runCommandLine(process.argv.slice(2), process);
