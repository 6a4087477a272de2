import { isWellFormedToken } from "../../src/tenants/token.ts";

export interface Secret {
  readonly kind: string;
  readonly value: string;
}

export interface Finding {
  readonly kind: string;
  /** The line it stands in, with every secret masked. */
  readonly line: string;
}

const MAX_LINE = 200;
const tokenShape = /pst_[0-9A-Za-z]{16}_[0-9A-Za-z]{49}/g;
// What stands for a password where one is masked or a form is explained.
const placeholders: ReadonlySet<string> = new Set(["***", "password"]);
const passwordInUrl = /postgres(?:ql)?:\/\/[^\s:@/]*:([^\s@"']+)@/gi;

/** The secrets in a text: those known by their value, and those that their shape gives away. */
export function findSecrets(text: string, known: readonly Secret[]): readonly Finding[] {
  const written = known.flatMap(waysToWrite);
  return text.split("\n").flatMap((line) => {
    const secrets = [...written.filter(({ value }) => line.includes(value)), ...secretsByShape(line)];
    const masked = mask(line, secrets);
    return [...new Set(secrets.map(({ kind }) => kind))].map((kind) => ({ kind, line: masked }));
  });
}

/** As it is, in a URL, and in JSON. */
function waysToWrite({ kind, value }: Secret): readonly Secret[] {
  if (value === "") return [];
  const ways = new Set([value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)]);
  return [...ways].map((way) => ({ kind, value: way }));
}

function secretsByShape(line: string): readonly Secret[] {
  const tokens = [...line.matchAll(tokenShape)].map(([value]) => ({ kind: "token", value }));
  const passwords = [...line.matchAll(passwordInUrl)].map(([, value = ""]) => ({ kind: "password in a URL", value }));
  return [
    ...tokens.filter(({ value }) => isWellFormedToken(value)),
    ...passwords.filter(({ value }) => !placeholders.has(value)),
  ];
}

function mask(line: string, secrets: readonly Secret[]): string {
  // The longest first, or a part of one could be masked and the rest of it shown.
  const values = secrets.map(({ value }) => value).toSorted((a, b) => b.length - a.length);
  const masked = values.reduce((shown, value) => shown.replaceAll(value, "***"), line);
  return masked.length > MAX_LINE ? `${masked.slice(0, MAX_LINE)}…` : masked;
}
