/** Saves a translation while it is written, and counts it; the work page itself is a plain form of the page. */
import { useEffect, useRef, useState } from "react";
import { usePage } from "../../components/page_context.ts";
import { formatNumber } from "../../i18n/format.ts";
import { gapOf } from "../../i18n/locales.ts";
import { clockOf } from "../clock.ts";
import { broughtTogether, type Kept, type Progress, progressOf, retryAfterMs, saveAfterMs, savedBy } from "./state.ts";

interface TranslationFormProps {
  formId: string;
  /** What the form is made of, as its words call it. */
  parts: "paragraphs" | "fields";
  lengthMax: number;
  length: number;
  /** When the words on the sheet were saved, in words; null for an empty sheet. */
  saved: string | null;
  /** How words are kept, in words: without a script, and with it. */
  hints: { plain: string; live: string; keys: string };
}

type State = "saving" | "saved" | "unsaved" | "lost" | "gone";

export default function TranslationForm(props: TranslationFormProps) {
  const { t, locale } = usePage();
  const say = (key: string, values?: Record<string, unknown>) => t(`islands:translation_form.${key}`, values);
  const [progress, setProgress] = useState<Progress | null>(null);
  const [state, setState] = useState<State | null>(null);
  const [savedAt, setSavedAt] = useState(0);
  const [hasSetAside, setHasSetAside] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  useEffect(() => {
    const form = document.getElementById(props.formId) as HTMLFormElement;
    const off = new AbortController();
    const { signal } = off;
    let isDirty = false;
    let isSaving = false;
    const fieldOf = (name: string) => form.elements.namedItem(name) as HTMLInputElement | null;
    const pageField = fieldOf("page");
    if (pageField) pageField.value = crypto.getRandomValues(new Uint32Array(4)).join("-");

    const count = () => setProgress(progressOf(partsOf(form).map(({ value }) => value)));

    const takeIn = (sent: string[], kept: Kept) => {
      const fields = partsOf(form);
      const shown = { parts: fields.map(({ value }) => value), base: fieldOf("base")!.value.split(".") };
      const { parts, base } = broughtTogether(shown, sent, kept);
      fields.forEach((field, at) => field.value !== parts[at] && (field.value = parts[at]!));
      fieldOf("base")!.value = base.join(".");
      if (kept.hasSetAside) setHasSetAside(true);
      count();
    };

    const save = async (isLeaving = false) => {
      clearTimeout(timer.current);
      // One saving at a time: the next continues from the answer to this one.
      if (!isDirty || (isSaving && !isLeaving)) return;
      isDirty = false;
      isSaving = true;
      setState("saving");
      const sent = partsOf(form).map(({ value }) => value);
      const { status, kept } = await post(form, isLeaving);
      isSaving = false;
      const outcome = savedBy(status);
      if (outcome === "saved") setSavedAt(Date.now());
      else isDirty = true;
      if (kept) takeIn(sent, kept);
      setState(outcome === "saved" && isDirty ? "unsaved" : outcome);
      clearTimeout(timer.current);
      if (!isDirty || outcome === "gone") return;
      timer.current = setTimeout(save, outcome === "lost" ? retryAfterMs : saveAfterMs);
    };

    form.addEventListener("input", (event) => {
      if ((event.target as HTMLInputElement).name !== "segment") return;
      isDirty = true;
      count();
      setState((shown) => shown === "lost" || shown === "gone" ? shown : "unsaved");
      clearTimeout(timer.current);
      timer.current = setTimeout(save, saveAfterMs);
    }, { signal });
    // The form is sent with all its words: nothing is left to be saved.
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
        {gaps !== null &&
          ` · ${gaps === 0 ? say(`${props.parts}.whole`) : say(`${props.parts}.gaps`, { count: gaps })}`}
      </span>
      <span role="status" class={state === "lost" || state === "gone" ? "agency__alarm" : undefined}>
        {state !== null
          ? say(state, { time: clockOf(locale, savedAt) })
          : props.saved ?? (progress ? <LiveHint {...props.hints} gap={gapOf(locale)} /> : props.hints.plain)}
        {hasSetAside && ` ${say(`${props.parts}.setAside`)}`}
      </span>
    </div>
  );
}

const LiveHint = ({ live, keys, gap }: { live: string; keys: string; gap: string }) => (
  <>
    {live}
    {gap}
    <span class="only-wide">{keys}</span>
  </>
);

const partsOf = (form: HTMLFormElement): HTMLTextAreaElement[] => [...form.querySelectorAll("textarea")];

/** `status` is 0 if no answer came, or only a redirect to the sign-in page; `kept` is the answer to a saving. */
async function post(form: HTMLFormElement, isLeaving: boolean): Promise<{ status: number; kept: Kept | null }> {
  const fields = new URLSearchParams({ action: "autosave" });
  for (const [name, value] of new FormData(form)) {
    if (["segment", "base", "page"].includes(name)) fields.append(name, String(value));
  }
  try {
    const response = await fetch(form.getAttribute("action")!, {
      method: "POST",
      headers: { accept: "application/json" },
      body: fields,
      redirect: "manual",
      // Browsers let a page that is left send 64 KiB at most.
      keepalive: isLeaving && fields.toString().length < 60_000,
    });
    const answer = response.status === 200 ? await response.json() : {};
    return { status: response.status, kept: answer.segments ? answer : null };
  } catch {
    return { status: 0, kept: null };
  }
}
