import type { PackHandler, PackStatus } from "../handlers/pack-status.ts";
import { PROGRAM } from "./command.ts";
import { renderTable } from "./table.ts";

/** Whether somebody answers MCP requests in the database. */
export const isServing = ({ state }: PackStatus): boolean => state === "installed" || state === "foreign";

function handlerTable(handlers: readonly PackHandler[]): string {
  if (handlers.length === 0) return `No handlers yet. Write one: ${PROGRAM} handlers new tool weather_at`;
  return renderTable(
    ["HANDLER", "TYPE", "READ-ONLY", "FROM"],
    handlers.map(({ name, type, readOnly, fromPack }) => [
      name,
      type,
      readOnly ? "yes" : "no",
      fromPack ? "pack" : "you",
    ]),
  );
}

function showVersion(version: number, latest: number): string {
  if (version === latest) return `The pack is installed, version ${String(version)}, the latest.`;
  return version < latest
    ? `The pack is installed, version ${String(version)}; version ${String(latest)} is there: ${PROGRAM} handlers upgrade`
    : `The pack is installed, version ${String(version)}, newer than this Postern's ${String(latest)}: use a newer Postern.`;
}

export function showStatus(status: PackStatus): string {
  switch (status.state) {
    case "absent":
      return `The pack is not installed: ${PROGRAM} handlers install`;
    case "exchange_only":
      return `Only the log of exchanges is there, without the pack: ${PROGRAM} handlers install`;
    case "foreign":
      return "Schema api holds another implementation of this API. Its handlers are served as they are, without the pack.";
    case "unrelated":
      return "Schema api holds something else. Rename that schema, or install the pack into another database.";
    case "installed": {
      const { version, latestVersion, handlers } = status;
      const table = handlers === undefined ? "This role may not read the registry." : handlerTable(handlers);
      return `${showVersion(version, latestVersion)}\n\n${table}`;
    }
  }
  return status satisfies never;
}
