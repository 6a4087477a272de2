import { listModules } from "./build-workers.ts";

/** As in wrangler.toml: what the Worker expects to find in its environment. */
export interface Environment {
  texts: Record<string, string>;
  kvNamespaces?: string[];
  rateLimits?: string[];
}

export interface WorkerService {
  name: string;
  /** Where its bundle lies, beside the configuration. */
  bundle: string;
  environment: Environment;
  compatibilityDate: string;
  compatibilityFlags: string[];
}

const RATE_LIMIT_MODULE = "bench:rate-limit";
const text = (value: string): string => JSON.stringify(value);
const list = (items: string[]): string => `[${items.join(", ")}]`;

function bindings({ texts, kvNamespaces = [], rateLimits = [] }: Environment): string {
  return list([
    ...Object.entries(texts).map(([name, value]) => `(name = ${text(name)}, text = ${text(value)})`),
    ...kvNamespaces.map((name) => `(name = ${text(name)}, kvNamespace = "kv-worker")`),
    ...rateLimits.map(
      (name) => `(name = ${text(name)}, wrapped = (moduleName = ${text(RATE_LIMIT_MODULE)}, innerBindings = []))`,
    ),
  ]);
}

function service(folder: string, worker: WorkerService): string {
  const modules = listModules(`${folder}/${worker.bundle}`).map(
    ({ name, kind }) => `(name = ${text(name)}, ${kind} = embed ${text(`${worker.bundle}/${name}`)})`,
  );
  return `(name = ${text(worker.name)}, worker = (
      modules = ${list(modules)},
      bindings = ${bindings(worker.environment)},
      compatibilityDate = ${text(worker.compatibilityDate)},
      compatibilityFlags = ${list(worker.compatibilityFlags.map(text))},
    ))`;
}

/** A server outside of workerd that its Workers know by name. */
export interface ExternalService {
  name: string;
  /** host:port */
  address: string;
}

/** A workerd configuration with every Worker on a socket of its own, on a port the system chooses. */
export function workerdConfig(folder: string, workers: WorkerService[], externals: ExternalService[] = []): string {
  const external = ({ name, address }: ExternalService): string =>
    `(name = ${text(name)}, external = (address = ${text(address)}, http = ())),`;
  const socket = ({ name }: WorkerService): string =>
    `(name = ${text(name)}, address = "127.0.0.1:0", http = (), service = ${text(name)})`;
  return `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    # Else a Worker could not reach this very machine.
    (name = "internet", network = (allow = ["public", "private", "local"])),
    ${externals.map(external).join("\n    ")}
    ${workers.map((worker) => service(folder, worker)).join(",\n    ")},
  ],
  sockets = [
    ${workers.map(socket).join(",\n    ")},
  ],
  extensions = [(modules = [
    (name = ${text(RATE_LIMIT_MODULE)}, internal = true, esModule = embed "rate-limit-binding/index.js"),
  ])],
);
`;
}
