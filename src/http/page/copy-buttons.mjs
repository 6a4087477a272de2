/**
 * The word on the button that was used last; it stays there until another one is used.
 * @type {HTMLElement | undefined}
 */
let lastWord;

/**
 * Without a secure context there is no clipboard; then the text is selected, to be copied by hand.
 * @param {HTMLElement} code
 * @param {HTMLElement} word
 * @param {string} label
 */
async function copy(code, word, label) {
  if (lastWord !== undefined) lastWord.textContent = "Copy";
  lastWord = word;
  const said = find("said", HTMLElement);
  try {
    await navigator.clipboard.writeText(code.textContent);
    word.textContent = "Copied";
    said.textContent = `Copied ${label}`;
  } catch {
    getSelection()?.selectAllChildren(code);
    word.textContent = "Selected";
    said.textContent = `Selected ${label}: copy it with Ctrl+C`;
  }
}

/** @param {HTMLElement} snippet */
function addCopyButton(snippet) {
  const code = snippet.querySelector("code");
  if (code === null) return;
  const label = snippet.dataset["label"] ?? "";
  const word = make("span", { children: ["Copy"] });
  const button = make("button", { children: [word, make("span", { className: "unseen", children: [` ${label}`] })] });
  button.type = "button";
  button.addEventListener("click", () => void copy(code, word, label));
  snippet.classList.add("copies");
  snippet.append(button);
}

for (const snippet of document.querySelectorAll(".snippet")) {
  if (snippet instanceof HTMLElement) addCopyButton(snippet);
}
