import { afterAll, beforeAll, expect, test } from "vitest";
import { scriptModel } from "../../support/model-script.ts";
import { type Postern, startPostern } from "./start-postern.ts";

const KEY = `sk-${crypto.randomUUID()}`;
const spoken = { choices: [{ message: { content: "ok" } }], usage: { prompt_tokens: 20, completion_tokens: 1 } };
let postern: Postern;
let count = 0;

beforeAll(async () => {
  postern = await startPostern();
});

afterAll(async () => {
  await postern?.stop();
});

async function newTenant(): Promise<string> {
  count += 1;
  return (await postern.admin.createTenant({ id: `acme-${count}` })).id;
}

test("sets a model with the key from stdin, and tells that it answers", async () => {
  const id = await newTenant();
  const script = await scriptModel({ body: spoken });
  const line = `model set ${id} text --provider openai --model small --model-url ${script.url} --key-stdin`;
  const { code, out, error } = await postern.run(line, `${KEY}\n`);
  expect({ code, error, out: out.replaceAll(script.url, "URL").replace(/ {2,}/g, "  ") }).toEqual({
    code: 0,
    error: "",
    out: [
      `Saved the text model of tenant ${id}.`,
      "USE  PROVIDER  MODEL  URL  KEY  FROM",
      "text  openai  small  URL  yes  the tenant's own",
      "text: small of openai answers (21 tokens used)\n",
    ].join("\n"),
  });
  expect((await script.requests())[0]?.headers["authorization"]).toBe(`Bearer ${KEY}`);
});

test("takes the key from a variable, keeps it when the model changes, and drops it when told to", async () => {
  const id = await newTenant();
  const script = await scriptModel({ body: spoken });
  const base = `model set ${id} text --provider openai --model-url ${script.url}`;
  expect(await postern.run(`${base} --key-env MY_KEY`, "", { MY_KEY: KEY })).toMatchObject({ code: 0, error: "" });
  expect(await postern.run(`${base} --model other`)).toMatchObject({ code: 0, error: "" });
  const moved = await postern.run(`model set ${id} text --provider gemini`);
  expect(moved).toEqual({
    code: 1,
    out: "",
    error:
      "Changing provider and url needs the key again.\nPass the key too, or null (--no-key) for none: the stored one is never sent to another place.\n",
  });
  expect(await postern.run(`${base} --no-key`)).toMatchObject({ code: 0 });
  expect((await script.requests()).map(({ headers }) => headers["authorization"])).toEqual([
    `Bearer ${KEY}`,
    `Bearer ${KEY}`,
    undefined,
  ]);
});

test("a model that does not answer is saved, with a warning; a check of it fails", async () => {
  const id = await newTenant();
  const { url } = await scriptModel({ status: 401, body: { error: { message: "no" } } });
  const line = `model set ${id} embedding --provider openai --model-url ${url} --key-env K --dimensions 256 --json`;
  const set = await postern.run(line, "", { K: KEY });
  expect(set.code).toBe(0);
  expect(JSON.parse(set.out)).toMatchObject({
    source: "tenant",
    dimensions: 256,
    hasKey: true,
    check: { works: false },
  });
  expect(set.error).toMatch(/^Warning: embedding: no answer \(model_rejected\)\. .*does not accept the key/);
  const check = await postern.run(`model check ${id} embedding`);
  expect(check).toMatchObject({ code: 1, out: expect.stringContaining("does not accept the key"), error: "" });
});

test("lists and checks what a tenant uses without models of its own, and removes what it has", async () => {
  const id = await newTenant();
  expect((await postern.run(`model list ${id}`)).out).toMatchInlineSnapshot(`
    "USE        PROVIDER  MODEL              DIMENSIONS  KEY  FROM
    embedding  local     hashed-ngrams-512  512         no   built in
    text                                                     none: questions in plain words get the schema instead of SQL
    "
  `);
  const check = await postern.run(`model check ${id}`);
  expect(check.code).toBe(1);
  expect(check.out).toMatch(
    /^embedding: hashed-ngrams-512 of local answers \(512 dimensions\)\ntext: no answer \(model_missing\)/,
  );
  expect(await postern.run(`model check ${id} embedding`)).toMatchObject({ code: 0 });
  expect(await postern.run(`model set ${id} embedding --provider local`)).toMatchObject({ code: 0, error: "" });
  expect((await postern.run(`model list ${id} --json`)).out).toContain('"source": "tenant"');
  expect(await postern.run(`model remove ${id} embedding`)).toMatchObject({
    code: 0,
    out: `Removed the embedding model of tenant ${id}.\n`,
  });
  expect(await postern.run(`model remove ${id} embedding`)).toMatchObject({ code: 1, out: "" });
});

test("shows the deployment's models, and what is wrong with their settings", async () => {
  const { url } = await scriptModel({ body: spoken });
  const other = await startPostern({
    TEXT_PROVIDER: "openai",
    TEXT_URL: url,
    TEXT_MODEL: "shared",
    TEXT_KEY: KEY,
    EMBEDDING_PROVIDER: "nonsense",
  });
  try {
    await other.admin.createTenant({ id: "acme" });
    const { out } = await other.run("model list acme");
    expect(out).toMatch(/^text +openai +shared .*yes +the deployment's$/m);
    expect(out).toMatch(/^embedding .*the deployment's, set up wrongly: EMBEDDING_PROVIDER is none of/m);
    expect(out).not.toContain(KEY);
    const check = await other.run("model check acme");
    expect(check.code).toBe(1);
    expect(check.out).toContain("text: shared of openai answers");
  } finally {
    await other.stop();
  }
});

test.each([
  ["model set acme speech --provider openai", 2, "<use> is embedding or text"],
  ["model set acme text", 2, "--provider is missing"],
  ["model set acme text --provider openai --key-stdin", 2, "stdin holds no key"],
  [`model set acme text --provider openai --key-env ${KEY}`, 2, "--key-env names no variable that is set"],
  ["model set acme text --provider openai --key-stdin --no-key", 2, "exclude each other"],
  ["model set acme embedding --provider openai --dimensions many", 2, "--dimensions must be a whole number"],
  [`model set acme text --provider openai --key ${KEY}`, 2, "Unknown option --key."],
  ["model set acme text --provider opneai", 1, 'Did you mean "openai"?'],
  ["model set nobody embedding --provider local", 1, 'There is no tenant "nobody".'],
  ["model check acme speech", 2, "<use> is embedding or text"],
])("%#: is refused and nothing of it repeated that may be a key", async (line, code, why) => {
  const ran = await postern.run(line);
  expect(ran).toMatchObject({ code, out: "" });
  expect(ran.error).toContain(why);
  expect(ran.error).not.toContain(KEY);
});
