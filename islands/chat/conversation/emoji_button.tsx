/** Opens the table of emoji above the message field, and closes it, also while it is still being loaded. */
import { useEffect, useRef, useState } from "react";
import { IconButton } from "../../../components/buttons.tsx";
import { usePage } from "../../../components/page_context.ts";
import { inputMethodKeyCode } from "../../keys.ts";

type Loaded = typeof import("./emoji_picker.tsx");

export function EmojiButton({ onChoose }: { onChoose: (emoji: string) => void }) {
  const { t } = usePage();
  const box = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const close = () => setOpen(false);
  useEffect(() => isOpen ? closing(box.current!, close) : undefined, [isOpen]);
  const toggle = async () => {
    setOpen(!isOpen);
    if (!loaded) setLoaded(await import("./emoji_picker.tsx"));
  };
  return (
    <div class="chat__emoji" ref={box}>
      <IconButton icon="smile" label={t("chat:emoji")} aria-expanded={isOpen} onClick={toggle} />
      {isOpen && (
        <div class="chat__emojis" role="dialog" aria-label={t("chat:emoji")}>
          {loaded ? <loaded.default onChoose={onChoose} onClose={close} /> : <p class="soft">{t("chat:loading")}</p>}
        </div>
      )}
    </div>
  );
}

/** Closes the table on Escape, on a press elsewhere, and when the focus leaves it; returns how to stop that. */
function closing(box: HTMLElement, close: () => void): () => void {
  // After a press on what takes no focus, what lies behind has it.
  const isHere = (focused: Element) => box.contains(focused) || focused.contains(box);
  const gone = new AbortController();
  const { signal } = gone;
  document.addEventListener("pointerdown", ({ target }) => box.contains(target as Node) || close(), { signal });
  document.addEventListener("keydown", (event) => {
    if (
      event.key !== "Escape" || event.defaultPrevented || event.keyCode === inputMethodKeyCode ||
      isInDialog(event.target)
    ) return;
    event.preventDefault();
    if (isHere(document.activeElement!)) box.querySelector("button")!.focus();
    close();
  }, { signal });
  // A question that comes on top of the page gives the focus back.
  box.addEventListener("focusout", ({ relatedTarget: to }) => {
    if (to && !isHere(to as Element) && !isInDialog(to)) close();
  }, { signal });
  return () => gone.abort();
}

const isInDialog = (place: EventTarget | null) => (place as Element).closest("dialog") !== null;
