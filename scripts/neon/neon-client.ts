import { NeonError } from "./neon-error.ts";
import type { NeonBranch, NeonEndpoint, NeonOperation, NewBranch } from "./neon-records.ts";
import { NEON_PATIENCE, type NeonPatience, neonRequest } from "./neon-request.ts";
import { waitForOperations } from "./wait-for-operations.ts";

export const NEON_API = "https://console.neon.tech/api/v2";

const PAGE = 100;

export interface NeonSettings {
  apiKey: string;
  projectId: string;
  /** Where the API is, when it is not Neon's own. */
  baseUrl?: string | undefined;
  patience?: Partial<NeonPatience>;
}

export type NeonClient = ReturnType<typeof neonClient>;

interface Changed {
  branch: NeonBranch;
  endpoints?: NeonEndpoint[];
  operations: NeonOperation[];
}

/** Neon's API for one project. What it changes is done when the call returns. */
export function neonClient({ apiKey, projectId, baseUrl = NEON_API, patience }: NeonSettings) {
  const request = neonRequest({ apiKey, baseUrl, patience: { ...NEON_PATIENCE, ...patience } });
  const project = `/projects/${encodeURIComponent(projectId)}`;
  const branchPath = (id: string): string => `${project}/branches/${encodeURIComponent(id)}`;
  const settle = (operations: readonly NeonOperation[]) => waitForOperations(request, project, operations);

  return {
    /** Every branch whose name begins so. */
    async listBranches(prefix: string): Promise<NeonBranch[]> {
      const found: NeonBranch[] = [];
      let cursor: string | undefined;
      do {
        const query = new URLSearchParams({ search: prefix, limit: String(PAGE), ...(cursor && { cursor }) });
        const page = await request<{ branches: NeonBranch[]; pagination?: { next?: string } }>(
          "GET",
          `${project}/branches?${query}`,
        );
        found.push(...page.branches);
        // A page that brings nothing is the last one, whatever cursor comes with it.
        cursor = page.branches.length < PAGE ? undefined : page.pagination?.next;
      } while (cursor !== undefined);
      // Neon finds the words anywhere in a name, and in ids.
      return found.filter(({ name }) => name.startsWith(prefix));
    },

    async createBranch({ name, parentId, expiresAt }: NewBranch): Promise<NeonBranch> {
      const { branch, operations } = await request<Changed>("POST", `${project}/branches`, {
        branch: { name, expires_at: expiresAt, ...(parentId === undefined ? {} : { parent_id: parentId }) },
        endpoints: [{ type: "read_write" }],
      });
      try {
        await settle(operations);
      } catch (error) {
        // Half a branch serves nobody; and should this fail too, Neon removes it when it expires.
        await this.deleteBranch(branch.id).catch(() => undefined);
        throw error;
      }
      return branch;
    },

    async extendBranch(id: string, expiresAt: string): Promise<NeonBranch> {
      const changes = { branch: { expires_at: expiresAt } };
      const { branch, operations } = await request<Changed>("PATCH", branchPath(id), changes);
      await settle(operations);
      return branch;
    },

    /** With its endpoints. One that is gone already is no failure. */
    async deleteBranch(id: string): Promise<void> {
      try {
        const { operations } = await request<Partial<Changed>>("DELETE", branchPath(id));
        await settle(operations ?? []);
      } catch (error) {
        if (!(error instanceof NeonError && error.status === 404)) throw error;
      }
    },

    /** The endpoint that writes, which every branch has one of at most; made where there is none. */
    async endpointOf(branchId: string): Promise<NeonEndpoint> {
      const find = async (): Promise<NeonEndpoint | undefined> => {
        const { endpoints } = await request<{ endpoints: NeonEndpoint[] }>("GET", `${branchPath(branchId)}/endpoints`);
        return endpoints.find(({ type }) => type === "read_write");
      };
      const found = await find();
      if (found !== undefined) return found;
      try {
        const made = await request<{ endpoint: NeonEndpoint; operations: NeonOperation[] }>(
          "POST",
          `${project}/endpoints`,
          { endpoint: { branch_id: branchId, type: "read_write" } },
        );
        await settle(made.operations);
        return made.endpoint;
      } catch (error) {
        // A request whose answer was lost has made it.
        const made = error instanceof NeonError && error.status === 409 ? await find() : undefined;
        if (made === undefined) throw error;
        return made;
      }
    },

    /** With the password that Neon keeps for the role. */
    async connectionUri(wanted: { branchId: string; database: string; role: string }): Promise<string> {
      const { branchId, database, role } = wanted;
      const query = new URLSearchParams({ branch_id: branchId, database_name: database, role_name: role });
      return (await request<{ uri: string }>("GET", `${project}/connection_uri?${query}`)).uri;
    },
  };
}
