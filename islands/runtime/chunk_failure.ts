/** After a deployment an open page may ask for files that are gone: it reloads, at most once a minute, never offline. */

const key = "chunk-reload";
const pauseMs = 60_000;

/** Whether a reload is due; remembers that it was granted. Without storage there is no count, and so no reload. */
export function mayReload(storage: () => Pick<Storage, "getItem" | "setItem">, nowMs: number): boolean {
  try {
    // Where the clock was put back since, the last time lies ahead.
    if (Math.abs(nowMs - Number(storage().getItem(key) ?? -Infinity)) < pauseMs) return false;
    storage().setItem(key, String(nowMs));
    return true;
  } catch {
    return false;
  }
}

/** Listens for module scripts and dynamic imports that could not be loaded. */
export function reloadOnChunkFailure(): void {
  const reload = () => {
    if (navigator.onLine && mayReload(() => sessionStorage, Date.now())) location.reload();
  };
  // Failures of elements do not bubble, but they are captured.
  addEventListener("error", ({ target }) => {
    if ((target as Partial<HTMLScriptElement>).type === "module") reload();
  }, true);
  // The wordings of Chromium, Firefox and Safari; there is no error type for it.
  addEventListener("unhandledrejection", ({ reason }) => {
    if (/dynamically imported module|module script failed/i.test(String(reason))) reload();
  });
}
