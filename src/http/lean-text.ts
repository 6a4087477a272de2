/** A file of the page as it is sent: without indentation, except in lines to copy, and without doc comments. */
export function leanText(text: string): string {
  return text.replace(/<pre>[^]*?<\/pre>|^ *\/\*\*[^]*?\*\/\n|^ +/gm, (part) => (part.startsWith("<pre>") ? part : ""));
}
