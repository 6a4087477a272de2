const CHECK_MS = 500;

/**
 * npm passes a signal to the shell it runs the script in, and the shell ends without passing it on:
 * all we see is another parent. Only under npm, as a program started by hand may outlive its shell.
 */
export function onParentGone(stop: () => void): void {
  if (process.env["npm_lifecycle_event"] === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, CHECK_MS);
  timer.unref();
}
