/** The first column to the left, figures to the right. */
export function markdownTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const sides = headings.map((_, index) => (index === 0 ? "---" : "---:"));
  return [headings, sides, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
