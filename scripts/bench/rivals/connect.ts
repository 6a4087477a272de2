import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { startWorkerd } from "../start-workerd.ts";
import type { Stack } from "../start-stack.ts";
import type { Launch, Rival } from "./rival-list.ts";

/** A server that a client has connected to. */
export interface Connected {
  client: Client;
  /** The process that serves, for its memory. */
  pid: number;
  stop(): Promise<void>;
}

const newClient = (): Client => new Client({ name: "postern-bench", version: "1" });
const PATIENCE_MS = 30_000;

/** Only what a program needs to run: nothing of the caller's that a server might read as a setting. */
function environment(launch: Launch): Record<string, string> {
  return { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "", ...launch.env };
}

async function connectUrl(url: string, headers: Record<string, string>): Promise<Client> {
  const client = newClient();
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return client;
}

/** In a workerd of its own, so that its memory is not that of the bench's other Workers. */
export async function startPostern({ folder, services, enroll }: Stack, databaseUrl: string): Promise<Connected> {
  const workerd = await startWorkerd(folder, [services.postern, services.storage]);
  const url = workerd.urls.get(services.postern.name) ?? new URL("http://missing.invalid");
  const headers = { authorization: `Bearer ${await enroll(url, databaseUrl)}` };
  const client = await connectUrl(new URL("/mcp", url).href, headers);
  return { client, pid: workerd.pid, stop: () => client.close().then(() => workerd.stop()) };
}

export async function startRival(modules: string, rival: Rival, databaseUrl: string, port: number): Promise<Connected> {
  const launch = rival.launch({ databaseUrl, port, folder: path.dirname(modules) });
  const command = { command: process.execPath, args: [path.join(modules, rival.entry), ...launch.args] };
  if (launch.url === undefined) {
    const client = newClient();
    const transport = new StdioClientTransport({ ...command, env: environment(launch), stderr: "ignore" });
    await client.connect(transport);
    return { client, pid: transport.pid ?? 0, stop: () => client.close() };
  }
  const child = spawn(command.command, command.args, { env: environment(launch), stdio: "ignore" });
  const exited = once(child, "exit");
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await exited;
  };
  try {
    const client = await connectWhenUp(launch.url, () => child.exitCode !== null);
    return { client, pid: child.pid ?? 0, stop: () => client.close().then(stop) };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function connectWhenUp(url: string, hasEnded: () => boolean): Promise<Client> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await connectUrl(url, {});
    } catch (error) {
      if (hasEnded() || Date.now() > deadline) throw error;
      await delay(100);
    }
  }
}
