/** A URI template of RFC 6570 level 1: variables in braces, each of which stands for a part without slashes. */
export interface UriTemplate {
  /** The variables' values, or undefined when the URI is not one of the template's. */
  match(uri: string): Readonly<Record<string, string>> | undefined;
}

export function parseUriTemplate(template: string): UriTemplate {
  const names: string[] = [];
  const pattern = template
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 === 0 ? RegExp.escape(part) : variable(names, part)))
    .join("");
  const whole = new RegExp(`^${pattern}$`);
  return {
    match(uri) {
      const values = whole.exec(uri)?.slice(1).map(decode);
      if (values === undefined || values.includes(undefined)) return undefined;
      return Object.fromEntries(names.map((name, index) => [name, values[index] ?? ""]));
    },
  };
}

function variable(names: string[], name: string): string {
  names.push(name);
  return "([^/?#]+)";
}

/** Undefined for what no encoder writes. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
