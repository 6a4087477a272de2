/**
 * Whom a failed attempt is charged to, by Cloudflare's word. An IPv6 customer has a whole /64, so it counts as one.
 * Undefined where nothing in front of the Worker says.
 */
export function clientAddress(headers: Headers): string | undefined {
  const address = headers.get("cf-connecting-ip")?.trim();
  if (address === undefined || address === "") return undefined;
  const url = `http://[${address}]`;
  return address.includes(":") && URL.canParse(url) ? networkOf(new URL(url).hostname.slice(1, -1)) : address;
}

function networkOf(address: string): string {
  const [head = "", tail] = address.split("::");
  const groups = (text: string): string[] => (text === "" ? [] : text.split(":"));
  const [first, last] = [groups(head), groups(tail ?? "")];
  const gap = tail === undefined ? 0 : 8 - first.length - last.length;
  const all = [...first, ...Array.from({ length: gap }, () => "0"), ...last];
  return `${all.slice(0, 4).join(":")}::/64`;
}
