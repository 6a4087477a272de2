import fc, { type Arbitrary } from "fast-check";

/** Text that Postgres can hold: everything but NUL, rich in what quoting gets wrong. */
export const storableText: Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "NULL",
    "null",
    "\\N",
    "{}",
    '""',
    "\\",
    "a,b",
    "👨‍👩‍👧",
    "e\u0301",
    "\u202e",
    "\ufeff",
    "\u{e0041}",
  ),
  fc.string({
    unit: fc.constantFrom('"', "\\", "{", "}", ",", ";", "'", "(", ")", " ", "\t", "\n", "\r", "N", "é", "😀"),
  }),
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "binary" }).map((text) => text.replaceAll("\0", "")),
);

const integer = (min: bigint, max: bigint): Arbitrary<string> =>
  fc.oneof(fc.constantFrom(min, max, 0n), fc.bigInt({ min, max })).map(String);
const digits = (maxLength: number): Arbitrary<string> =>
  fc.string({ unit: fc.nat({ max: 9 }).map(String), minLength: 1, maxLength });
const sign = fc.constantFrom("", "-");
const joined = (...parts: Arbitrary<string>[]): Arbitrary<string> => fc.tuple(...parts).map((texts) => texts.join(""));
const floatText = (value: number): string => (Object.is(value, -0) ? "-0" : String(value));
const padded = (min: number, max: number, width: number): Arbitrary<string> =>
  fc.integer({ min, max }).map((value) => String(value).padStart(width, "0"));
const hex = (minBytes: number, maxBytes: number): Arbitrary<string> =>
  fc
    .array(
      fc.nat({ max: 255 }).map((byte) => byte.toString(16).padStart(2, "0")),
      { minLength: minBytes, maxLength: maxBytes },
    )
    .map((bytes) => bytes.join(""));

const numeric = fc.oneof(
  fc.constantFrom("NaN", "Infinity", "-Infinity", "0", "0.00", "9007199254740993", "1e-7", "1e21", "0.1"),
  joined(sign, digits(20)),
  joined(sign, digits(120), fc.constant("."), digits(60)),
);
const specialFloats = fc.constantFrom("-0", "NaN", "Infinity", "-Infinity", "1e-45", "3.4028235e38", "0.1", "16777217");
const specialDoubles = fc.constantFrom(
  "5e-324",
  "1.7976931348623157e308",
  "9007199254740993",
  "1e22",
  "2.2250738585072014e-308",
);
const coordinate = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }).map(floatText);
const point = fc.tuple(coordinate, coordinate).map(([x, y]) => `(${x},${y})`);
const points = fc.array(point, { minLength: 1, maxLength: 4 }).map((list) => list.join(","));

const clock = joined(padded(0, 23, 2), fc.constant(":"), padded(0, 59, 2), fc.constant(":"), padded(0, 59, 2));
const fraction = fc.oneof(
  fc.constant(""),
  padded(0, 999_999, 6).map((digit) => `.${digit}`),
);
const time = joined(clock, fraction);
const zone = joined(fc.constantFrom("+", "-"), padded(0, 14, 2), fc.constantFrom("", ":30", ":45:10"));
const monthAndDay = joined(fc.constant("-"), padded(1, 12, 2), fc.constant("-"), padded(1, 28, 2));
const date = fc.oneof(
  fc.constantFrom("infinity", "-infinity", "4713-01-01 BC", "5874897-12-31", "0001-02-29 BC", "2024-02-29"),
  joined(padded(1, 9999, 4), monthAndDay),
  joined(padded(1, 4700, 4), monthAndDay, fc.constant(" BC")),
);
const moment = (suffix: Arbitrary<string>): Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom("infinity", "-infinity", "294276-12-31 23:59:59.999999", "4713-01-02 00:00:00 BC"),
    joined(padded(1, 9999, 4), monthAndDay, fc.constant(" "), time, suffix),
    joined(padded(1, 4700, 4), monthAndDay, fc.constant(" "), time, suffix, fc.constant(" BC")),
  );
const interval = fc.oneof(
  fc.constantFrom("infinity", "-infinity", "0", "-178000000 years", "1 mon -1 day +00:00:00.000001"),
  fc
    .tuple(fc.integer({ min: -9999, max: 9999 }), fc.integer({ min: -9999, max: 9999 }), sign, time)
    .map(([months, days, direction, rest]) => `${String(months)} mons ${String(days)} days ${direction}${rest}`),
);

const range = (bound: Arbitrary<bigint>): Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom("empty", "(,)", "[1,)", "(,5]"),
    fc
      .tuple(fc.constantFrom("[", "("), bound, bound, fc.constantFrom("]", ")"))
      .map(([open, one, other, close]) =>
        one < other
          ? `${open}${String(one)},${String(other)}${close}`
          : `${open}${String(other)},${String(one)}${close}`,
      ),
  );
const small = fc.bigInt({ min: -1000n, max: 1000n });
const bits = fc.string({ unit: fc.constantFrom("0", "1"), minLength: 1, maxLength: 70 });
const quotedLexeme = storableText
  .filter((text) => text !== "")
  .map((text) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`);

/** For each type, texts that Postgres accepts as its input. */
export const inputTexts: Readonly<Record<string, Arbitrary<string>>> = {
  bool: fc.constantFrom("t", "f", "true", "off"),
  int2: integer(-32768n, 32767n),
  int4: integer(-(2n ** 31n), 2n ** 31n - 1n),
  int8: fc.oneof(
    integer(-(2n ** 63n), 2n ** 63n - 1n),
    integer(-(2n ** 53n) - 4n, -(2n ** 53n) + 4n),
    integer(2n ** 53n - 4n, 2n ** 53n + 4n),
  ),
  oid: integer(0n, 2n ** 32n - 1n),
  numeric,
  float4: fc.oneof(specialFloats, fc.float().map(floatText)),
  float8: fc.oneof(specialFloats, specialDoubles, fc.double().map(floatText)),
  money: joined(sign, digits(15), fc.constant(".25")),
  text: storableText,
  varchar: storableText,
  bpchar: storableText,
  name: storableText,
  '"char"': fc.constantFrom("", "a", '"', "\\", "{", ",", " ", "\\303", "\\377"),
  bytea: hex(0, 20).map((text) => `\\x${text}`),
  uuid: hex(16, 16),
  date,
  time,
  timetz: joined(time, zone),
  timestamp: moment(fc.constant("")),
  timestamptz: moment(fc.oneof(fc.constant(""), zone)),
  interval,
  int4range: range(small),
  int8range: range(fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n })),
  numrange: range(small),
  tstzrange: fc.constantFrom("empty", "[2020-01-01 00:00+00,infinity)", "(,2020-01-01 BC]", "[infinity,)"),
  int4multirange: fc.array(range(small), { maxLength: 4 }).map((ranges) => `{${ranges.join(",")}}`),
  inet: fc.oneof(fc.ipV4(), fc.ipV6(), joined(fc.ipV4(), fc.constantFrom("/0", "/8", "/31"))),
  cidr: fc.oneof(fc.ipV4(), fc.ipV6()),
  macaddr: hex(6, 6),
  macaddr8: hex(8, 8),
  point: fc.oneof(point, fc.constantFrom("(NaN,Infinity)", "(-0,5e-324)")),
  lseg: fc.tuple(point, point).map(([start, end]) => `[${start},${end}]`),
  line: fc.tuple(fc.integer({ min: 1, max: 9 }), coordinate, coordinate).map(([a, b, c]) => `{${String(a)},${b},${c}}`),
  box: joined(point, fc.constant(","), point),
  path: fc.oneof(
    points.map((text) => `[${text}]`),
    points.map((text) => `(${text})`),
  ),
  polygon: points.map((text) => `(${text})`),
  circle: fc.tuple(point, fc.nat()).map(([center, radius]) => `<${center},${String(radius)}>`),
  '"bit"': bits,
  varbit: fc.oneof(fc.constant(""), bits),
  tsvector: fc
    .array(quotedLexeme, { maxLength: 4 })
    .map((lexemes) => lexemes.map((lexeme, at) => `${lexeme}:${String(at + 1)}A`).join(" ")),
  tsquery: fc.array(quotedLexeme, { minLength: 1, maxLength: 3 }).map((lexemes) => lexemes.join(" & ")),
  jsonpath: fc.constantFrom("$", "$.a[*]", 'strict $."a b" ? (@ > 1.50)', "lax $[0 to last]"),
  pg_lsn: fc.constantFrom("0/0", "FFFFFFFF/FFFFFFFF", "16/B374D848"),
  pg_snapshot: fc.constantFrom("10:20:10,14,15", "1:1:"),
  xid: integer(0n, 2n ** 32n - 1n),
  xid8: integer(0n, 2n ** 64n - 1n),
  tid: fc.constantFrom("(0,0)", "(4294967295,65535)"),
  int2vector: fc.array(integer(-32768n, 32767n), { maxLength: 4 }).map((list) => list.join(" ")),
  oidvector: fc.array(integer(0n, 2n ** 32n - 1n), { maxLength: 4 }).map((list) => list.join(" ")),
  regtype: fc.constantFrom("int4", "-", "character varying", '"char"', "int4[]"),
};
