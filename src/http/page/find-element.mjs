/**
 * An element that the page is sure to have.
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
function find(id, kind) {
  const element = document.getElementById(id);
  if (element instanceof kind) return element;
  throw new Error(`the page has no ${id}`);
}

/**
 * A new element with text or other elements in it. Text stays text, whatever is in it.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {{ className?: string, children?: (string | Node)[] }} [options]
 * @returns {HTMLElementTagNameMap[Tag]}
 */
function make(tag, { className = "", children = [] } = {}) {
  const element = document.createElement(tag);
  if (className !== "") element.className = className;
  element.append(...children);
  return element;
}
