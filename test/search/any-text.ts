import fc from "fast-check";

const sign = fc.oneof(
  fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
  fc.integer({ min: 0, max: 0x24f }).map((code) => String.fromCodePoint(code)),
);

/** Any signs at all, those of the Latin script more often; halves of surrogate pairs too. */
export const anyText = (length: { minLength?: number; maxLength?: number } = {}): fc.Arbitrary<string> =>
  fc.string({ unit: sign, ...length });
