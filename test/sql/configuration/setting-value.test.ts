import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "../../../src/errors.ts";
import { parseNameList } from "../../../src/sql/configuration/name-list.ts";
import { toSettingUnit, withUnit } from "../../../src/sql/configuration/setting-units.ts";
import { checkValue, isReset, type SettingDomain, shownValue } from "../../../src/sql/configuration/setting-value.ts";

const workMem = { name: "work_mem", type: "integer", unit: "kB", min: "64", max: "2147483647" };
const buffers = { name: "shared_buffers", type: "integer", unit: "8kB", min: "16", max: "1073741823" };
const duration = { name: "log_min_duration_statement", type: "integer", unit: "ms", min: "-1", max: "2147483647" };
const delay = { name: "vacuum_cost_delay", type: "real", unit: "ms", min: "0", max: "100" };
const cost = { name: "random_page_cost", type: "real", min: "0", max: "1.79769e+308" };
const flag = { name: "jit", type: "bool" };
const choice = { name: "log_error_verbosity", type: "enum", choices: ["terse", "default", "verbose"] };
const text = { name: "log_line_prefix", type: "string" };
const list = { name: "temp_tablespaces", type: "string" };

function refusal(setting: SettingDomain, value: string): string {
  try {
    checkValue(setting, value);
    return "taken";
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(AppError);
    expect(thrown).toMatchObject({ code: "invalid_arguments" });
    return (thrown as AppError).message;
  }
}

describe("a setting's value", () => {
  it.each([
    [workMem, "8192", "8192", "8192"],
    [workMem, "8MB", "8MB", "8192"],
    [workMem, " 8 mb ", "8MB", "8192"],
    [workMem, "1.5MB", "1.5MB", "1536"],
    [workMem, "1e3kb", "1e3kB", "1000"],
    [workMem, "1TB", "1TB", "1073741824"],
    [buffers, "128MB", "128MB", "16384"],
    [buffers, "30.1GB", "30.1GB", "3945216"],
    [duration, "-1", "-1", "-1"],
    [duration, "1.5s", "1.5s", "1500"],
    [duration, "2min", "2min", "120000"],
    [duration, "2.5", "2.5", "2"],
    [delay, "100us", "100us", "0.1"],
    [cost, ".5", ".5", "0.5"],
    [cost, "+1.1", "+1.1", "1.1"],
    [flag, "TRUE", "on", "on"],
    [flag, " no ", "off", "off"],
    [flag, "0", "off", "off"],
    [choice, "VERBOSE", "verbose", "verbose"],
    [text, " as it is ", " as it is ", " as it is "],
    [text, "", "", ""],
  ])("of %o is taken when it is %j", (setting, value, written, shown) => {
    expect(checkValue(setting, value)).toEqual({ texts: [written], shown });
  });

  it.each([
    [workMem, "1", 'work_mem takes 64kB to 2147483647kB (64 to 2147483647 of its unit, kB), not "1".'],
    [workMem, "3TB", 'work_mem takes 64kB to 2147483647kB (64 to 2147483647 of its unit, kB), not "3TB".'],
    [workMem, "8ms", 'work_mem takes a whole number, alone or with TB, GB, MB, kB, B, not "8ms".'],
    [workMem, "much", 'work_mem takes a whole number, alone or with TB, GB, MB, kB, B, not "much".'],
    [workMem, "0100", 'work_mem takes a whole number, alone or with TB, GB, MB, kB, B, not "0100".'],
    [workMem, "0x100", 'work_mem takes a whole number, alone or with TB, GB, MB, kB, B, not "0x100".'],
    [workMem, "", 'work_mem takes a whole number, alone or with TB, GB, MB, kB, B, not "".'],
    [
      duration,
      "1 week",
      'log_min_duration_statement takes a whole number, alone or with d, h, min, s, ms, us, not "1 week".',
    ],
    [delay, "1s", 'vacuum_cost_delay takes 0 to 100ms (0 to 100 of its unit, ms), not "1s".'],
    [cost, "-1", 'random_page_cost takes 0 to 1.79769e+308, not "-1".'],
    [cost, "NaN", 'random_page_cost takes a number, not "NaN".'],
    [cost, "1e999", 'random_page_cost takes a number, not "1e999".'],
    [flag, "maybe", 'jit takes on or off, not "maybe".'],
    [choice, "loud", 'log_error_verbosity takes one of terse, default, verbose, not "loud".'],
    [text, "a\0b", 'log_line_prefix takes readable text, not "these characters".'],
    [text, "\udc00", 'log_line_prefix takes readable text, not "these characters".'],
    [text, "x".repeat(1001), `log_line_prefix takes at most 1000 characters, not "${"x".repeat(60)}…".`],
    [list, "a,,b", 'temp_tablespaces takes names with commas between them, odd ones in "", not "a,,b".'],
  ])("of %o says what is allowed instead of %j", (setting, value, message) => {
    expect(refusal(setting, value)).toBe(message);
  });

  it("is one text for each element of a list of names", () => {
    expect(checkValue(list, 'Fast, "Odd, name"').texts).toEqual(["fast", "Odd, name"]);
    expect(checkValue(list, "").texts).toEqual([""]);
  });

  it("means a reset when it is DEFAULT, unless the setting has such a value", () => {
    expect(isReset(workMem, "DEFAULT")).toBe(true);
    expect(isReset(workMem, "default")).toBe(true);
    expect(isReset(choice, "DEFAULT")).toBe(true);
    expect(isReset(choice, "default")).toBe(false);
    expect(isReset(text, "the default")).toBe(false);
  });

  it("shows numbers in the setting's unit, and leaves alone what is no value of it", () => {
    expect(shownValue(workMem, "8MB")).toBe("8192");
    expect(shownValue(flag, "yes")).toBe("on");
    expect(shownValue(workMem, "DEFAULT")).toBe("DEFAULT");
  });
});

describe("units", () => {
  it.each([
    ["4096", "kB", "4MB"],
    ["1000", "kB", "1000kB"],
    ["16384", "8kB", "128MB"],
    ["90", "s", "90s"],
    ["86400", "s", "1d"],
    ["0.1", "ms", "100us"],
    ["-1", "ms", "-1"],
    ["0", "kB", "0"],
    ["16", undefined, "16"],
    ["DEFAULT", "kB", "DEFAULT"],
  ])("%s of %s is shown as %s", (value, unit, shown) => {
    expect(withUnit(value, unit)).toBe(shown);
  });

  it("turn any whole number into what is shown and back", () => {
    const unit = fc.constantFrom("B", "kB", "8kB", "MB", "ms", "s", "min");
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 - 1 }), unit, (number, own) => {
        const [, digits = "", name = ""] = /^(\d+)(\D+)$/.exec(withUnit(String(number), own)) ?? [];
        expect(toSettingUnit(Number(digits), name, own)).toBe(number);
      }),
    );
  });
});

describe("a list of names", () => {
  it("gives back any names that are quoted", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" }), { minLength: 1 }), (names) => {
        const written = names.map((name) => `"${name.replaceAll('"', '""')}"`).join(" , ");
        expect(parseNameList(written)).toEqual(names);
      }),
    );
  });

  it.each(['"open', "a b", "a,", ",a", 'a"b"', "a, , b"])("is not %j", (written) => {
    expect(parseNameList(written)).toBeUndefined();
  });
});
