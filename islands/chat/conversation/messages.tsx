/** The messages of one conversation, by day. Older ones load on scrolling up; messages on the screen are marked as seen. */
import { Component } from "preact";
import { useEffect, useRef, useState } from "react";
import { hintOf } from "../../../chat/shared/hints.ts";
import type { ChatMessage } from "../../../chat/shared/server_events.ts";
import { Button } from "../../../components/buttons.tsx";
import { Icon } from "../../../components/icon.tsx";
import { Avatar } from "../../../components/marks.tsx";
import { usePage } from "../../../components/page_context.ts";
import { languageList } from "../../../i18n/languages.ts";
import { gapOf } from "../../../i18n/locales.ts";
import { clockOf } from "../../clock.ts";
import type { Control } from "../control.ts";
import { SummaryWords } from "../meter_bar.tsx";
import { dayName } from "../times.ts";
import type { Mark, Me, Pending, Person } from "../types.ts";
import { watchOlder, watchSeen } from "../watch.ts";
import { hasBrowserTranslator } from "./browser_translator.ts";
import { type Piece, piecesAfter } from "./days.ts";

/** Further than this from the newest message, a button leads back to it. */
const farPx = 200;

export function Messages({ control, person }: { control: Control; person: Person }) {
  const { t, href } = usePage();
  const { me, writing, blockedIds } = control.state;
  const { id: partnerId, name } = person;
  const { messages, marks, pending, hasOlder, isLoading, isLoaded } = control.conversation(partnerId);
  const scroller = useRef<HTMLDivElement>(null);
  const [isFar, setFar] = useState(false);
  const before = useRef<{ of: readonly unknown[]; pieces: Piece[] }>({ of: [], pieces: [] });
  const of = [messages, marks, hasOlder];
  if (of.some((each, at) => before.current.of[at] !== each)) {
    // The mark of a chat that began before the oldest loaded message is shown once the messages before it are loaded.
    const fromSeq = hasOlder ? (messages[0]?.seq ?? 1) - 1 : 0;
    const shown = { messages, marks: marks.filter(({ afterSeq }) => afterSeq >= fromSeq) };
    before.current = { of, pieces: piecesAfter(before.current.pieces, shown) };
  }
  const { pieces } = before.current;

  useEffect(() =>
    watchSeen(scroller.current!, (seq) => {
      const message = control.conversation(partnerId).messages.find((each) => each.seq === seq);
      if (message) control.talk.saw(message);
    }), [partnerId, messages]);
  useEffect(() => {
    if (hasOlder && !isLoading) return watchOlder(scroller.current!, () => void control.talk.loadOlder(partnerId));
  }, [partnerId, hasOlder, isLoading, messages.length]);
  // The person's own new message is brought into view.
  useEffect(() => {
    if (pending.length > 0) toNewest();
  }, [pending.length]);

  const theirs = person.languages;
  const isForeign = theirs.length > 0 && !theirs.some((each) => me.reads.includes(each));
  const canAsk = isForeign && (me.hasTranslator || hasBrowserTranslator());
  const translating: Translating = {
    isShown: me.wished?.translatesMessages ?? me.translatesMessages,
    ask: canAsk ? (message) => void control.talk.translate(message) : null,
  };
  const toNewest = () => scroller.current?.scrollTo({ top: 0 });
  const letterHref = href(`/${me.gender === "man" ? "man" : "lady"}/mail/new-conversation/${partnerId}`);
  const isBlank = isLoaded && messages.length + pending.length + marks.length === 0;
  return (
    <div class="chat__talk">
      <div
        ref={scroller}
        class="messages"
        role="log"
        aria-label={t("chat:messages", { name })}
        aria-busy={isLoading}
        tabIndex={0}
        onScroll={({ currentTarget }) => setFar(currentTarget.scrollTop < -farPx)}
      >
        <div class={isBlank ? "blank" : undefined}>
          {isBlank && <Avatar src={person.photo} size="large" />}
          {isBlank && person.quote && <p class="says" lang={person.quoteLang}>{person.quote}</p>}
          {isBlank && <p class="event">{t("chat:nothingYet", { name })}</p>}
          <LanguagesLine me={me} person={person} />
          {isBlank && !blockedIds.has(partnerId) && (
            <a class="btn btn--quiet" href={letterHref} target="_blank" rel="noopener">{t("chat:letter")}</a>
          )}
          {hasOlder && <p class="event" data-older>{t("chat:loadingOlder")}</p>}
          {pieces.map((piece) => (
            <Rows
              key={piece.key}
              piece={piece}
              myId={me.id}
              isMan={me.gender === "man"}
              translating={translating}
              name={name}
            />
          ))}
          {pending.map((each) => (
            <Waiting
              key={each.clientId}
              control={control}
              partnerId={partnerId}
              pending={each}
            />
          ))}
        </div>
      </div>
      <p class="chat__writing" role="status">
        {writing?.userId === partnerId && t("chat:writing", { name })}
      </p>
      {isFar && (
        <Button class="chat__newest" tone="quiet" small icon="down" onClick={toNewest}>{t("chat:newest")}</Button>
      )}
    </div>
  );
}

/** How messages in languages that the reader does not read are translated. */
interface Translating {
  isShown: boolean;
  /** Asks for a translation that has not come; null if none can be made. */
  ask: ((message: ChatMessage) => void) | null;
}

/** Says which languages the two share; if none, whether messages are translated. */
function LanguagesLine({ me, person }: { me: Me; person: Person }) {
  const { t, locale } = usePage();
  if (person.languages.length === 0) return null;
  const shared = me.reads.filter((each) => person.languages.includes(each));
  if (shared.length > 0) {
    return <p class="event">{t("chat:languages.shared", { languages: languageList(locale, shared) })}</p>;
  }
  const isTranslated = me.translatesMessages && (me.hasTranslator || hasBrowserTranslator());
  return (
    <p class="event">
      {t(isTranslated ? "chat:languages.none" : "chat:languages.untranslated", {
        name: person.name,
        theirs: languageList(locale, person.languages),
        yours: languageList(locale, me.reads),
      })}
    </p>
  );
}

interface RowsProps {
  piece: Piece;
  translating: Translating;
  myId: number;
  isMan: boolean;
  /** The other's name on this page. */
  name: string;
}

/** Renders again only if its piece is another one: of ten thousand messages, only the last fifty. */
class Rows extends Component<RowsProps> {
  override shouldComponentUpdate(next: RowsProps) {
    const { piece, translating, name } = this.props;
    return next.piece !== piece || next.name !== name || next.translating.isShown !== translating.isShown ||
      (next.translating.ask === null) !== (translating.ask === null);
  }
  override render() {
    return <PieceRows {...this.props} />;
  }
}

function PieceRows({ piece, myId, isMan, translating, name }: RowsProps) {
  const { locale } = usePage();
  return (
    <div class="rows">
      {piece.day && (
        <p class="day">
          <time datetime={piece.day}>{dayName(locale, piece.day)}</time>
        </p>
      )}
      {piece.rows.map((row) =>
        row.kind === "message"
          ? (
            <Message
              key={row.message.seq}
              message={row.message}
              author={row.message.from === myId ? null : name || row.message.fromName}
              reportPath={row.message.from === myId
                ? ""
                : `/report/${row.message.from}?from=message:${row.message.seq}`}
              translating={translating}
            />
          )
          : <MarkLine key={`mark${row.mark.atMs}`} mark={row.mark} isMan={isMan} />
      )}
    </div>
  );
}

interface MessageProps {
  message: ChatMessage;
  /** The name of its author; null for the reader's own message. */
  author: string | null;
  /** The page to report the message; empty for one's own. */
  reportPath: string;
  translating: Translating;
}

function Message({ message, author, reportPath, translating }: MessageProps) {
  const { t, locale, href } = usePage();
  const isMine = author === null;
  // Only the recipient sees it: it is a hint, not a reproach.
  const hint = isMine ? null : hintOf(message.body);
  const isUnseen = !isMine && !message.viewed;
  return (
    <p class={isMine ? "msg msg--mine" : "msg"} data-unseen={isUnseen ? message.seq : undefined}>
      <span class="visually-hidden">{author ?? t("chat:you")}:</span>
      <span class="text" lang={message.language}>{message.erased ? <em>{t("chat:erased")}</em> : message.body}</span>
      {!isMine && !message.erased && translating.isShown && <Translation message={message} ask={translating.ask} />}
      {hint && (
        <span class="hint-line msg__hint">
          <Icon name="info" />
          <span>
            {t(`chat:hint.${hint}`)}
            {gapOf(locale)}
            <a href={href("/anti-scam-guide")} target="_blank" rel="noopener">{t("chat:hint.guide")}</a>
          </span>
        </span>
      )}
      <time datetime={message.createdAt}>
        {clockOf(locale, Date.parse(message.createdAt))}
        {!isMine && (
          <a class="roomy" href={href(reportPath)} target="_blank" rel="noopener">
            <Icon name="flag" label={t("chat:reportMessage")} />
          </a>
        )}
        {isMine && (
          <Icon name={message.viewed ? "read" : "check"} label={t(message.viewed ? "chat:seen" : "chat:sent")} />
        )}
      </time>
    </p>
  );
}

/** The translation, below the original text and never in its place. */
function Translation({ message, ask }: { message: ChatMessage; ask: Translating["ask"] }) {
  const { t } = usePage();
  const { translation } = message;
  if (!translation) {
    return ask && (
      <button class="chat__link msg__ask" type="button" onClick={() => ask(message)}>
        {t("chat:translation.again")}
      </button>
    );
  }
  return (
    <span class="msg__translation">
      <span class="text" lang={translation.language}>{translation.body}</span>
      <small>{t("chat:translation.by")}</small>
    </span>
  );
}

function Waiting({ control, partnerId, pending }: { control: Control; partnerId: number; pending: Pending }) {
  const { t, locale } = usePage();
  const { clientId, body, isFailed, reason } = pending;
  return (
    <div class={isFailed ? "msg msg--mine msg--failed" : "msg msg--mine msg--pending"}>
      <span class="visually-hidden">{t("chat:you")}:</span>
      <span class="text">{body}</span>
      {!isFailed && <span class="state">{t("chat:sending")}</span>}
      {isFailed && (
        <span class="state" role="alert">
          <Icon name="alert" />
          {t("chat:notSent")}
          {reason && gapOf(locale) + reason}
          <button class="chat__link" type="button" onClick={() => control.talk.retry(partnerId, pending)}>
            {t("chat:retry")}
          </button>
          <button
            class="chat__link"
            type="button"
            onClick={() => control.do({ type: "discard", userId: partnerId, clientId })}
          >
            {t("chat:discard")}
          </button>
        </span>
      )}
    </div>
  );
}

function MarkLine({ mark, isMan }: { mark: Mark; isMan: boolean }) {
  const { t, locale } = usePage();
  const time = clockOf(locale, mark.atMs);
  if (!mark.ended) return <p class="event">{t(`chat:mark.${beginning(mark)}`, { time })}</p>;
  if (mark.ended === "away") return <p class="event">{t("chat:mark.endedAway", { time })}</p>;
  return (
    <p class="event">
      {t("chat:mark.ended", { time })}
      {gapOf(locale)}
      <SummaryWords summary={mark.ended} isMan={isMan} />
    </p>
  );
}

const beginning = ({ kind }: Mark): string =>
  kind === "video" ? "beganVideo" : kind === "back" ? "backToText" : "began";
