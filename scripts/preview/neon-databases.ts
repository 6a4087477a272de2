import { AppError } from "../../src/errors.ts";
import type { NeonClient } from "../neon/neon-client.ts";
import { NeonError } from "../neon/neon-error.ts";
import type { NeonBranch } from "../neon/neon-records.ts";
import { findDatabase, type PreviewDatabase, type PreviewDatabases } from "./preview-databases.ts";
import type { PreviewId } from "./preview-label.ts";

/** The branches' names are the register of previews: nothing else remembers them. */
const PREFIX = "preview/";

const branchName = ({ tenant, name }: PreviewId): string => `${PREFIX}${tenant}/${name}`;

/** How the preview signs in to its branch. */
export type BranchLogin =
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "role"; readonly role: string; readonly database: string };

export interface NeonChoices {
  /** Undefined: the project's default branch. */
  readonly parentId?: string | undefined;
  /** Only needed to connect, not to look and to remove. */
  readonly login?: BranchLogin;
  readonly now: Date;
}

function toDatabase({ id, name, expires_at: expiresAt }: NeonBranch): PreviewDatabase {
  const [, tenant = "", rest = ""] = /^preview\/([^/]*)\/(.*)$/s.exec(name) ?? [];
  return { id, title: `Neon branch ${name}`, tenant, name: rest, expiresAt };
}

/** The same login on another host: a branch begins with the roles and passwords of its parent. */
export function onHost(url: string, host: string): string {
  const moved = URL.canParse(url) ? new URL(url) : undefined;
  if (moved === undefined || !/^postgres(ql)?:$/.test(moved.protocol) || moved.hostname === "")
    // Not repeated: it holds a password.
    throw new AppError("bad_request", "The database URL must look like postgres://reader:password@host/database.");
  moved.port = "";
  moved.host = host;
  return moved.href;
}

export function neonDatabases(neon: NeonClient, { parentId, login, now }: NeonChoices): PreviewDatabases {
  const hasEnded = ({ expiresAt }: PreviewDatabase): boolean =>
    expiresAt !== undefined && Date.parse(expiresAt) <= now.getTime();

  const databases: PreviewDatabases = {
    async list(tenant) {
      const found = await neon.listBranches(tenant === undefined ? PREFIX : `${PREFIX}${tenant}/`);
      return found.map(toDatabase);
    },

    async ensure(wanted, expiresAt) {
      const extend = async ({ id }: PreviewDatabase) => ({
        database: toDatabase(await neon.extendBranch(id, expiresAt)),
        isNew: false,
      });
      const known = await findDatabase(databases, wanted);
      if (known !== undefined && !hasEnded(known)) return await extend(known);
      // Neon removes it in its own time, which may be while it is in use again.
      if (known !== undefined) await neon.deleteBranch(known.id);
      try {
        const made = await neon.createBranch({ name: branchName(wanted), parentId, expiresAt });
        return { database: toDatabase(made), isNew: true };
      } catch (error) {
        // Another run was quicker, or the answer to a first try was lost.
        const there = error instanceof NeonError && error.status === 409 && (await findDatabase(databases, wanted));
        if (!there) throw error;
        return await extend(there);
      }
    },

    async connectionUrl({ id }) {
      if (login === undefined) throw new Error("There is no login for the branch");
      // Also for the URI there must be an endpoint.
      const { host } = await neon.endpointOf(id);
      if (login.kind === "url") return onHost(login.url, host);
      return await neon.connectionUri({ branchId: id, ...login });
    },

    remove: ({ id }) => neon.deleteBranch(id),
  };
  return databases;
}
