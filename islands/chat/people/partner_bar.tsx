/**
 * The bar above a conversation: the partner, and what can be begun or ended. The rest is in a menu behind three dots, so
 * that the height of the bar never changes. Whatever costs credits shows its price.
 */
import { useLayoutEffect, useRef, useState } from "react";
import { Button } from "../../../components/buttons.tsx";
import { Icon } from "../../../components/icon.tsx";
import { Avatar, Presence } from "../../../components/marks.tsx";
import { usePage } from "../../../components/page_context.ts";
import { BeginButton } from "../begin_button.tsx";
import { isInCall } from "../call/call_state.ts";
import type { Control } from "../control.ts";
import { requestConversation } from "../correspond.ts";
import type { ChatPrices, Person } from "../types.ts";
import { block } from "./block.ts";
import { BlockButton, Unblock } from "./block_control.tsx";
import { Folio } from "./lists.tsx";
import { closeMenu } from "./menu.ts";

export function PartnerBar({ control, person, prices }: {
  control: Control;
  person: Person;
  prices: ChatPrices | null;
}) {
  const { t } = usePage();
  const { state } = control;
  const isOnline = state.online?.includes(person.id) ?? false;
  const buttons = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  // Keeps whom it asks about: a chat that opens meanwhile shows another person.
  const [blocking, setBlocking] = useState<(typeof import("./block_dialog.tsx") & { person: Person }) | null>(null);
  const askToBlock = () =>
    import("./block_dialog.tsx").then((loaded) => setBlocking({ ...loaded, person }), () => control.refused(null));
  // The pressed button was replaced by others: keeps the keyboard focus among them.
  useLayoutEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) {
      buttons.current!.querySelector<HTMLElement>("button:last-of-type")?.focus();
    }
  }, [state.askingId, state.chat?.partnerId, state.chat?.isOpen, state.call.now?.phase, state.blockedIds]);
  return (
    <>
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
        <div class="chat__name">
          <h2 id="chat-partner">{person.name}</h2>
          <p>
            <Presence isOnline={isOnline} label={t(isOnline ? "chat:online" : "chat:offline")} />
            <Folio person={person} />
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
        <More control={control} person={person} onBlock={askToBlock} />
      </header>
      {/* Not in the bar, whose texts are one line each. */}
      {blocking && (
        <blocking.BlockDialog
          name={blocking.person.name}
          onConfirm={() => void block(control, blocking.person.id, true)}
          onClose={() => setBlocking(null)}
        />
      )}
    </>
  );
}

/** The menu of rarer actions: a conversation request, a letter, a talk, a report, a block. */
function More({ control, person, onBlock }: { control: Control; person: Person; onBlock: () => void }) {
  const { t, href } = usePage();
  const { recent, blockedIds, me } = control.state;
  const mayRequest = !recent?.includes(person.id) && !blockedIds.has(person.id);
  const side = me.gender === "man" ? "man" : "lady";
  return (
    <details class="menu menu--end menu--dots chat__more">
      <summary>
        <span class="visually-hidden">{t("chat:more", { name: person.name })}</span>
        <Icon name="more" />
      </summary>
      <ul class="menu__list">
        {mayRequest && (
          <li>
            <button
              type="button"
              aria-disabled={control.asking.isHeld}
              onClick={({ currentTarget }) => {
                closeMenu(currentTarget);
                void requestConversation(control, person.id);
              }}
            >
              {t("chat:request.send")} <Icon name="user" />
            </button>
          </li>
        )}
        {!blockedIds.has(person.id) && (["new-conversation", "talk"] as const).map((place) => (
          <li key={place}>
            <a href={href(`/${side}/mail/${place}/${person.id}`)} target="_blank" rel="noopener">
              {t(place === "talk" ? "chat:talk" : "chat:letter")}{" "}
              <Icon name={place === "talk" ? "calendar" : "envelope"} />
            </a>
          </li>
        ))}
        <li>
          <a href={href(`/report/${person.id}?from=chat`)} target="_blank" rel="noopener">
            {t("chat:report")} <Icon name="flag" />
          </a>
        </li>
        <BlockButton control={control} person={person} onBlock={onBlock} />
        <li class="folio">{t("chat:id", { id: person.id })}</li>
      </ul>
    </details>
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
  const isAsking = state.askingId === person.id;
  const isCalling = call.now !== null;
  const videoButton = (
    <BeginButton
      key="video"
      control={control}
      tone="quiet"
      icon={isOnline && person.allowVideoChat ? "video" : "video-off"}
      label={t("chat:videoChat")}
      price={prices?.video}
      onClick={() => void control.asking.video(person.id)}
    />
  );
  if (isWithThis || isAsking) {
    // An open text chat can turn into a call.
    const mayTurn = isWithThis && chat.isOpen && !chat.isVideo && !isCalling;
    const stop = isInCall(call) ? () => control.calls.hangUp() : () => control.asking.stop();
    return (
      <>
        {mayTurn && videoButton}
        {/* With a key of its own: a double click must not press another button that takes its place. */}
        <Button key="stop" tone="quiet" icon="stop" onClick={() => void stop()}>
          <span>{t(isAsking ? "chat:withdraw" : "chat:stop")}</span>
        </Button>
      </>
    );
  }
  // This person asks, or is asked, for a call: nothing else can be begun meanwhile.
  if (isCalling) return null;
  return (
    <>
      {videoButton}
      <BeginButton
        key="text"
        control={control}
        tone="quiet"
        icon="chat"
        label={t("chat:textChat")}
        price={prices?.text}
        onClick={() => void control.asking.invite(person.id)}
      />
    </>
  );
}

/** Shown while one's own invitation waits, or the person is blocked; read out once. */
export function Asking({ control, person }: { control: Control; person: Person }) {
  const { t } = usePage();
  const isAsking = control.state.askingId === person.id;
  const isBlocked = control.state.blockedIds.has(person.id);
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
      {isBlocked && <p class="blocked">{t("chat:block.is", { name: person.name })}</p>}
    </div>
  );
}
