import { parseArgs } from "node:util";

const USAGE = `npm run functions -- [url ...]

Writes src/sql/builtin-functions.json from the functions of these servers (postgres://...);
without a URL it installs and starts one server of each supported major version.

  --help   show this`;

function parse(args: string[]): { help: boolean; urls: string[] } {
  const { values, positionals } = parseArgs({
    args,
    options: { help: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  // The value is not repeated: it may hold a password.
  if (!positionals.every((text) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text))) {
    throw new Error("A URL must look like postgres://user:password@host/db");
  }
  return { help: values.help, urls: positionals };
}

function exitWithUsage(problem?: string): never {
  if (problem === undefined) console.log(USAGE);
  else console.error(`${problem}\n\n${USAGE}`);
  process.exit(problem === undefined ? 0 : 2);
}

/** The servers to ask; prints the usage and ends the process for --help and for a wrong call. */
export function readFunctionUrls(args: string[]): string[] {
  let options: ReturnType<typeof parse>;
  try {
    options = parse(args);
  } catch (error) {
    return exitWithUsage(error instanceof Error ? error.message : String(error));
  }
  return options.help ? exitWithUsage() : options.urls;
}
