import { type Account, readLogin } from "../cloudflare/account.ts";
import { CloudflareError } from "../cloudflare/cloudflare-error.ts";
import { UsageError } from "../postern/command.ts";
import type { Setup } from "./step.ts";

export class NotLoggedIn extends CloudflareError {
  constructor() {
    super("Not logged in to Cloudflare", {
      next: "Run npx wrangler login, or set CLOUDFLARE_API_TOKEN (made from the template Edit Cloudflare Workers) and CLOUDFLARE_ACCOUNT_ID.",
    });
  }
}

const show = ({ id, name }: Account): string => `${name} (${id})`;

async function chooseAccount({ conversation, options, config, env }: Setup, accounts: readonly Account[]) {
  const wanted = config.account ?? options.account ?? env["CLOUDFLARE_ACCOUNT_ID"];
  const [first] = accounts;
  if (wanted !== undefined && wanted !== "") {
    const found = accounts.find(({ id }) => id === wanted);
    if (found !== undefined) return found;
    throw new UsageError(`The login has no account ${wanted}; it has ${accounts.map(show).join(", ") || "none"}`);
  }
  if (first === undefined) throw new CloudflareError("The login has no account to deploy to");
  if (accounts.length === 1) return first;
  const choices = accounts.map((account) => ({ value: account.id, label: show(account) }));
  const flag = `--account with one of ${accounts.map(show).join(", ")}`;
  const id = await conversation.choose("Which account?", choices, flag);
  return accounts.find((account) => account.id === id) ?? first;
}

/** The account that everything below happens in. */
export async function logIn(setup: Setup): Promise<void> {
  const { conversation } = setup;
  let accounts: readonly Account[] = [];
  await conversation.work("Cloudflare login", async () => {
    const login = await readLogin(setup.env);
    if (login === undefined) throw new NotLoggedIn();
    accounts = login.accounts;
    return login.email ?? "an API token";
  });
  setup.account = await chooseAccount(setup, accounts);
  setup.env = { ...setup.env, CLOUDFLARE_ACCOUNT_ID: setup.account.id };
  await conversation.work("Account", async () => show(setup.account));
}
