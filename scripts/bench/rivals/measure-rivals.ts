import { findFreePort } from "../../local/free-port.ts";
import { residentBytes } from "../../local/memory.ts";
import { callsPerSecond, type Effort, median, timeCalls } from "../measure.ts";
import type { Stack } from "../start-stack.ts";
import { countToolTokens } from "../tool-tokens.ts";
import { type Connected, startPostern, startRival } from "./connect.ts";
import { countWrites } from "./count-writes.ts";
import { installRivals } from "./install-rivals.ts";
import { type Rival, RIVALS } from "./rival-list.ts";

export interface RivalFigures {
  name: string;
  latencyMs: number;
  latencyMsOfRows: number;
  /** Of calls made at the same time, those that were answered. */
  callsPerSecond: number;
  /** Share of those calls that failed. */
  failed: number;
  /** Of the attempts to write, those that changed the database. */
  writes: number;
  residentBytes: number;
  tools: number;
  toolTokens: number;
  /** What the text of a hundred rows costs in the assistant's context. */
  answerTokens: number;
}

const ONE = "SELECT 1 AS one";
const HUNDRED =
  "SELECT 'row ' || row_number() OVER (ORDER BY id) || ';' AS label, * FROM shop.orders ORDER BY id LIMIT 100";

interface Contestant {
  name: string;
  query: Rival["query"];
  open: (databaseUrl: string) => Promise<Connected>;
}

async function run({ client }: Connected, call: ReturnType<Rival["query"]>): Promise<string> {
  const result = await client.callTool(call);
  const text = JSON.stringify(result.content);
  if (result.isError === true) throw new Error(`${call.name} failed: ${text.slice(0, 300)}`);
  return text;
}

/** Fast is only who sends all that was asked for. */
function expectAllRows(name: string, text: string): void {
  const labels = Array.from({ length: 100 }, (_, index) => `row ${String(index + 1)};`);
  const missing = labels.find((label) => !text.includes(label));
  if (missing !== undefined) throw new Error(`${name} left out ${missing} of a hundred`);
}

/** Some servers cannot serve several calls at once, so failures are told and do not count as calls. */
async function measureThroughput(
  call: () => Promise<string>,
  effort: Effort,
): Promise<Pick<RivalFigures, "callsPerSecond" | "failed">> {
  const rates: number[] = [];
  let [allMade, allFailed] = [0, 0];
  for (let round = 0; round < effort.throughputRounds; round += 1) {
    let [made, failed] = [0, 0];
    const rate = await callsPerSecond(async () => {
      made += 1;
      return await call().catch(() => {
        failed += 1;
        return "";
      });
    }, effort);
    rates.push(rate * (1 - failed / made));
    allMade += made;
    allFailed += failed;
  }
  return { callsPerSecond: median(rates), failed: allFailed / allMade };
}

async function measureOne(
  { name, query, open }: Contestant,
  { databaseUrl, ownerUrl }: Stack,
  effort: Effort,
): Promise<RivalFigures> {
  const writes = await countWritesOf({ name, query, open }, ownerUrl);
  const connected = await open(databaseUrl);
  try {
    const [one, rows] = [query(ONE), query(HUNDRED)].map((call) => () => run(connected, call)) as [
      () => Promise<string>,
      () => Promise<string>,
    ];
    const { callsPerRound, maxRoundMs, warmUpMs } = effort;
    expectAllRows(name, await rows());
    await timeCalls(one, Infinity, warmUpMs);
    await timeCalls(rows, Infinity, warmUpMs);
    const throughput = await measureThroughput(one, effort);
    const latency = await timeCalls(one, callsPerRound * 10, maxRoundMs * 4);
    const latencyOfRows = await timeCalls(rows, callsPerRound * 5, maxRoundMs * 4);
    const { tools } = await connected.client.listTools();
    return {
      name,
      latencyMs: median(latency),
      latencyMsOfRows: median(latencyOfRows),
      ...throughput,
      writes,
      residentBytes: residentBytes(connected.pid),
      tools: tools.length,
      toolTokens: countToolTokens(tools),
      answerTokens: countToolTokens([await rows()]),
    };
  } finally {
    await connected.stop();
  }
}

/** In a process of its own: what an attempt does to a session must not show in the other figures. */
async function countWritesOf({ query, open }: Contestant, ownerUrl: string): Promise<number> {
  const connected = await open(ownerUrl);
  try {
    return await countWrites(ownerUrl, (sql) => run(connected, query(sql)));
  } finally {
    await connected.stop();
  }
}

function contestants(stack: Stack, modules: string): Contestant[] {
  const postern: Contestant = {
    name: "Postern",
    query: (sql) => ({ name: "query", arguments: { query: sql } }),
    open: (databaseUrl) => startPostern(stack, databaseUrl),
  };
  const others = RIVALS.map(
    (rival): Contestant => ({
      name: rival.name,
      query: rival.query,
      open: async (databaseUrl) => await startRival(modules, rival, databaseUrl, await findFreePort()),
    }),
  );
  return [postern, ...others];
}

/** Each with the same client, the same database and the same statements, one after the other in one run. */
export async function measureRivals(
  stack: Stack,
  effort: Effort,
  say: (line: string) => void,
): Promise<RivalFigures[]> {
  say("Installing the rivals");
  const modules = await installRivals(stack.folder);
  const figures: RivalFigures[] = [];
  for (const contestant of contestants(stack, modules)) {
    say(`Measuring ${contestant.name} with an MCP client`);
    figures.push(await measureOne(contestant, stack, effort));
  }
  return figures;
}
