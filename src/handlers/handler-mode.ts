import type { TransactionMode } from "../db/transaction-mode.ts";

const levels: Readonly<Record<string, TransactionMode["isolation"]>> = {
  "read uncommitted": "ReadCommitted",
  "read committed": "ReadCommitted",
  "repeatable read": "RepeatableRead",
  serializable: "Serializable",
};

/** For a database that does not say: anything may be written. */
export const unknownMode: TransactionMode = { readOnly: false };

/** The mode that a policy asks for. A level we do not know is taken for the strictest; none is left to the database. */
export function readMode(isolation: unknown, readOnly: unknown, deferrable: unknown): TransactionMode {
  const level = levelOf(isolation);
  const isReadOnly = readOnly === true;
  return {
    readOnly: isReadOnly,
    ...(level === undefined ? {} : { isolation: level }),
    ...(deferrable === true && isReadOnly && level === "Serializable" ? { deferrable: true } : {}),
  };
}

function levelOf(isolation: unknown): TransactionMode["isolation"] {
  if (isolation === null || isolation === undefined) return undefined;
  const name = typeof isolation === "string" ? isolation.toLowerCase().replaceAll("_", " ") : "";
  return levels[name] ?? "Serializable";
}
