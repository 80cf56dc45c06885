/** Above a conversation: with whom it is, and what can be begun or ended. Whatever costs says its price. */
import { useLayoutEffect, useRef } from "react";
import { Button, PricedButton } from "../../../components/buttons.tsx";
import { Icon } from "../../../components/icon.tsx";
import { Avatar, Presence } from "../../../components/marks.tsx";
import { usePage } from "../../../components/page_context.ts";
import { isInCall } from "../call/call_state.ts";
import type { Control } from "../control.ts";
import { requestConversation } from "../correspond.ts";
import type { ChatPrices, Person } from "../types.ts";
import { BlockButton, Unblock } from "./block_control.tsx";

export function PartnerBar({ control, person, prices }: {
  control: Control;
  person: Person;
  prices: ChatPrices | null;
}) {
  const { t, href } = usePage();
  const { state } = control;
  const isOnline = state.online?.includes(person.id) ?? false;
  const buttons = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  // The button that was pressed has made room for others: who came by keyboard stays among them.
  useLayoutEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) {
      buttons.current!.querySelector<HTMLElement>("button:last-of-type")?.focus();
    }
  }, [state.askingId, state.chat?.partnerId, state.chat?.isOpen, state.call.now?.phase, state.blockedIds]);
  return (
    <header class="chat__with">
      <button
        class="chat__back"
        type="button"
        onClick={() => control.do({ type: "lists" })}
        aria-label={t("chat:back")}
      >
        <Icon name="left" />
      </button>
      <Avatar src={person.photo} />
      <div>
        <h2 id="chat-partner">{person.name}</h2>
        <p>
          <Presence isOnline={isOnline} label={t(isOnline ? "chat:online" : "chat:offline")} />
          <span class="folio">{t("chat:id", { id: person.id })}</span>
          {person.isCompanion && <span class="small soft">{t("chat:companion")}</span>}
          <BlockButton control={control} person={person} />
          <a class="chat__link small soft" href={href(`/report/${person.id}?from=chat`)} target="_blank" rel="noopener">
            {t("chat:report")}
          </a>
        </p>
      </div>
      <div
        ref={buttons}
        class="end"
        onFocusIn={() => (hadFocus.current = true)}
        onFocusOut={({ relatedTarget }) => (hadFocus.current = relatedTarget === null)}
      >
        {state.blockedIds.has(person.id)
          ? <Unblock control={control} person={person} />
          : <Actions control={control} person={person} prices={prices} isOnline={isOnline} />}
      </div>
    </header>
  );
}

function Actions(
  { control, person, prices, isOnline }: {
    control: Control;
    person: Person;
    prices: ChatPrices | null;
    isOnline: boolean;
  },
) {
  const { t } = usePage();
  const { state } = control;
  const { call, chat } = state;
  const isWithThis = chat?.partnerId === person.id;
  const isHeld = performance.now() < state.guardUntilMs || state.link !== "open";
  const isAsking = state.askingId === person.id;
  const isCalling = call.now !== null;
  const waits = { "aria-disabled": isHeld ? "true" as const : undefined };
  const video = { ...waits, onClick: () => void control.asking.video(person.id), label: t("chat:videoChat") };
  const videoIcon = isOnline ? "video" : "video-off";
  const videoButton = prices
    ? <PricedButton key="video" type="button" tone="quiet" icon={videoIcon} price={prices.video} {...video} />
    : <Button key="video" tone="quiet" icon={videoIcon} {...waits} onClick={video.onClick}>{video.label}</Button>;
  if (isWithThis || isAsking) {
    // From writing to each other the two can go on to see each other.
    const mayTurn = isWithThis && chat.isOpen && !chat.isVideo && !isCalling;
    const stop = isInCall(call) ? () => control.calls.hangUp() : () => control.asking.stop();
    return (
      <>
        {mayTurn && videoButton}
        {/* A button of its own: another that took its place would be pressed by who pressed this one twice. */}
        <Button key="stop" tone="quiet" icon="stop" onClick={() => void stop()}>
          {t(isAsking ? "chat:withdraw" : "chat:stop")}
        </Button>
      </>
    );
  }
  // One is asked, or asks, for a call: nothing else is begun meanwhile.
  if (isCalling) return null;
  const text = { ...waits, onClick: () => void control.asking.invite(person.id) };
  const mayRequest = !state.recent?.includes(person.id);
  return (
    <>
      {mayRequest && (
        <Button tone="plain" small {...waits} onClick={() => void requestConversation(control, person.id)}>
          {t("chat:request.send")}
        </Button>
      )}
      {videoButton}
      {prices
        ? <PricedButton type="button" icon="chat" label={t("chat:textChat")} price={prices.text} {...text} />
        : <Button icon="chat" {...text}>{t("chat:textChat")}</Button>}
    </>
  );
}

/** While an invitation of one's own waits; said once, and shown as long as it lasts. */
export function Asking({ control, person }: { control: Control; person: Person }) {
  const { t } = usePage();
  const isAsking = control.state.askingId === person.id;
  return (
    <div class="chat__asking" role="status">
      {isAsking && (
        <p>
          <span class="chat__waves" aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          {t("chat:asking", { name: person.name })}
        </p>
      )}
    </div>
  );
}
