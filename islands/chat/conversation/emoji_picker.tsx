/** The table of emoji, loaded when it is opened for the first time; its words come from files of the site. */
import { useEffect, useRef, useState } from "react";
import { usePage } from "../../../components/page_context.ts";
import { inputMethodKeyCode } from "../../keys.ts";
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
  // Once: the page renders again with all that happens in the chat.
  useEffect(() => {
    const focused = document.activeElement!;
    // Loading took its time: whoever went on meanwhile is left alone.
    if (!focused.contains(search.current) && !focused.closest(".chat__emoji")) return onClose();
    search.current!.focus();
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

/** Arrow keys move through the table, up and down by the lines of its layout; Enter in the search takes the first emoji. */
function move(event: KeyboardEvent, table: HTMLElement): void {
  const all = [...table.querySelectorAll<HTMLElement>("button")];
  const at = all.indexOf(event.target as HTMLElement);
  if (at < 0) {
    if (event.keyCode === inputMethodKeyCode) return;
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
