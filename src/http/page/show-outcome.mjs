/**
 * Puts what happened where a screen reader announces it.
 * @param {HTMLElement} place
 * @param {"done" | "busy" | "failed"} state
 * @param {(string | Node)[]} children
 */
function showOutcome(place, state, children) {
  place.className = `outcome ${state}`;
  place.replaceChildren(...children);
}

/**
 * @param {HTMLElement} place
 * @param {unknown} thrown
 */
function showFailure(place, thrown) {
  /** @type {Failure} */
  const failure = thrown instanceof CallError ? thrown.failure : { message: `This page failed: ${String(thrown)}` };
  const { message, code, sqlstate, excerpt, hint, next, requestId } = failure;
  const facts = [code, sqlstate && `SQLSTATE ${sqlstate}`, requestId && `request ${requestId}`].filter(Boolean);
  /** @type {Node[]} */
  const lines = [make("p", { children: [make("strong", { children: [withMarks(message)] })] })];
  if (excerpt !== undefined) lines.push(scrolling(make("pre", { children: [withMarks(excerpt)] }), "Where it failed"));
  if (hint !== undefined) lines.push(make("p", { children: ["Hint: ", withMarks(hint)] }));
  if (next !== undefined) lines.push(make("p", { children: ["Next: ", withMarks(next)] }));
  if (facts.length > 0) lines.push(make("p", { className: "soft", children: [facts.join(", ")] }));
  showOutcome(place, "failed", lines);
}

/**
 * What may be wider or higher than its place can be scrolled with the keyboard, too.
 * @param {HTMLElement} element
 * @param {string} label
 */
function scrolling(element, label) {
  element.tabIndex = 0;
  element.role = "region";
  element.ariaLabel = label;
  return element;
}
