/** Brings the worker (static/worker.js) to a member's browser: notes are shown by it, and a page without a connection. */

/** At the root, so that it may speak for every page. */
export const workerPath = "/worker.js";

/** Once whatever the page itself needs is there. Browsers without workers, and pages without encryption, do without. */
export function registerWorker(): void {
  const register = () => void navigator.serviceWorker?.register(workerPath).catch(() => {});
  if (document.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}
