/** How large an expression may become once PostgreSQL plans and computes it. Every number may be Infinity. */
export interface Extent {
  /** Nodes of the expression after the planner has merged the subqueries below into it. */
  readonly nodes: number;
  /** The same for a condition: those are pushed down through GROUP BY and its like, where merging ends. */
  readonly pushed: number;
  /** Length of the value, where the column of a table counts as one: what matters is growth. */
  readonly bytes: number;
  /** The same when no character needs quoting, as in most values; what an aggregate collects is judged by it. */
  readonly content: number;
  /** The largest number the value may be, where the column of a table counts as one. */
  readonly magnitude: number;
  /** Whether it depends on rows; otherwise the planner computes it. */
  readonly rows: boolean;
  /** Columns it has as a composite value. */
  readonly width: number;
}

// A guess for composite types, whose columns the query does not show.
const UNKNOWN_WIDTH = 8;

export const tableColumn: Extent = {
  nodes: 1,
  pushed: 1,
  bytes: 1,
  content: 1,
  magnitude: 1,
  rows: true,
  width: UNKNOWN_WIDTH,
};

export function constant(bytes: number, magnitude: number): Extent {
  return { nodes: 1, pushed: 1, bytes, content: bytes, magnitude, rows: false, width: UNKNOWN_WIDTH };
}

/** One node above the given ones: as large and as long as all of them, and as great as the greatest. */
export function combine(parts: readonly Extent[]): Extent {
  let nodes = 1;
  let pushed = 1;
  let bytes = 0;
  let content = 0;
  let magnitude = 0;
  let rows = false;
  for (const part of parts) {
    nodes += part.nodes;
    pushed += part.pushed;
    bytes += part.bytes;
    content += part.content;
    if (part.magnitude > magnitude) magnitude = part.magnitude;
    if (part.rows) rows = true;
  }
  return { nodes, pushed, bytes, content, magnitude, rows, width: UNKNOWN_WIDTH };
}

/** Either of two; `both` when the result is computed from the two of them, as in a FULL JOIN. */
export function merge(left: Extent, right: Extent, both: boolean): Extent {
  return {
    nodes: both ? left.nodes + right.nodes : Math.max(left.nodes, right.nodes),
    pushed: both ? left.pushed + right.pushed : Math.max(left.pushed, right.pushed),
    bytes: Math.max(left.bytes, right.bytes),
    content: Math.max(left.content, right.content),
    magnitude: Math.max(left.magnitude, right.magnitude),
    rows: left.rows || right.rows,
    width: Math.max(left.width, right.width),
  };
}

/** A boolean, whatever it was computed from. */
export function truthOf(extent: Extent): Extent {
  return { ...extent, bytes: 1, content: 1, magnitude: 1 };
}
