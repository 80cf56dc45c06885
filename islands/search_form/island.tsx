/** The button under the filters: says how many ladies it will show, before it is pressed. A plain submit without it. */
import { useEffect, useRef, useState } from "react";
import { usePage } from "../../components/page_context.ts";
import { countPath, latestCount, shortQuery, totalOf } from "./state.ts";

interface SearchFormProps {
  /** How many ladies the address finds; null if its filters cannot be used. */
  total: number | null;
  isFiltered: boolean;
}

export default function SearchForm({ total, isFiltered }: SearchFormProps) {
  const { t, href, locale } = usePage();
  const [count, setCount] = useState(total);
  const row = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const form = row.current!.closest("form")!;
    const all = new AbortController();
    const on = (target: EventTarget, name: string, listen: (event: never) => void) =>
      target.addEventListener(name, listen as EventListener, { signal: all.signal });
    const query = () => shortQuery(new FormData(form));
    const counting = latestCount(async (asked, signal) => {
      const answer = await fetch(href(countPath(asked)), { signal });
      return totalOf(await answer.json());
    }, setCount);

    on(form, "input", () => counting.ask(query()));
    on(form, "submit", (event: Event) => {
      event.preventDefault();
      const asked = query();
      dispatchEvent(new CustomEvent("vesna:loading", { detail: true }));
      location.assign(form.action + (asked && `?${asked}`));
    });
    // The field for the order stands outside of the form but belongs to it.
    on(document, "change", ({ target }: Event) => {
      const { name, form: owner } = target as HTMLSelectElement;
      if (name === "sort" && owner === form) form.requestSubmit();
    });
    // Back on a page from the back/forward cache: the filters are reset to those of the ladies shown.
    on(window, "pageshow", ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      form.reset();
      counting.cancel();
      setCount(total);
    });
    // Something was chosen before this ran.
    if (isTouched(form)) counting.ask(query());
    return () => {
      all.abort();
      counting.cancel();
    };
  }, []);

  const say = (key: string) => t(`islands:search_form.${key}`, { count, n: count?.toLocaleString(locale) });
  const label = say(count === null ? "some" : "show");
  return (
    <div class="commit" ref={row}>
      <button class="btn">{label}</button>
      {isFiltered && <a class="btn btn--plain" href={href("/search")}>{say("clear")}</a>}
      <p class="visually-hidden" role="status">{count !== total && label}</p>
    </div>
  );
}

/** Whether a field was changed. A `<select>` does not tell that itself, so its options are looked at. */
const isTouched = (form: HTMLFormElement): boolean =>
  [...form.querySelectorAll<HTMLInputElement & HTMLOptionElement>("input, option[value]:not([value=''])")].some((
    { selected, defaultSelected, checked, defaultChecked, value, defaultValue = value },
  ) => selected !== defaultSelected || checked !== defaultChecked || value !== defaultValue);
