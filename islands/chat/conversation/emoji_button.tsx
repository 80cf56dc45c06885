/** Opens the table of emoji above the message field; Escape or a click elsewhere closes it again. */
import type { ComponentType } from "preact";
import { useEffect, useRef, useState } from "react";
import { IconButton } from "../../../components/buttons.tsx";
import { usePage } from "../../../components/page_context.ts";

type Picker = ComponentType<{ onChoose: (emoji: string) => void }>;

export function EmojiButton({ onChoose }: { onChoose: (emoji: string) => void }) {
  const { t } = usePage();
  const box = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [loaded, setLoaded] = useState<{ Picker: Picker } | null>(null);

  const close = (isFocusKept: boolean) => {
    setOpen(false);
    if (isFocusKept) box.current?.querySelector("button")?.focus();
  };
  const toggle = async () => {
    if (isOpen) return close(true);
    setOpen(true);
    if (!loaded) setLoaded({ Picker: (await import("./emoji_picker.tsx")).default });
  };
  const choose = (emoji: string) => {
    close(false);
    onChoose(emoji);
  };
  useEffect(() => {
    if (!isOpen) return;
    const onPress = ({ target }: Event) => {
      if (!box.current?.contains(target as Node)) close(false);
    };
    document.addEventListener("pointerdown", onPress);
    return () => document.removeEventListener("pointerdown", onPress);
  }, [isOpen]);

  return (
    <div
      ref={box}
      class="chat__emoji"
      onKeyDown={(event) => {
        if (event.key === "Escape" && isOpen) close(true);
        // Enter chooses an emoji and must not send the message.
        if (event.key === "Enter" && isOpen) event.stopPropagation();
      }}
    >
      <IconButton
        icon="smile"
        label={t("chat:emoji")}
        aria-expanded={isOpen}
        onClick={toggle}
      />
      {isOpen && (
        <div class="chat__emojis" role="dialog" aria-label={t("chat:emoji")}>
          {loaded ? <loaded.Picker onChoose={choose} /> : <p class="soft">{t("chat:loading")}</p>}
        </div>
      )}
    </div>
  );
}
