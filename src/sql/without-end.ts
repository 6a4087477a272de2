/** SQL without semicolons and space at its end; a pattern for them would take the square of their number elsewhere. */
export function withoutEnd(sql: string): string {
  let end = sql.length;
  while (end > 0 && /[\s;]/.test(sql.charAt(end - 1))) end -= 1;
  return sql.slice(0, end);
}
