/**
 * The message field: Enter sends, each person has a draft, and no text exceeds the limit. While no chat is open and one can
 * be begun, the button that begins it takes the place of the field.
 */
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { messageLengthMax } from "../../../chat/shared/limits.ts";
import { IconButton } from "../../../components/buttons.tsx";
import { usePage } from "../../../components/page_context.ts";
import { formatNumber } from "../../../i18n/format.ts";
import { inputMethodKeyCode } from "../../keys.ts";
import { readKept, store } from "../../storage.ts";
import { BeginButton } from "../begin_button.tsx";
import type { Control } from "../control.ts";
import { mayInvite } from "../people/people_state.ts";
import type { ChatPrices } from "../types.ts";
import { canWriteTo } from "./conversations.ts";
import { EmojiButton } from "./emoji_button.tsx";
import { isRoomFor } from "./say_state.ts";

/** From this length on, in UTF-16 units, the length is shown. */
const sayLengthFrom = 3500;

interface SayProps {
  control: Control;
  partnerId: number;
  prices: ChatPrices | null;
}

export function Say({ control, partnerId, prices }: SayProps) {
  const { t, locale } = usePage();
  const hadFocus = useRef(false);
  const sheet = useRef<HTMLTextAreaElement>(null);
  const [length, setLength] = useState(0);
  const canWrite = canWriteTo(control.state, partnerId);
  const mayBegin = !canWrite && mayInvite(control.state, partnerId);
  // In this tab, and not for whoever signs in here next.
  const draft = `say ${control.state.me.id} ${partnerId}`;

  useEffect(() => show(readKept("sessionStorage", draft) ?? ""), [partnerId]);
  // The chat has opened: focuses the field, but takes the focus from no dialog and no other field.
  useEffect(() => {
    const { activeElement } = document;
    const isFree = !activeElement || activeElement === document.body ||
      activeElement.closest(".chat__with, .chat__say");
    // Not in a call, which a phone's keyboard would cover.
    if (canWrite && isFree && !control.state.chat?.isVideo) sheet.current?.focus();
  }, [canWrite]);
  // What had the focus was replaced. From the button the focus goes to the field; from the field it goes to the messages,
  // and never to the button, which the next key of somebody who is still writing would press.
  useLayoutEffect(() => {
    if (!hadFocus.current) return;
    // No event says that an element lost the focus because it was hidden.
    hadFocus.current = false;
    const place = mayBegin ? document.querySelector<HTMLElement>(".messages") : sheet.current;
    place?.focus({ preventScroll: true });
  }, [mayBegin]);

  /** Keeps what stands in the field, and answers it. */
  const keep = (): string => {
    const { value } = sheet.current!;
    setLength(value.length);
    store("sessionStorage", draft, value || null);
    return value;
  };
  const show = (text: string) => {
    sheet.current!.value = text;
    keep();
  };
  const send = () => {
    if (!control.talk.write(sheet.current!.value)) return;
    show("");
    sheet.current!.focus();
  };
  const insert = (text: string) => {
    const paper = sheet.current!;
    const { selectionStart: from, selectionEnd: to, value } = paper;
    paper.focus();
    // An emoji that would not fit is not inserted.
    if (!canWrite || !isRoomFor(value, from, to, text)) return;
    paper.setRangeText(text, from, to, "end");
    keep();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that chooses a word of an input method must not send.
    if (event.key !== "Enter" || event.shiftKey || event.keyCode === inputMethodKeyCode) return;
    event.preventDefault();
    send();
  };

  const number = (value: number) => formatNumber(locale, value);
  return (
    <form
      class="chat__say"
      onFocusIn={() => (hadFocus.current = true)}
      onFocusOut={({ relatedTarget }) => (hadFocus.current = relatedTarget === null)}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {canWrite && <EmojiButton onChoose={insert} />}
      <label class="visually-hidden" for="chat-say">{t("chat:message")}</label>
      <textarea
        ref={sheet}
        id="chat-say"
        class="textarea"
        rows={1}
        maxlength={messageLengthMax}
        placeholder={t(canWrite ? "chat:placeholder.open" : "chat:placeholder.closed")}
        readOnly={!canWrite}
        hidden={mayBegin && length === 0}
        aria-describedby="chat-say-hint"
        enterkeyhint="send"
        onInput={() => {
          if (keep()) control.talk.writes(partnerId);
        }}
        onKeyDown={onKeyDown}
      />
      {canWrite && <IconButton type="submit" icon="send" tone="ink" label={t("chat:send")} />}
      {mayBegin && <Begin control={control} partnerId={partnerId} prices={prices} />}
      <p class="hint" id="chat-say-hint">
        <span class="only-wide">{t("chat:enterSends")}</span>
        {length >= sayLengthFrom && (
          <span class="figures">{t("chat:length", { length: number(length), most: number(messageLengthMax) })}</span>
        )}
      </p>
    </form>
  );
}

/** Begins a text chat; whoever cannot pay its first minute is led to more credits instead. */
function Begin({ control, partnerId, prices }: SayProps) {
  const { t } = usePage();
  if (prices && control.state.me.balanceCredits! < prices.credits.text) {
    return <a class="btn btn--wide chat__begin" href={prices.buyHref}>{t("chat:beginLow")}</a>;
  }
  return (
    <BeginButton
      control={control}
      class="chat__begin"
      wide
      icon="chat"
      label={t("chat:begin")}
      price={prices?.text}
      onClick={() => void control.asking.invite(partnerId)}
    />
  );
}
