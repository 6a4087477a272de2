const token = find("token", HTMLInputElement);
const sql = find("sql", HTMLTextAreaElement);
const run = find("run", HTMLButtonElement);
const connection = find("connection", HTMLElement);
const answer = find("answer", HTMLElement);
const rows = find("rows", HTMLElement);

/** @type {AbortController | undefined} */
let running;

async function testConnection() {
  showOutcome(connection, "busy", ["Connecting …"]);
  try {
    const { supportedVersions } = await callServer("server/discover", {});
    const { tools } = await callServer("tools/list", {});
    /** @type {string[]} */
    const names = tools.map((/** @type {{ name: string }} */ tool) => tool.name);
    const { tenant } = names.includes("server_info") ? await callTool("server_info", {}) : { tenant: undefined };
    const where = tenant === undefined ? "" : ` to tenant ${tenant}`;
    const strong = make("strong", { children: [withMarks(`Connected${where}.`)] });
    const list = names.length === 0 ? "no tools" : `${names.length} tools: ${names.join(", ")}`;
    showOutcome(connection, "done", [
      make("p", { children: [strong, ` MCP ${String(supportedVersions[0])}. `, withMarks(`This token has ${list}.`)] }),
    ]);
  } catch (thrown) {
    showFailure(connection, thrown);
  }
}

/**
 * Runs one page of the statement; the rows of further pages go into the same table.
 * @param {{ query: string, cursor?: string }} args
 * @param {ReturnType<typeof tableOf>} [table]
 * @param {number} [before]
 */
async function runPage(args, table, before = 0) {
  running = new AbortController();
  run.textContent = "Stop";
  showOutcome(answer, "busy", ["Running …"]);
  const started = performance.now();
  try {
    const page = await callTool("query", args, running.signal);
    const ms = Math.round(performance.now() - started);
    // "set default database to x" is answered without rows.
    if (page.columns === undefined) return showOutcome(answer, "done", [withMarks(JSON.stringify(page))]);
    const shown = table ?? tableOf(page.columns);
    addRows(shown.body, page.columns, page.rows);
    const count = before + page.rowCount;
    showOutcome(answer, "done", [summaryOf(count, ms, page)]);
    if (table === undefined) rows.replaceChildren(shown.frame);
    else rows.lastElementChild?.remove();
    if (page.nextCursor !== undefined)
      rows.append(moreButton(() => runPage({ ...args, cursor: page.nextCursor }, shown, count)));
  } catch (thrown) {
    showFailure(answer, thrown);
  } finally {
    running = undefined;
    run.textContent = "Run";
  }
}

/**
 * @param {number} count
 * @param {number} ms
 * @param {{ truncated: boolean, cutCells?: unknown[] }} page
 */
function summaryOf(count, ms, { truncated, cutCells = [] }) {
  const cut = cutCells.length === 0 ? "" : `; ${cutCells.length} long values are cut`;
  return `${count} ${count === 1 ? "row" : "rows"} in ${ms} ms${truncated ? "; there are more" : ""}${cut}.`;
}

/** @param {() => Promise<void>} load */
function moreButton(load) {
  const button = make("button", { children: ["More rows"] });
  button.type = "button";
  button.addEventListener("click", () => running ?? void load());
  return make("p", { children: [button] });
}

function startOrStop() {
  if (running !== undefined) return running.abort();
  rows.replaceChildren();
  void runPage({ query: sql.value });
}

find("show", HTMLButtonElement).addEventListener("click", ({ currentTarget }) => {
  const isHidden = token.type === "password";
  token.type = isHidden ? "text" : "password";
  if (currentTarget instanceof HTMLElement) currentTarget.ariaPressed = String(isHidden);
});
find("token-form", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  void testConnection();
});
find("query-form", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  startOrStop();
});
sql.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  startOrStop();
});
find("try-it", HTMLElement).hidden = false;
