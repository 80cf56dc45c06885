/** The dialog of an invitation: who asks, at which price, and a minute to answer. Nothing is accepted by mistake. */
import { languageList } from "../../../i18n/languages.ts";
import { useEffect, useRef, useState } from "react";
import { Button, PricedButton } from "../../../components/buttons.tsx";
import { usePage } from "../../../components/page_context.ts";
import { Notice } from "../../../components/states.tsx";
import type { CallNow } from "../call/call_state.ts";
import type { Control } from "../control.ts";
import { firstInvitation } from "../session_state.ts";
import { spanOf } from "../times.ts";
import type { ChatPrices, Person } from "../types.ts";
import { useTicks } from "../use_control.ts";

/** How long after it appears an invitation cannot be answered; then a tick renders it again with its buttons enabled. */
const freshMs = 500;

export function Invitation({ control, prices }: { control: Control; prices: ChatPrices | null }) {
  const { call: { now }, people } = control.state;
  const isAsked = now !== null && !now.isAsker && (now.phase === "invited" || now.phase === "answering");
  const asked = isAsked ? [now.partnerId, now.untilMs] as const : firstInvitation(control.state);
  const person = asked && people.get(asked[0]);
  if (!person) return null;
  const kind = isAsked ? "video" : "text";
  return (
    <Asked
      key={`${kind}${person.id}`}
      control={control}
      person={person}
      untilMs={asked[1]}
      prices={prices}
      call={isAsked ? now : null}
    />
  );
}

function Asked({ control, person, untilMs, prices, call }: {
  control: Control;
  person: Person;
  untilMs: number;
  prices: ChatPrices | null;
  /** Null for a text chat. */
  call: CallNow | null;
}) {
  const { t, locale } = usePage();
  const kind = call ? "video" : "text";
  const dialog = useRef<HTMLDialogElement>(null);
  useTicks(freshMs);
  useEffect(() => {
    const shown = dialog.current!;
    const before = document.activeElement as HTMLElement | null;
    shown.showModal();
    // The dialog closes with the invitation, however that ended, and the focus goes back to where it was. If it was
    // accepted, the focus goes on to the message field, or to the view of the call, which takes it if nothing has it.
    return () => {
      shown.close();
      const { chat, call: { now } } = control.state;
      const isAccepted = (call ? now : chat)?.partnerId === person.id;
      if (!isAccepted) before?.focus();
      else if (call) (document.activeElement as HTMLElement).blur();
      else document.getElementById("chat-say")?.focus();
    };
  }, []);
  const preview = usePreview(call !== null);
  const [shownAt] = useState(performance.now());
  // A click that was meant for what lay here before, e.g. another invitation, must answer nothing.
  const isFresh = performance.now() - shownAt < freshMs;
  const isAnswering = call?.phase === "answering" && control.state.call.problem === null;
  const decline = () => call ? control.calls.cancel() : control.asking.decline(person.id);
  // A call can be accepted only once it is known whether the other will learn one's address (`hasRelay`).
  const isHeld = isFresh || call !== null && (call.hasRelay === null || call.phase === "answering");
  const accept = {
    "aria-disabled": isHeld,
    "aria-busy": isAnswering,
    onClick: () => isHeld || void (call ? control.calls.accept() : control.asking.accept(person.id)),
  };
  const isDirect = call?.hasRelay === false;
  const acceptWords = t(isDirect ? "call:direct.accept" : "chat:accept");
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby="chat-invitation-title"
      aria-describedby="chat-invitation-facts"
      onCancel={(event) => {
        event.preventDefault();
        decline();
      }}
    >
      {/* The text has the focus first, so that a key that was meant for something else answers nothing. */}
      <div
        class={call ? "dialog__body chat__invite chat__invite--call" : "dialog__body chat__invite"}
        tabIndex={-1}
        autofocus
      >
        <h2 id="chat-invitation-title">{t(`chat:invitation.${kind}`)}</h2>
        <img class="avatar" src={person.photo} alt="" width={128} height={128} />
        <div id="chat-invitation-facts">
          <p class="who">{person.name}</p>
          <p class="soft">
            {t("chat:id", { id: person.id })} · {t("chat:invitation.age", { age: person.age })}
          </p>
          {person.languages.length > 0 && (
            <p class="soft">
              {t("translation:compose.reads", { name: person.name, languages: languageList(locale, person.languages) })}
            </p>
          )}
          {prices && <p class="price">{call ? prices.videoSentence : prices.textSentence}</p>}
        </div>
        {call && preview && <preview.Preview control={control} name={person.name} />}
        {isDirect && (
          <Notice>
            <p>{t("call:direct.text", { name: person.name })}</p>
          </Notice>
        )}
        <p class="soft figures" role="timer">
          {t("chat:invitation.time", { time: spanOf(untilMs - control.now) })}
        </p>
        <div class="actions">
          <Button tone="quiet" aria-disabled={isFresh} onClick={() => isFresh || decline()}>{t("chat:decline")}</Button>
          {prices
            ? <PricedButton type="button" label={acceptWords} price={prices[kind]} {...accept} />
            : <Button {...accept}>{acceptWords}</Button>}
        </div>
        {prices && <p class="soft small">{prices.note}</p>}
      </div>
    </dialog>
  );
}

/** The preview of one's own picture; its code is loaded with the first call that rings. */
function usePreview(isWanted: boolean): typeof import("../call/preview.tsx") | null {
  const [loaded, setLoaded] = useState<typeof import("../call/preview.tsx") | null>(null);
  useEffect(() => {
    if (isWanted && !loaded) import("../call/preview.tsx").then(setLoaded, () => {});
  }, [isWanted]);
  return loaded;
}
