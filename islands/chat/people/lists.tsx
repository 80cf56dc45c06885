/** The three lists beside the conversation: people online, recent dialogues, conversation requests. */
import { Button, ButtonLink } from "../../../components/buttons.tsx";
import { Icon } from "../../../components/icon.tsx";
import { Avatar, Badge } from "../../../components/marks.tsx";
import { usePage } from "../../../components/page_context.ts";
import { Tariff } from "../../../components/tariff.tsx";
import type { Control } from "../control.ts";
import { answerRequest } from "../correspond.ts";
import type { ChatPrices, Person, Tab } from "../types.ts";
import { inOrder } from "./people_state.ts";

const tabs: readonly Tab[] = ["online", "recent", "requests"];

interface ListsProps {
  control: Control;
  prices: ChatPrices | null;
}

export function Lists({ control, prices }: ListsProps) {
  const { t } = usePage();
  const { state } = control;
  const open = (tab: Tab) => control.do({ type: "tab", tab });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = tabs[(tabs.indexOf(state.tab) + step + tabs.length) % tabs.length]!;
    open(next);
    document.getElementById(`chat-tab-${next}`)?.focus();
  };
  const waiting = state.requests?.filter(({ isAccepted }) => !isAccepted).length ?? 0;
  return (
    <>
      <div class="tabs" role="tablist" aria-label={t("chat:lists")} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab}
            id={`chat-tab-${tab}`}
            role="tab"
            type="button"
            aria-selected={state.tab === tab}
            aria-controls="chat-list"
            tabIndex={state.tab === tab ? 0 : -1}
            onClick={() => open(tab)}
          >
            {t(`chat:tab.${tab}`)}
            {tab === "online" && (state.online?.length ?? 0) > 0 && (
              <span class="faint figures">{state.online!.length}</span>
            )}
            {tab === "requests" && <Badge count={waiting} />}
          </button>
        ))}
      </div>
      <div id="chat-list" class="chat__list" role="tabpanel" aria-labelledby={`chat-tab-${state.tab}`}>
        {state.tab === "requests"
          ? <Requests control={control} prices={prices} />
          : <People control={control} prices={prices} tab={state.tab} />}
      </div>
    </>
  );
}

/** An empty list: says so and leads on. It also shows what a minute costs, which a narrow screen shows nowhere else. */
function Nobody({ control, prices, isKnown }: ListsProps & { isKnown: boolean }) {
  const { t, href } = usePage();
  const { tab, online } = control.state;
  if (!isKnown) return <p class="chat__none" aria-busy="true">{t("chat:loading")}</p>;
  return (
    <div class="chat__none">
      <p>{t(`chat:none.${tab}`)}</p>
      {!prices && tab !== "online" && <p class="chat__hint">{t("chat:idle.lady")}</p>}
      {tab !== "online" && <ToOnline control={control} />}
      {prices && !online?.length && (
        <ButtonLink href={href("/search")} tone="quiet" small>{t("chat:toSearch")}</ButtonLink>
      )}
      {prices && <MinutePrices prices={prices} />}
    </div>
  );
}

/** The button that leads to the people online; nothing if there are none. */
export function ToOnline({ control }: { control: Control }) {
  const { t } = usePage();
  const count = control.state.online?.length ?? 0;
  if (count === 0) return null;
  return (
    <Button
      tone="quiet"
      small
      onClick={() => {
        control.do({ type: "tab", tab: "online" });
        document.getElementById("chat-tab-online")?.focus();
      }}
    >
      {t("chat:toOnline", { number: count })}
    </Button>
  );
}

/** What a minute of each kind costs. */
export function MinutePrices({ prices }: { prices: ChatPrices }) {
  const { t } = usePage();
  return (
    <div class="chat__prices">
      <Tariff
        lines={[
          { label: t("chat:textChat"), price: prices.text },
          { label: t("chat:videoChat"), price: prices.video },
        ]}
      />
      <p class="soft small">{prices.note}</p>
    </div>
  );
}

function People({ control, prices, tab }: ListsProps & { tab: "online" | "recent" }) {
  const { state } = control;
  const ids = state[tab];
  const people = inOrder(state, ids ?? []);
  if (people.length === 0) return <Nobody control={control} prices={prices} isKnown={ids !== null} />;
  return (
    <ul class="people">
      {people.map((person) => <PersonItem key={person.id} control={control} person={person} />)}
    </ul>
  );
}

function PersonItem({ control, person }: { control: Control; person: Person }) {
  const { t } = usePage();
  const { online, selectedId, chat, unread } = control.state;
  const isOnline = online?.includes(person.id) ?? false;
  const isActive = chat?.partnerId === person.id;
  const count = unread.get(person.id) ?? 0;
  return (
    <li>
      <Face person={person} isOnline={isOnline} />
      <button
        class="name whole"
        type="button"
        aria-current={selectedId === person.id ? "true" : undefined}
        onClick={() => control.select(person.id)}
      >
        {person.name}
        <span class="visually-hidden">, {t(isOnline ? "chat:online" : "chat:offline")}</span>
      </button>
      {count > 0 ? <Badge count={count} label={` ${t("chat:unread", { count })}`} /> : <Age person={person} />}
      {person.quote && <p class="says" lang={person.quoteLang}>{person.quote}</p>}
      <p class="what">
        <Folio person={person} />
        {count > 0 && <Age person={person} />}
        <Can person={person} />
        {isActive && (
          <span class="chat__active">
            <Icon name="chat" />
            {t("chat:inChat")}
          </span>
        )}
      </p>
    </li>
  );
}

function Requests({ control, prices }: ListsProps) {
  const { t } = usePage();
  const { requests, people, online } = control.state;
  if (!requests?.length) return <Nobody control={control} prices={prices} isKnown={requests !== null} />;
  return (
    <ul class="people">
      {requests.map(({ id, fromId, isAccepted }) => {
        const person = people.get(fromId);
        if (!person) return null;
        return (
          <li key={id}>
            <Face person={person} isOnline={online?.includes(fromId) ?? false} />
            <button class="name whole" type="button" onClick={() => control.select(fromId)}>{person.name}</button>
            <Age person={person} />
            <p class="what">
              <Folio person={person} />
              <span>{t(isAccepted ? "chat:request.accepted" : "chat:request.asks")}</span>
            </p>
            <p class="ask">
              {!isAccepted && (
                <Button small onClick={() => answerRequest(control, fromId, true)}>
                  {t("chat:accept")}
                  <span class="visually-hidden">, {person.name}</span>
                </Button>
              )}
              <Button tone="quiet" small onClick={() => answerRequest(control, fromId, false)}>
                {t("chat:decline")}
                <span class="visually-hidden">, {person.name}</span>
              </Button>
            </p>
          </li>
        );
      })}
    </ul>
  );
}

function Face({ person, isOnline }: { person: Person; isOnline: boolean }) {
  return (
    <span class="chat__face">
      <Avatar src={person.photo} />
      <span class={isOnline ? "dot dot--on" : "dot"} />
    </span>
  );
}

const Age = ({ person }: { person: Person }) => <span class="age">{person.age || ""}</span>;

/** A person's number, or for a companion that the demo speaks for her. */
export function Folio({ person }: { person: Person }) {
  const { t } = usePage();
  return <span class="folio">{person.isCompanion ? t("chat:companion") : t("chat:id", { id: person.id })}</span>;
}

/** Whether a person takes text chats and calls, as two icons with labels. */
function Can({ person }: { person: Person }) {
  const { t } = usePage();
  return (
    <span class="chat__can">
      <Icon
        name="chat"
        class={person.allowChat ? undefined : "off"}
        label={t(person.allowChat ? "chat:takes.text" : "chat:takesNo.text")}
      />
      <Icon
        name={person.allowVideoChat ? "video" : "video-off"}
        class={person.allowVideoChat ? undefined : "off"}
        label={t(person.allowVideoChat ? "chat:takes.video" : "chat:takesNo.video")}
      />
    </span>
  );
}
