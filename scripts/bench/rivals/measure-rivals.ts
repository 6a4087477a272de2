import { findFreePort } from "../../local/free-port.ts";
import { residentBytes } from "../../local/memory.ts";
import { callsPerSecond, type Effort, median, timeCalls } from "../measure.ts";
import type { Stack } from "../start-stack.ts";
import { countToolTokens } from "../tool-tokens.ts";
import { type Connected, startPostern, startRival } from "./connect.ts";
import { installRivals } from "./install-rivals.ts";
import { type Rival, RIVALS } from "./rival-list.ts";

export interface RivalFigures {
  name: string;
  latencyMs: number;
  latencyMsOfRows: number;
  /** At the same time, answered or not. */
  callsPerSecond: number;
  /** Share of those calls that failed. */
  failed: number;
  residentBytes: number;
  tools: number;
  toolTokens: number;
  /** What the text of a hundred rows costs in the assistant's context. */
  answerTokens: number;
}

const ONE = "SELECT 1 AS one";
const HUNDRED = "SELECT * FROM shop.orders ORDER BY id LIMIT 100";

interface Contestant {
  name: string;
  query: Rival["query"];
  open: () => Promise<Connected>;
}

async function run({ client }: Connected, call: ReturnType<Rival["query"]>): Promise<string> {
  const result = await client.callTool(call);
  const text = JSON.stringify(result.content);
  if (result.isError === true) throw new Error(`${call.name} failed: ${text.slice(0, 300)}`);
  return text;
}

/** Some servers cannot serve several calls at once; that is a figure, too. */
function countFailures(send: () => Promise<string>) {
  let [made, failed] = [0, 0];
  return {
    made: () => made,
    failed: () => failed,
    send: async (): Promise<string> => {
      made += 1;
      try {
        return await send();
      } catch {
        failed += 1;
        return "";
      }
    },
  };
}

async function measureOne({ name, query, open }: Contestant, effort: Effort): Promise<RivalFigures> {
  const connected = await open();
  try {
    const [one, rows] = [query(ONE), query(HUNDRED)].map((call) => () => run(connected, call)) as [
      () => Promise<string>,
      () => Promise<string>,
    ];
    const { concurrency, roundMs, callsPerRound, throughputRounds, maxRoundMs, warmUpMs } = effort;
    await timeCalls(one, Infinity, warmUpMs);
    await timeCalls(rows, Infinity, warmUpMs);
    const tries = countFailures(one);
    const rates: number[] = [];
    for (let round = 0; round < throughputRounds; round += 1)
      rates.push(await callsPerSecond(tries.send, { concurrency, roundMs }));
    const latency = await timeCalls(one, callsPerRound * 10, maxRoundMs * 4);
    const latencyOfRows = await timeCalls(rows, callsPerRound * 5, maxRoundMs * 4);
    const { tools } = await connected.client.listTools();
    return {
      name,
      latencyMs: median(latency),
      latencyMsOfRows: median(latencyOfRows),
      callsPerSecond: median(rates),
      failed: tries.failed() / tries.made(),
      residentBytes: residentBytes(connected.pid),
      tools: tools.length,
      toolTokens: countToolTokens(tools),
      answerTokens: countToolTokens([await rows()]),
    };
  } finally {
    await connected.stop();
  }
}

function contestants(stack: Stack, modules: string): Contestant[] {
  const postern: Contestant = {
    name: "Postern",
    query: (sql) => ({ name: "query", arguments: { query: sql } }),
    open: () => startPostern(stack),
  };
  const others = RIVALS.map(
    (rival): Contestant => ({
      name: rival.name,
      query: rival.query,
      open: async () => await startRival(modules, rival, stack.databaseUrl, await findFreePort()),
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
    figures.push(await measureOne(contestant, effort));
  }
  return figures;
}
