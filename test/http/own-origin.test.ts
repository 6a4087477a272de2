import { expect, test } from "vitest";
import { ownOrigin } from "../../src/http/own-origin.ts";

test.each([
  "https://gate.example",
  "http://localhost:8787",
  "https://xn--mnchen-3ya.example",
  "http://127.0.0.1:1",
  "http://[::1]:8787",
  "https://a_b.c-d.example.",
])("takes %s for a place where a Worker is", (origin) => {
  expect(ownOrigin(new Request(`${origin}/llms.txt?x=y`))).toBe(origin);
});

test.each(["$(id)", "`id`", "a'b", 'a"b', "a&b", "a;id", "{a,b}", "a!b", "a=b", "a*b", "a~b", "a(b)", "a,b", "-$x"])(
  "does not repeat the host %s, which a shell would read",
  (host) => {
    const request = new Request(`http://${host}.example/`);
    // Otherwise nothing would be left to refuse.
    expect(new URL(request.url).hostname).toBe(`${host}.example`);
    expect(() => ownOrigin(request)).toThrow("This is not a host name");
  },
);
