/** Registers the worker (static/worker.js) in a member's browser: it shows notes, and a page without a connection. */

/** At the root, so that it may serve every page. */
export const workerPath = "/worker.js";

/** Registers it once the page has loaded. Does nothing in browsers without workers, and on pages without encryption. */
export function registerWorker(): void {
  const register = () => void navigator.serviceWorker?.register(workerPath).catch(() => {});
  if (document.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}
