import { setTimeout } from "node:timers/promises";
import { type Command, defineCommand, PROGRAM } from "./command.ts";
import { countOld, readKeyStatus, showKeyStatus } from "./key-status.ts";
import { rewrapAll } from "./rewrap.ts";
import { makeSealingKey } from "./sealing-key.ts";

const generate = defineCommand({
  name: "keys generate",
  summary: "Make a new sealing key on this machine and tell how to bring it into use",
  details: [
    "SEALING_KEY holds one key or several with commas between them. New connection strings and keys of models are sealed under the first; the others only open what they sealed. Nothing is sent anywhere.",
  ],
  arguments: [],
  options: {},
  examples: [{ line: "keys generate", what: "The key, and the three steps of a rotation." }],
  next: `Put it first in SEALING_KEY, deploy or start again, then ${PROGRAM} keys rotate.`,
  run({ now }) {
    const made = makeSealingKey(now);
    const text = [
      made.key,
      "",
      "It is not kept anywhere: put it into your secret store now. Then, for a deployed Worker:",
      "1. Put it first in SEALING_KEY, before the present value with a comma between, and deploy",
      "   (Cloudflare does not show the present value; it is in your secret store):",
      "   npx wrangler secret put SEALING_KEY     and enter <new key>,<present value>",
      "   npm run deploy",
      "2. Seal every secret anew under it, and see that none is left under the old key:",
      `   ${PROGRAM} keys rotate`,
      `   ${PROGRAM} keys status`,
      "3. Take the old key out, by entering the new key alone, and deploy:",
      "   npx wrangler secret put SEALING_KEY     and enter <new key>",
      "   npm run deploy",
      "",
      "For the Worker of npm start the steps are the same; in place of the two commands, start it again with",
      "   SEALING_KEY=<value> npm start",
      `The present value is "sealingKey" in .postern/secrets.json; in the end put the new key there.`,
    ].join("\n");
    return { data: made, text };
  },
});

const status = defineCommand({
  name: "keys status",
  summary: "Show the sealing keys and how many secrets each one seals",
  arguments: [],
  options: {},
  examples: [{ line: "keys status", what: "Before an old key is taken out of SEALING_KEY." }],
  next: "A key that seals nothing and is not current can be taken out of SEALING_KEY.",
  async run({ admin }) {
    const found = await readKeyStatus(admin);
    return { data: found, text: showKeyStatus(found) };
  },
});

const rotate = defineCommand({
  name: "keys rotate",
  summary: "Seal every connection string and model's key anew under the current key",
  details: [
    "It can be stopped and run again at any time: what is done is left alone. Exit code 1 when a secret could not be opened or is left under an old key.",
  ],
  arguments: [],
  options: {},
  examples: [{ line: "keys rotate", what: "After a new key was put first in SEALING_KEY." }],
  next: `Look at ${PROGRAM} keys status, then take the old key out of SEALING_KEY.`,
  async run({ admin, progress }) {
    const done = await rewrapAll(admin, {
      wait: setTimeout,
      onProgress: ({ rewrapped, alreadyCurrent }) => {
        progress(`Secrets sealed anew: ${rewrapped}; already: ${alreadyCurrent}`);
      },
    });
    const found = await readKeyStatus(admin);
    const left = countOld(found);
    const failures = done.failed.map(
      ({ tenant, secret, keyId }) =>
        `Could not open the ${secret} of tenant ${tenant}, sealed under ${keyId}: put that key back into SEALING_KEY, or save it again.`,
    );
    // A change in KV can take a minute to be seen everywhere.
    const late = left > done.failed.length ? ["Counts can lag by a minute: look again, then run this again."] : [];
    const sealed = `${done.rewrapped} secret${done.rewrapped === 1 ? "" : "s"}`;
    const before = `${done.alreadyCurrent} ${done.alreadyCurrent === 1 ? "was" : "were"} already`;
    const summary = `Sealed ${sealed} anew under ${done.current}; ${before}.`;
    return {
      data: { ...done, keys: found.keys },
      text: `${summary}\n\n${showKeyStatus(found)}`,
      warnings: [...failures, ...late],
      failed: left > 0 || failures.length > 0,
    };
  },
});

export const KEYS_COMMANDS: readonly Command[] = [generate, status, rotate];
