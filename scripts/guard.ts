import { text } from "node:stream/consumers";
import { GUARD_HELP, type GuardOptions, parseGuardOptions } from "./guard/guard-options.ts";
import { describeReport, type GuardReport, reportPass, reportRefusal } from "./guard/guard-report.ts";
import { loadGuard } from "./guard/load-guard.ts";

const [PASSED, REFUSED, USAGE] = [0, 1, 2];

async function judge(sql: string, options: GuardOptions): Promise<GuardReport> {
  const { guard, AppError } = await loadGuard();
  try {
    return reportPass(await guard(sql, options.policy));
  } catch (error) {
    if (error instanceof AppError) return reportRefusal(error);
    throw error;
  }
}

async function main(): Promise<number | undefined> {
  let options: GuardOptions;
  try {
    options = parseGuardOptions(process.argv.slice(2));
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${GUARD_HELP}`);
    return USAGE;
  }
  if (options.help || (options.sql === undefined && process.stdin.isTTY)) {
    console.log(GUARD_HELP);
    return options.help ? PASSED : USAGE;
  }
  const sql = options.sql ?? (await text(process.stdin));
  const report = await judge(sql, options);
  console.log(options.json ? JSON.stringify(report) : describeReport(report, sql));
  return report.verdict === "passed" ? PASSED : REFUSED;
}

process.exitCode = await main();
