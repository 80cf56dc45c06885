/** What a page does when the worker (static/worker.js) has found that its form gets no answer: it stays, and says so. */
import type { ToastDetail } from "../page_chrome/state.ts";

/** Shows `text` for each form of this page that gets no answer; a press counts again at once. */
export function tellUnanswered(text: string): void {
  /** Where the last form was sent; empty if none was. */
  let sentTo = "";
  addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (!event.defaultPrevented && form.method === "post") sentTo = addressOf(form, event.submitter);
  });
  navigator.serviceWorker?.addEventListener("message", ({ data, ports: [port] }) => {
    // It asks every page: another one may have sent its own form.
    if (!port || bare(data.unanswered) !== sentTo) return;
    sentTo = "";
    port.postMessage("told");
    // What it says would stand behind a dialog.
    document.querySelector<HTMLDialogElement>("dialog:modal")?.close();
    const detail: ToastDetail = { kind: "error", text, seconds: 10 };
    dispatchEvent(new CustomEvent("vesna:toast", { detail }));
    dispatchEvent(new CustomEvent("vesna:loading", { detail: false }));
  });
  navigator.serviceWorker?.startMessages();
}

/** The address to which a form is sent; the button that was pressed may name another one. Fields may hide `form.action`. */
const addressOf = (form: HTMLFormElement, button: HTMLElement | null): string =>
  bare(button?.getAttribute("formaction") ?? form.getAttribute("action") ?? "");

const bare = (address: string): string => new URL(address, document.baseURI).href.split("#")[0]!;
