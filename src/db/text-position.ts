/** Postgres counts code points from 1, JavaScript UTF-16 units; returns the 1-based position in the string. */
export function fromCodePoints(text: string, position: number): number {
  let units = 0;
  let points = 1;
  for (const character of text) {
    if (points >= position) break;
    points += 1;
    units += character.length;
  }
  return units + 1;
}
