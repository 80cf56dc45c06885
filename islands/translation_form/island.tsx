/** Saves a translation while it is written, and counts it; the work page itself is a plain form of the page. */
import { useEffect, useRef, useState } from "react";
import { usePage } from "../../components/page_context.ts";
import { formatNumber } from "../../i18n/format.ts";
import { clockOf } from "../clock.ts";
import { type Progress, progressOf, retryAfterMs, saveAfterMs, savedBy } from "./state.ts";

interface TranslationFormProps {
  formId: string;
  lengthMax: number;
  length: number;
  /** In words, when the server has the words of before; null for an empty sheet. */
  saved: string | null;
  /** How words are kept, in words: without a script, and with it. */
  hints: { plain: string; live: string };
  /** What finishing does, in words. */
  fine: string;
}

type State = "saving" | "saved" | "unsaved" | "lost" | "gone";

export default function TranslationForm(props: TranslationFormProps) {
  const { t, locale } = usePage();
  const say = (key: string, values?: Record<string, unknown>) => t(`islands:translation_form.${key}`, values);
  const [progress, setProgress] = useState<Progress | null>(null);
  const [state, setState] = useState<State | null>(null);
  const [savedAt, setSavedAt] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  useEffect(() => {
    const form = document.getElementById(props.formId) as HTMLFormElement;
    const off = new AbortController();
    const { signal } = off;
    let isDirty = false;

    const count = () =>
      setProgress(progressOf([...form.querySelectorAll("textarea")].map((each: HTMLTextAreaElement) => each.value)));

    const save = async (isLeaving = false) => {
      clearTimeout(timer.current);
      if (!isDirty) return;
      isDirty = false;
      setState("saving");
      const status = await post(form, isLeaving);
      const outcome = savedBy(status);
      if (outcome === "saved") setSavedAt(Date.now());
      else isDirty = true;
      setState(outcome === "saved" && isDirty ? "unsaved" : outcome);
      if (outcome === "lost") timer.current = setTimeout(save, retryAfterMs);
    };

    form.addEventListener("input", (event) => {
      if ((event.target as HTMLInputElement).name !== "segment") return;
      isDirty = true;
      count();
      setState((shown) => shown === "lost" || shown === "gone" ? shown : "unsaved");
      clearTimeout(timer.current);
      timer.current = setTimeout(save, saveAfterMs);
    }, { signal });
    // The form goes with all its words: nothing is left to be saved.
    form.addEventListener("submit", () => {
      isDirty = false;
      clearTimeout(timer.current);
    }, { signal });
    addEventListener("keydown", (event) => {
      if (event.key !== "s" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      isDirty = true;
      save();
    }, { signal });
    addEventListener("pagehide", () => void save(true), { signal });
    count();
    return () => {
      off.abort();
      clearTimeout(timer.current);
    };
  }, []);

  const number = (value: number) => formatNumber(locale, value);
  const { length, gaps } = progress ?? { length: props.length, gaps: null };
  return (
    <div class="agency__state">
      <span class="figures">
        {say("count", { length: number(length), most: number(props.lengthMax) })}
        {gaps !== null && ` · ${gaps === 0 ? say("whole") : say("gaps", { count: gaps })}`}
      </span>
      <span role="status" class={state === "lost" || state === "gone" ? "agency__alarm" : undefined}>
        {state === null
          ? props.saved ?? (progress ? props.hints.live : props.hints.plain)
          : say(state, { time: clockOf(locale, savedAt) })}
      </span>
      <span class="faint">{props.fine}</span>
    </div>
  );
}

/** The status of the answer; 0 where none came, or only the way to the sign-in page. */
async function post(form: HTMLFormElement, isLeaving: boolean): Promise<number> {
  const fields = new URLSearchParams({ action: "autosave" });
  for (const part of new FormData(form).getAll("segment")) fields.append("segment", String(part));
  try {
    const response = await fetch(form.getAttribute("action")!, {
      method: "POST",
      headers: { accept: "application/json" },
      body: fields,
      redirect: "manual",
      // Browsers let a page that goes send 64 KiB at most.
      keepalive: isLeaving && fields.toString().length < 60_000,
    });
    return response.status;
  } catch {
    return 0;
  }
}
