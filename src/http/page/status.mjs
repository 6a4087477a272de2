/** Asks anew: the page itself may come from a cache. */
async function showStatus() {
  const status = find("status", HTMLElement);
  const started = performance.now();
  try {
    const response = await fetch("/health", { cache: "no-store" });
    if (!response.ok) throw new Error(`it answered ${response.status}`);
    const health = await response.json();
    find("version", HTMLElement).textContent = String(health.version);
    status.textContent = `Up, answered in ${Math.round(performance.now() - started)} ms`;
  } catch {
    status.dataset["state"] = "down";
    status.textContent = "Does not answer";
  }
}

void showStatus();
