type Field = string | number | boolean | undefined;

const secretShapes = [
  [/pst_[0-9A-Za-z]{16}_[0-9A-Za-z]+/g, "pst_***"],
  [/(postgres(?:ql)?:\/\/)[^\s"']+/g, "$1***"],
] as const;

function redact(value: Field): Field {
  if (typeof value !== "string") return value;
  return secretShapes.reduce((text, [shape, mask]) => text.replace(shape, mask), value);
}

/** Writes one JSON line. Callers pass no SQL, parameters or rows; token and connection string shapes are masked anyway. */
export function log(event: string, fields: Record<string, Field>): void {
  const safe = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, redact(value)]));
  // oxlint-disable-next-line no-console -- the one place that writes to the log
  console.log(JSON.stringify({ event, ...safe }));
}
