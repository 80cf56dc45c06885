/** The table of emoji, loaded when it is opened for the first time; its words come from files of the site. */
import { useEffect, useRef, useState } from "react";
import { usePage } from "../../../components/page_context.ts";
import { type EmojiWords, foundIn } from "./emoji_words.ts";

interface EmojiPickerProps {
  onChoose: (emoji: string) => void;
  onClose: () => void;
}

export default function EmojiPicker({ onChoose, onClose }: EmojiPickerProps) {
  const { t, locale } = usePage();
  const table = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const [words, setWords] = useState<EmojiWords | null>(null);
  const [wanted, setWanted] = useState("");
  useFocus(search, onClose);
  useEffect(() => {
    const gone = new AbortController();
    fetch(`/static/emoji/${locale}.json`, { signal: gone.signal })
      .then((answer) => answer.json()).then(setWords).catch(() => {});
    return () => gone.abort();
  }, []);

  const groups = words ? foundIn(words, wanted) : [];
  const onKeyDown = (event: KeyboardEvent) => move(event, table.current!);
  return (
    <div class="emoji" onKeyDown={onKeyDown}>
      <input
        class="input"
        type="search"
        ref={search}
        aria-label={t("chat:emojiSearch")}
        placeholder={t("chat:emojiSearch")}
        onInput={({ currentTarget }) => setWanted(currentTarget.value)}
      />
      <div ref={table} class="emoji__view">
        {!words && <p class="soft">{t("chat:loading")}</p>}
        {words && groups.length === 0 && <p class="soft" role="status">{t("chat:emojiNone")}</p>}
        {groups.map(({ label, emojis }) => (
          <section key={label} aria-label={label}>
            <h3>{label}</h3>
            <div>
              {emojis.map(({ emoji, label: name }) => (
                <button
                  key={emoji}
                  type="button"
                  tabIndex={-1}
                  title={name}
                  aria-label={name}
                  onClick={() => {
                    onChoose(emoji);
                    onClose();
                  }}
                >
                  {emoji}
                </button>
              ))}
            </div>
          </section>
        ))}
      </div>
    </div>
  );
}

/**
 * Gives the focus to the search, once: the page renders again with all that happens in the chat. Closes the table on
 * Escape, on a press elsewhere, and when the focus leaves it.
 */
function useFocus(search: { current: HTMLElement | null }, onClose: () => void): void {
  useEffect(() => {
    const box = search.current!.closest<HTMLElement>(".chat__emoji")!;
    // After a press on what takes no focus, what lies behind has it.
    const isHere = (focused: Element) => box.contains(focused) || focused.contains(box);
    // Loading took its time: whoever went on meanwhile is left alone.
    if (!isHere(document.activeElement!)) return onClose();
    search.current!.focus();
    const gone = new AbortController();
    const { signal } = gone;
    document.addEventListener("pointerdown", ({ target }) => box.contains(target as Node) || onClose(), { signal });
    document.addEventListener("keydown", ({ key, target }) => {
      if (key !== "Escape" || isInDialog(target)) return;
      if (isHere(document.activeElement!)) box.querySelector("button")!.focus();
      onClose();
    }, { signal });
    // A question that comes on top of the page gives the focus back.
    box.addEventListener("focusout", ({ relatedTarget: to }) => {
      if (to && !isHere(to as Element) && !isInDialog(to)) onClose();
    }, { signal });
    return () => gone.abort();
  }, []);
}

const isInDialog = (place: EventTarget | null) => (place as Element).closest("dialog") !== null;

/** Arrow keys move through the table, up and down by the lines of its layout; Enter in the search takes the first emoji. */
function move(event: KeyboardEvent, table: HTMLElement): void {
  const all = [...table.querySelectorAll<HTMLElement>("button")];
  const at = all.indexOf(event.target as HTMLElement);
  if (at < 0) {
    if (event.key === "Enter") all[0]?.click();
    if (event.key === "Enter" || event.key === "ArrowDown") event.preventDefault();
    if (event.key === "ArrowDown") all[0]?.focus();
    return;
  }
  const perLine = Math.max(1, Math.floor(table.clientWidth / all[at]!.offsetWidth));
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: perLine, ArrowUp: -perLine }[event.key];
  if (!step) return;
  event.preventDefault();
  const next = all[at + step];
  if (next) next.focus();
  else if (step < 0) table.closest(".emoji")!.querySelector("input")!.focus();
}
