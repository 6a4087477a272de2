import { randomBytes, randomUUID } from "node:crypto";
import { connected } from "../../../scripts/local/sample-database.ts";
import { type BranchDoor, openDoor } from "./branch-door.ts";

export interface Branch {
  readonly id: string;
  readonly name: string;
  readonly parentId: string | undefined;
  expiresAt: string | undefined;
  readonly createdAt: string;
  /** The real database behind each of its databases. */
  readonly databases: ReadonlyMap<string, string>;
  endpoint: { readonly id: string; readonly door: BranchDoor } | undefined;
}

export interface Operation {
  readonly id: string;
  readonly action: string;
  readonly branchId: string;
  /** Finished once this many more requests have come. */
  remaining: number;
  failure: string | undefined;
}

export interface NeonState {
  readonly projectId: string;
  readonly apiKey: string;
  readonly postgresUrl: string;
  readonly branches: Branch[];
  readonly operations: Operation[];
  readonly roles: Map<string, string>;
  /** Whether branches have databases of their own, or, to be quick where nobody looks, those of their parent. */
  readonly copies: boolean;
  /** Whether Neon keeps the roles' passwords. */
  storesPasswords: boolean;
  /** The reason for which the next operation fails. */
  nextFailure: string | undefined;
}

export const newId = (kind: "br" | "ep"): string => `${kind}-quiet-sun-${randomBytes(4).toString("hex")}`;

export function startOperation(state: NeonState, action: string, branchId: string): Operation {
  const operation = { id: randomUUID(), action, branchId, remaining: 1, failure: state.nextFailure };
  state.nextFailure = undefined;
  state.operations.push(operation);
  return operation;
}

export async function addEndpoint(state: NeonState, branch: Branch): Promise<void> {
  branch.endpoint = { id: newId("ep"), door: await openDoor(new URL(state.postgresUrl), branch.databases) };
}

/** A branch has a copy of each database of its parent. */
export async function addBranch(
  state: NeonState,
  parent: Branch,
  wanted: { name: string; expiresAt: string | undefined },
): Promise<Branch> {
  const id = newId("br");
  const databases = new Map(parent.databases);
  if (state.copies)
    await connected(state.postgresUrl, async (client) => {
      for (const [name, real] of parent.databases) {
        databases.set(name, `${id}_${name}`);
        await client.query(`CREATE DATABASE "${id}_${name}" TEMPLATE "${real}"`);
      }
    });
  const createdAt = new Date().toISOString();
  const branch: Branch = { id, ...wanted, parentId: parent.id, createdAt, databases, endpoint: undefined };
  state.branches.push(branch);
  return branch;
}

export async function removeBranch(state: NeonState, branch: Branch): Promise<void> {
  state.branches.splice(state.branches.indexOf(branch), 1);
  await branch.endpoint?.door.close();
  if (branch.parentId !== undefined && !state.copies) return;
  await connected(state.postgresUrl, async (client) => {
    for (const real of branch.databases.values()) await client.query(`DROP DATABASE "${real}" WITH (FORCE)`);
  });
}
