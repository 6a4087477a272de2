import { ownSqlFile } from "../sql/own-file.ts";
import type { PowerFacts, PreflightFinding } from "./preflight-finding.ts";
import { describeMembership, type MembershipFacts } from "./preflight-memberships.ts";
import { describeOwnership } from "./preflight-ownership.ts";
import { describePowers } from "./preflight-powers.ts";
import preflightText from "./preflight.sql";
import type { Read } from "./read.ts";
import { textCell } from "./text-cell.ts";

const statement = ownSqlFile(preflightText);

/** One row for each power, and for each set of powers that memberships bring. */
const MAX_ROWS = 1_000;

/** Names are somebody else's words; in findings they are SQL as Postgres quotes it. */
export interface Preflight {
  readonly serverVersion: string;
  /** The login role, whatever role the transaction runs as. */
  readonly role: string;
  readonly database: string;
  /** True when nothing was found that lets the role change data or reach outside the database. */
  readonly isReadOnly: boolean;
  readonly findings: readonly PreflightFinding[];
}

interface RoleFacts {
  readonly version: string;
  readonly role: string;
  readonly database: string;
}

/** What the role of the connection could do beyond reading; dangers come first. */
export async function readPreflight(read: Read): Promise<Preflight> {
  const { rows } = await read(statement, [], MAX_ROWS);
  const factsOf = (wanted: string): unknown[] => rows.filter(([name]) => name === wanted).map(([, facts]) => facts);
  const { version, role, database } = factsOf("role")[0] as RoleFacts;
  const powers = new Map(rows.map(([name, facts]) => [textCell(name), facts as unknown as PowerFacts]));
  const findings: readonly PreflightFinding[] = [
    ...(factsOf("member") as MembershipFacts[]).map(describeMembership),
    ...describeOwnership(powers),
    ...describePowers(powers, Number.parseInt(version, 10)),
  ];
  const dangers = findings.filter(({ level }) => level === "danger");
  return {
    serverVersion: version,
    role,
    database,
    isReadOnly: dangers.length === 0,
    findings: [...dangers, ...findings.filter(({ level }) => level === "warning")],
  };
}
