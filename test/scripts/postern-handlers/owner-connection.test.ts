import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer, type Server } from "node:net";
import path from "node:path";
import { TLSSocket } from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runPostern } from "../postern/run-postern.ts";
import { createCertificate } from "../proxy-certificate.ts";
import { createDesk, type Desk } from "./handlers-command.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await createDesk();
});
afterAll(() => desk.clear());

function changed(changes: Partial<Pick<URL, "username" | "password" | "port" | "pathname" | "search">>): string {
  return Object.assign(new URL(desk.url), changes).href;
}

test.each([
  ["a wrong password", { password: "hunter2secret" }, "refused the login: password authentication failed"],
  ["no password", { password: "" }, "wants a password, and there is none"],
  ["an unknown user", { username: "nobody_here", password: "hunter2secret" }, "refused the login"],
  ["an unknown database", { pathname: "/nowhere" }, 'database "nowhere" does not exist'],
  ["a port where nothing listens", { port: "1" }, "Nothing answers at 127.0.0.1:1 (ECONNREFUSED)."],
  ["TLS that the server does not speak", { search: "?sslmode=require" }, "does not speak TLS"],
])("tells of %s in one line, with what to do, and no password", async (_, changes, why) => {
  const { code, out, error } = await desk.runWith({ url: changed(changes) }, "status");
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(error).toContain(why);
  expect(error.trimEnd().split("\n")).toHaveLength(2);
  expect(error).not.toContain("hunter2secret");
  expect(error).not.toContain(new URL(desk.url).password);
});

test("tells to start the sample where nobody named another database", async () => {
  const state = path.join(desk.folder, "state");
  await mkdir(state);
  const ownerUrl = changed({ port: "1" });
  await writeFile(path.join(state, "start.json"), JSON.stringify({ port: 1, ownerUrl, readerUrl: ownerUrl }));
  const env = { POSTERN_STATE: state, DATABASE_URL: undefined };
  const { code, error } = await runPostern(["handlers", "status"], { env });
  expect(code).toBe(1);
  expect(error).toContain("Nothing answers at 127.0.0.1:1 (ECONNREFUSED).\nThis is the sample");
  expect(error).toContain("npm start");
});

test("does not repeat a URL that is none", async () => {
  const { code, error } = await desk.runWith({}, "status", "--connection", "postgres//owner:hunter2secret@db/app");
  expect(code).toBe(2);
  expect(error).toContain("must look like postgres://");
  expect(error).not.toContain("hunter2secret");
});

/** Agrees to speak TLS, shows a certificate for localhost and hangs up once it is believed. */
async function startTlsServer(key: string, cert: string): Promise<Server> {
  const server = createServer((socket) => {
    socket.once("data", () => {
      socket.write("S");
      const secured = new TLSSocket(socket, { isServer: true, key, cert });
      secured.on("data", () => secured.end());
      secured.on("error", () => socket.destroy());
    });
    socket.on("error", () => socket.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

test("sends no password to a server whose certificate it cannot verify", async () => {
  const { key, certificate } = createCertificate("localhost");
  const server = await startTlsServer(key, certificate);
  const { port } = server.address() as AddressInfo;
  const ca = path.join(desk.folder, "ca.pem");
  await writeFile(ca, certificate);
  const ask = (parameters: string) =>
    desk.runWith({ url: `postgres://owner:hunter2secret@localhost:${String(port)}/app?${parameters}` }, "status");
  const unknown = await ask("sslmode=verify-full");
  expect(unknown).toMatchObject({ code: 1, error: expect.stringContaining("cannot be verified") });
  expect(unknown.error).toContain("sslrootcert=<file>");
  const known = await ask(`sslmode=verify-full&sslrootcert=${ca}`);
  expect(known).toMatchObject({ code: 1, error: expect.not.stringContaining("cannot be verified") });
  server.close();
  await once(server, "close");
});
