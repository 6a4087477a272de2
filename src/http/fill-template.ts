import { escapeToBuffer } from "hono/utils/html";

type Values = Readonly<Record<string, string | undefined>>;

/** Fills the places that a page names in double braces, once: texts stay text, and markup is only what is given as such. */
export function fillTemplate(template: string, texts: Values, markup: Values = {}): string {
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const text = texts[name];
    const filling = text === undefined ? markup[name] : escapeText(text);
    if (filling === undefined) throw new Error(`nothing was given for {{${name}}}`);
    return filling;
  });
}

function escapeText(text: string): string {
  const buffer: [string] = [""];
  escapeToBuffer(text, buffer);
  return buffer[0];
}
