/** Keeps a lady among the favourites, or lets her go, without leaving the page. Until this runs a heart submits its form. */
import { useEffect } from "react";
import { usePage } from "../../components/page_context.ts";
import type { ToastDetail } from "../page_chrome/state.ts";

export const strings = ["favorites:failed"];

export default function Favourites() {
  const { t, href } = usePage();

  useEffect(() => {
    /** Ladies whose heart waits for an answer: a second press in between would overtake the first. */
    const waiting = new Set<string>();

    const press = async (ladyId: string, isKept: boolean) => {
      waiting.add(ladyId);
      show(ladyId, isKept);
      try {
        const answer = await fetch(href(`/api/users/${ladyId}/favorite`), { method: isKept ? "POST" : "DELETE" });
        if (!answer.ok) throw (await answer.json()).message;
      } catch (problem) {
        show(ladyId, !isKept);
        const detail: ToastDetail = {
          kind: "error",
          text: typeof problem === "string" ? problem : t("favorites:failed"),
        };
        dispatchEvent(new CustomEvent("vesna:toast", { detail }));
      }
      waiting.delete(ladyId);
    };

    const onSubmit = (event: SubmitEvent) => {
      const button = event.submitter as HTMLButtonElement | null;
      if ((event.target as Element).id !== "keep" || !button) return;
      event.preventDefault();
      if (!waiting.has(button.value)) press(button.value, button.ariaPressed !== "true");
    };
    document.addEventListener("submit", onSubmit);
    return () => document.removeEventListener("submit", onSubmit);
  }, []);

  return null;
}

/** The same lady may stand on a page more than once. */
function show(ladyId: string, isKept: boolean) {
  for (const button of document.querySelectorAll<HTMLButtonElement>(`[form=keep][value="${ladyId}"]`)) {
    button.ariaPressed = String(isKept);
    button.name = isKept ? "drop" : "keep";
  }
}
