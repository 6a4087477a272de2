/** What does not show, or reorders what stands around it; tab and line breaks are shown as they are. */
const unseen = /[[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cs}\p{Zl}\p{Zp}]--[\ufe0e-\ufe0f\t\n\r]]/gv;

/** @param {string} text */
const mark = (text) => make("em", { className: "mark", children: [text] });

/**
 * The text with a mark for each character in it that does not show.
 * @param {unknown} value
 */
function withMarks(value) {
  const text = String(value);
  const fragment = document.createDocumentFragment();
  let end = 0;
  for (const { 0: character, index } of text.matchAll(unseen)) {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    fragment.append(text.slice(end, index), mark(`U+${code}`));
    end = index + character.length;
  }
  fragment.append(text.slice(end));
  return fragment;
}

/** @param {unknown} value */
function cellOf(value) {
  if (value === null) return mark("NULL");
  if (value === "") return mark("empty");
  return withMarks(typeof value === "object" ? JSON.stringify(value) : value);
}

const numbers = /^(int[248]|numeric|float[48]|oid|money)$/;

/** @typedef {{ name: string, type: string }} Column */

/**
 * @param {HTMLTableSectionElement} body
 * @param {Column[]} columns
 * @param {unknown[][]} rows
 */
function addRows(body, columns, rows) {
  for (const row of rows) {
    const cells = row.map((value, index) => {
      const className = numbers.test(columns[index]?.type ?? "") ? "number" : "";
      return make("td", { className, children: [cellOf(value)] });
    });
    body.append(make("tr", { children: cells }));
  }
}

/**
 * A table of an answer, in a frame that scrolls, and the part of it that more rows go to.
 * @param {Column[]} columns
 */
function tableOf(columns) {
  const heads = columns.map(({ name, type }) => {
    const className = numbers.test(type) ? "number" : "";
    const head = make("th", { className, children: [withMarks(name), make("small", { children: [withMarks(type)] })] });
    head.scope = "col";
    return head;
  });
  const caption = make("caption", { className: "unseen", children: ["Rows of the answer"] });
  const body = make("tbody");
  const table = make("table", {
    children: [caption, make("thead", { children: [make("tr", { children: heads })] }), body],
  });
  return { frame: scrolling(make("div", { className: "result", children: [table] }), "Rows of the answer"), body };
}
