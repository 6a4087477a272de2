/** How a transaction is opened. */
export interface TransactionMode {
  readonly readOnly: boolean;
  readonly isolation?: "ReadCommitted" | "RepeatableRead" | "Serializable";
  /** Waits for a snapshot that can neither fail nor make others fail; only for serializable reads. */
  readonly deferrable?: boolean;
}

export const reading: TransactionMode = { readOnly: true };
export const writing: TransactionMode = { readOnly: false };
