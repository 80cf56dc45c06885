/** The line one writes on: Enter sends, a draft for each person, nothing beyond the length that is kept. */
import { useEffect, useRef, useState } from "react";
import { messageLengthMax } from "../../../chat/shared/limits.ts";
import { IconButton } from "../../../components/buttons.tsx";
import { usePage } from "../../../components/page_context.ts";
import { formatNumber } from "../../../i18n/format.ts";
import type { Control } from "../control.ts";
import { canWriteTo } from "./conversations.ts";
import { EmojiButton } from "./emoji_button.tsx";
import { isRoomFor } from "./say_state.ts";

/** From so many units on the length is said. */
const sayLengthFrom = 3500;

export function Say({ control, partnerId }: { control: Control; partnerId: number }) {
  const { t, locale } = usePage();
  const sheet = useRef<HTMLTextAreaElement>(null);
  const drafts = useRef(new Map<number, string>());
  const [length, setLength] = useState(0);
  const canWrite = canWriteTo(control.state, partnerId);

  useEffect(() => {
    const paper = sheet.current!;
    paper.value = drafts.current.get(partnerId) ?? "";
    setLength(paper.value.length);
    return () => void drafts.current.set(partnerId, paper.value);
  }, [partnerId]);
  // The chat that was waited for is open: write. But nobody is torn away from a dialog or another field.
  useEffect(() => {
    const { activeElement } = document;
    const isFree = !activeElement || activeElement === document.body || activeElement.closest(".chat__with");
    // A call is looked at; on a telephone the keyboard would cover it.
    if (canWrite && isFree && !control.state.chat?.isVideo) sheet.current?.focus();
  }, [canWrite]);

  const send = () => {
    const paper = sheet.current!;
    if (!control.talk.write(paper.value)) return;
    paper.value = "";
    setLength(0);
    paper.focus();
  };
  const insert = (text: string) => {
    const paper = sheet.current!;
    const { selectionStart: from, selectionEnd: to, value } = paper;
    paper.focus();
    // What would not fit is not put in.
    if (!canWrite || !isRoomFor(value, from, to, text)) return;
    paper.setRangeText(text, from, to, "end");
    setLength(paper.value.length);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also chooses a word of an input method, which is no sending.
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    send();
  };

  const number = (value: number) => formatNumber(locale, value);
  return (
    <form
      class="chat__say"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <EmojiButton isOff={!canWrite} onChoose={insert} />
      <label class="visually-hidden" for="chat-say">{t("chat:message")}</label>
      <textarea
        ref={sheet}
        id="chat-say"
        rows={1}
        maxlength={messageLengthMax}
        placeholder={t(canWrite ? "chat:placeholder.open" : "chat:placeholder.closed")}
        readOnly={!canWrite}
        aria-describedby="chat-say-hint"
        enterkeyhint="send"
        onInput={({ currentTarget }) => {
          setLength(currentTarget.value.length);
          if (currentTarget.value !== "") control.talk.writes(partnerId);
        }}
        onKeyDown={onKeyDown}
      />
      <IconButton
        type="submit"
        icon="send"
        tone="ink"
        label={t("chat:send")}
        aria-disabled={canWrite ? undefined : "true"}
      />
      <p class="hint" id="chat-say-hint">
        <span class="only-wide">{t("chat:enterSends")}</span>
        {length >= sayLengthFrom && (
          <span class="figures">{t("chat:length", { length: number(length), most: number(messageLengthMax) })}</span>
        )}
      </p>
    </form>
  );
}
