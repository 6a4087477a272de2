import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { checkDatabaseUrl } from "../../../scripts/local/start-options.ts";
import { startConversation } from "../../../scripts/setup/conversation.ts";
import { collectOutput } from "../postern/collect-output.ts";

const DELETE_LINE = "\u0015";

test("asks again for a secret that is none, with the reason, and shows what was typed neither time", async () => {
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
  const out = collectOutput();
  const stdout = Object.assign(out.stream, { isTTY: true });
  const conversation = startConversation({ env: {}, stdin, stdout, stderr: stdout, cwd: () => "/" });
  const asked = conversation.askSecretly("Where?", "--database-url", (given) => checkDatabaseUrl(given, "It"));
  for (const keys of ["mysql://typed/there", "\r"]) stdin.write(keys);
  await expect.poll(() => out.text()).toContain("It must look like postgres://");
  for (const keys of [DELETE_LINE, " postgres://typed/here ", "\r"]) stdin.write(keys);
  expect(await asked).toBe("postgres://typed/here");
  expect(out.text()).not.toContain("typed");
});
