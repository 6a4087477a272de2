// Keeps the Worker busy while things break around it: no wrong answer, nothing left running, no growing memory.
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { residentBytes } from "../local/memory.ts";
import { FAULTS } from "./faults.ts";
import { OPERATIONS } from "./operations.ts";
import { judgeRun, renderRun } from "./report.ts";
import { type SoakStack, startSoakStack } from "./start-stack.ts";
import { count, newTally, type Tally } from "./tally.ts";

const HELP = `npm run soak -- [options]

  --minutes <n>   how long, 10 if not given
  --clients <n>   calls at the same time, 12 if not given
  --help          show this
`;

/** How long a fault lasts, how long the pause after it, and for how much of that errors are excused. */
const [FAULT_MS, PAUSE_MS, EXCUSED_MS] = [4_000, 14_000, 8_000];

interface Weather {
  fault: string | undefined;
  isExcused(): boolean;
}

function chooseOperation(): (typeof OPERATIONS)[number] {
  const weighted = OPERATIONS.flatMap((operation) => Array.from({ length: operation[2] }, () => operation));
  const chosen = weighted[Math.floor(Math.random() * weighted.length)];
  if (chosen === undefined) throw new Error("there is nothing to do");
  return chosen;
}

async function callUntil(deadline: number, stack: SoakStack, weather: Weather, tally: Tally): Promise<void> {
  while (Date.now() < deadline) {
    const tenant = stack.tenants[Math.floor(Math.random() * stack.tenants.length)];
    if (tenant === undefined) throw new Error("there is no tenant");
    const [name, operation] = chooseOperation();
    const wasExcused = weather.isExcused();
    try {
      const verdict = await operation({ stack, tenant });
      count(tally, name, verdict, wasExcused || weather.isExcused());
    } catch (error) {
      count(tally, name, { kind: "wrong", why: String(error) }, false);
    }
  }
}

/** Breaks one thing after the other, with time to recover in between and at the end. */
async function breakThings(deadline: number, stack: SoakStack, weather: Weather, say: (line: string) => void) {
  let turn = 0;
  await delay(PAUSE_MS / 2);
  while (Date.now() + FAULT_MS + PAUSE_MS < deadline) {
    const fault = FAULTS[turn % FAULTS.length];
    if (fault === undefined) return turn;
    turn += 1;
    say(fault.name);
    weather.fault = fault.name;
    await fault.begin(stack);
    await delay(FAULT_MS);
    await fault.end(stack);
    weather.fault = undefined;
    await delay(PAUSE_MS);
  }
  return turn;
}

function newWeather(): Weather {
  let current: string | undefined;
  let clearSince = 0;
  return {
    get fault() {
      return current;
    },
    set fault(name) {
      if (name === undefined) clearSince = Date.now();
      current = name;
    },
    isExcused: () => current !== undefined || Date.now() - clearSince < EXCUSED_MS,
  };
}

async function watchMemory(deadline: number, pid: number): Promise<number[]> {
  const resident: number[] = [];
  while (Date.now() < deadline) {
    resident.push(residentBytes(pid));
    await delay(1_000);
  }
  return resident;
}

/** Longer than Postgres lets a transaction idle whose client has gone without a word. */
const PATIENCE_SECONDS = 90;

/** Waits for what was abandoned to end. */
async function countLeftovers(stack: SoakStack): Promise<{ statements: number; connections: number }> {
  for (let second = 0; second < PATIENCE_SECONDS; second += 1) {
    if ((await stack.runningStatements()) === 0 && stack.proxy.open() === 0) break;
    await delay(1_000);
  }
  return { statements: await stack.runningStatements(), connections: stack.proxy.open() };
}

async function soak(minutes: number, clients: number, cleanups: (() => Promise<void>)[]): Promise<boolean> {
  const say = (line: string): void => console.error(`  ${line} ...`);
  const stack = await startSoakStack(say, cleanups);
  const [tally, weather] = [newTally(), newWeather()];
  const deadline = Date.now() + minutes * 60_000;
  say(`${String(clients)} clients for ${String(minutes)} minutes`);
  const callers = Array.from({ length: clients }, () => callUntil(deadline, stack, weather, tally));
  const [faults, resident] = await Promise.all([
    breakThings(deadline, stack, weather, (name) => say(`${name} (${String(tally.calls)} calls so far)`)),
    watchMemory(deadline, stack.workerdPid),
    ...callers,
  ]);
  const run = { tally, faults, resident, leftovers: await countLeftovers(stack) };
  const failures = judgeRun(run);
  console.log(renderRun(run, failures));
  return failures.length === 0;
}

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    clients: { type: "string", default: "12" },
    help: { type: "boolean", default: false },
  },
});
const [minutes, clients] = [Number(values.minutes), Number(values.clients)];
if (values.help) console.log(HELP);
else if (!(minutes > 0 && Number.isInteger(clients) && clients > 0)) {
  console.error("--minutes and --clients take numbers above 0");
  process.exitCode = 1;
} else {
  const cleanups: (() => Promise<void>)[] = [];
  const cleanUp = async (): Promise<void> => {
    for (const undo of cleanups.splice(0).toReversed()) await undo();
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void cleanUp().then(() => process.exit(1)));
  try {
    if (!(await soak(minutes, clients, cleanups))) process.exitCode = 1;
  } finally {
    await cleanUp();
  }
}
