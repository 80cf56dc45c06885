/** Opens the table of emoji above the message field; the table itself says when it is to be closed. */
import { useState } from "react";
import { IconButton } from "../../../components/buttons.tsx";
import { usePage } from "../../../components/page_context.ts";

type Loaded = typeof import("./emoji_picker.tsx");

export function EmojiButton({ onChoose }: { onChoose: (emoji: string) => void }) {
  const { t } = usePage();
  const [isOpen, setOpen] = useState(false);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const toggle = async () => {
    setOpen(!isOpen);
    if (!loaded) setLoaded(await import("./emoji_picker.tsx"));
  };
  return (
    <div class="chat__emoji">
      <IconButton icon="smile" label={t("chat:emoji")} aria-expanded={isOpen} onClick={toggle} />
      {isOpen && (
        <div class="chat__emojis" role="dialog" aria-label={t("chat:emoji")}>
          {loaded
            ? <loaded.default onChoose={onChoose} onClose={() => setOpen(false)} />
            : <p class="soft">{t("chat:loading")}</p>}
        </div>
      )}
    </div>
  );
}
