/** Which of the forms that got no answer a page tells its reader of; the events are those of a browser. */
import { expect } from "expect";
import type { ToastDetail } from "../page_chrome/state.ts";
import { sentAsField } from "./sent_as.ts";
import { tellUnanswered } from "./unanswered.ts";

/** A page whose worker and toasts the test sees. */
function page() {
  const worker = Object.assign(new EventTarget(), { startMessages: () => {} });
  Object.assign(navigator, { serviceWorker: worker });
  Object.assign(globalThis, { document: { querySelector: () => null } });
  const told: string[] = [];
  addEventListener("vesna:toast", ({ detail }: CustomEventInit<ToastDetail>) => void told.push(detail!.text));
  tellUnanswered("No answer came.");
  return {
    told,
    /** Sends a form as page_chrome does and returns the name under which it goes. */
    press(): string {
      const form = new EventTarget();
      dispatchEvent(new CustomEvent("vesna:posted", { detail: form }));
      const formData = new FormData();
      form.dispatchEvent(Object.assign(new Event("formdata"), { formData }));
      // Fields that a script reads later are not sent.
      form.dispatchEvent(Object.assign(new Event("formdata"), { formData }));
      const [name, ...others] = formData.getAll(sentAsField);
      expect(others).toEqual([]);
      return name as string;
    },
    /** The worker asks whether this page tells of a form; returns whether it said so. */
    fails(unanswered: string | null): boolean {
      let isTold = false;
      const ports = [{ postMessage: () => (isTold = true) }];
      worker.dispatchEvent(Object.assign(new Event("message"), { data: { unanswered }, ports }));
      return isTold;
    },
    [Symbol.dispose]() {
      Reflect.deleteProperty(navigator, "serviceWorker");
      Reflect.deleteProperty(globalThis, "document");
    },
  };
}

Deno.test("a page tells of the form that it sent last, once, and of none of another page's", () => {
  using opened = page();
  const { told, press, fails } = opened;
  // Sent before the scripts came, it has no name.
  expect(fails(null)).toBe(false);
  const first = press();
  expect(fails(crypto.randomUUID())).toBe(false);
  // James presses again after some seconds: the first press fails while the second is on its way.
  const second = press();
  expect([fails(first), told.length]).toEqual([false, 0]);
  expect([fails(second), fails(second), told]).toEqual([true, false, ["No answer came."]]);
});
