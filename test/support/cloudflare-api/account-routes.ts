import { fail, page, succeed } from "./envelope.ts";
import { readJson, route } from "./route.ts";

const SUBDOMAIN = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Who is calling, for which accounts, and the name below workers.dev. */
export const accountRoutes = [
  route("GET /user", ({ state }) => succeed({ id: "1", email: state.email })),
  route("GET /user/tokens/verify", () => succeed({ id: "1", status: "active" })),
  route("GET /accounts", ({ state, query }) => page(state.accounts, query)),
  route("GET /memberships", ({ state, query }) =>
    page(
      state.accounts.map((account) => ({ id: account.id, status: "accepted", account, roles: ["Administrator"] })),
      query,
    ),
  ),
  route("GET /accounts/:account/workers/subdomain", ({ state }) =>
    state.subdomain === undefined
      ? fail(404, 10007, "You do not have a workers.dev subdomain.")
      : succeed({ subdomain: state.subdomain }),
  ),
  route("PUT /accounts/:account/workers/subdomain", (call) => {
    const { subdomain } = readJson<{ subdomain: string }>(call);
    if (!SUBDOMAIN.test(subdomain)) return fail(400, 10030, "Subdomain is invalid.");
    call.state.subdomain = subdomain;
    return succeed({ subdomain });
  }),
];
