export interface Account {
  readonly id: string;
  readonly name: string;
}

export interface Binding {
  readonly name: string;
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface Module {
  readonly name: string;
  /** As the upload names it: application/javascript+module, text/plain, application/wasm, ... */
  readonly type: string;
  readonly contents: Uint8Array<ArrayBuffer>;
}

/** A version of a Worker, complete: its secrets and inherited bindings are among the bindings. */
export interface Version {
  readonly id: string;
  readonly number: number;
  readonly createdOn: string;
  readonly annotations: Readonly<Record<string, string>>;
  readonly mainModule: string;
  readonly modules: readonly Module[];
  readonly bindings: readonly Binding[];
  readonly compatibilityDate: string;
  readonly compatibilityFlags: readonly string[];
  /** All that was uploaded beside the modules. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface Deployment {
  readonly id: string;
  readonly createdOn: string;
  readonly annotations: Readonly<Record<string, string>>;
  readonly versions: readonly { readonly version_id: string; readonly percentage: number }[];
}

export interface Script {
  readonly name: string;
  readonly tag: string;
  /** The newest first, as the API lists them. */
  readonly versions: Version[];
  readonly deployments: Deployment[];
  enabled: boolean;
  previewsEnabled: boolean;
  settings: Record<string, unknown>;
}

export interface Namespace {
  readonly id: string;
  readonly title: string;
}

/** An account of Cloudflare, as far as deploying a Worker touches it. */
export interface CloudflareState {
  readonly token: string;
  readonly email: string;
  accounts: Account[];
  /** <this>.workers.dev; undefined until the account has chosen one. */
  subdomain: string | undefined;
  readonly namespaces: Namespace[];
  readonly scripts: Map<string, Script>;
}

export const newState = (): CloudflareState => ({
  token: "cloudflare-test-token",
  email: "operator@example.com",
  accounts: [{ id: "0123456789abcdef0123456789abcdef", name: "Example" }],
  subdomain: "example",
  namespaces: [],
  scripts: new Map(),
});

export const newId = (): string => crypto.randomUUID().replaceAll("-", "");

/** The version that all or most of a Worker's requests meet. */
export function deployedVersion(script: Script): Version | undefined {
  const [main] = (script.deployments[0]?.versions ?? []).toSorted((a, b) => b.percentage - a.percentage);
  return script.versions.find(({ id }) => id === main?.version_id);
}
