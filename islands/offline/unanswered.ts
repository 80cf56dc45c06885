/** What a page does when the worker (static/worker.js) has found that its form gets no answer: it stays, and says so. */
import type { ToastDetail } from "../page_chrome/state.ts";
import { sentAsField } from "./sent_as.ts";

/** Shows `text` when the form that this page sent last gets no answer; a press counts again at once. */
export function tellUnanswered(text: string): void {
  /** The name of the form that was sent last, while it waits. The browser has given up the one before it. */
  let sentAs: string | undefined;
  addEventListener("vesna:posted", ({ detail: form }: CustomEventInit<HTMLFormElement>) => {
    const name = sentAs = crypto.randomUUID();
    // The browser asks for the fields next.
    form!.addEventListener("formdata", ({ formData }) => formData.append(sentAsField, name), { once: true });
  });
  navigator.serviceWorker?.addEventListener("message", ({ data, ports: [port] }) => {
    // It asks every page: another one may have sent it, or this one has pressed again since.
    if (!port || data.unanswered !== sentAs) return;
    sentAs = undefined;
    port.postMessage("told");
    // What it says would stand behind a dialog.
    document.querySelector<HTMLDialogElement>("dialog:modal")?.close();
    const detail: ToastDetail = { kind: "error", text, seconds: 10 };
    dispatchEvent(new CustomEvent("vesna:toast", { detail }));
    dispatchEvent(new CustomEvent("vesna:loading", { detail: false }));
  });
  navigator.serviceWorker?.startMessages();
}
