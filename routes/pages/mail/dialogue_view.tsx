/** The right side of the mailbox: the partner, the letters, and the sheet to write on. */
import { languageList } from "../../../i18n/languages.ts";
import type { Reading } from "../../../kv/accounts/languages.ts";
import type { ComponentChildren } from "preact";
import { ButtonLink } from "../../../components/buttons.tsx";
import { Icon } from "../../../components/icon.tsx";
import { KeepIconButton } from "../../../components/lady_card.tsx";
import { Avatar } from "../../../components/marks.tsx";
import { usePage } from "../../../components/page_context.ts";
import { useDate } from "../../../components/page_dates.ts";
import { PersonName } from "../../../components/person_name.tsx";
import { Notice } from "../../../components/states.tsx";
import LetterComposer, { type LetterComposerProps } from "../../../islands/letter_composer/island.tsx";
import PictureViewer from "../../../islands/picture_viewer/island.tsx";
import { man } from "../../../kv/accounts/users.ts";
import { introductionsPerDay } from "../../../kv/letters/introductions.ts";
import type { Thread as ThreadRecord } from "../../../kv/letters/boxes/threads.ts";
import type { KeptViews } from "../../cache/kept_views.tsx";
import { boxPath, type MailBox, type MailSide } from "../../letters/sides.ts";
import { UnblockForm } from "../safety/block_page.tsx";
import { SafetyLinks } from "../safety/links.tsx";
import { keptLetter } from "./kept_letters.tsx";
import type { Tools } from "./letter_tools.tsx";
import { type Partner, whyNoLetter } from "./partners.ts";
import type { TalkLine } from "./talk/talk_lines.ts";
import type { Thread } from "./thread.ts";
import type { Opening } from "./thread_letter.tsx";
import { gapOf } from "../../../i18n/locales.ts";

interface MailboxProps {
  side: MailSide;
  box: MailBox;
  partner: Partner;
  /** Null before the first letter. */
  record: ThreadRecord | null;
  /** Null if the two cannot talk. */
  talk: TalkLine | null;
  /** The note on the rate of the prices in this conversation; null if it shows none. */
  rateNote: string | null;
  children: ComponentChildren;
}

/** The frame of a conversation, begun or not. */
export function DialogueView({ side, box, partner, record, talk, rateNote, children }: MailboxProps) {
  const { t, href, locale } = usePage();
  const date = useDate();
  const since = record &&
    t("mail:with.since", { count: record.letterCount, date: date(record.firstAt) });
  const who = partner.age === null ? null : t("mail:with.who", { age: partner.age, place: partner.place });
  return (
    <section class="thread" aria-labelledby="with">
      <header class="with">
        <a class="back" href={href(boxPath(side, box))} aria-label={t("mail:with.back")}>
          <Icon name="left" />
        </a>
        <Avatar src={partner.avatar} />
        <div>
          <h2 id="with">
            {partner.profileHref
              ? (
                <a href={partner.profileHref}>
                  <PersonName name={partner.name} />
                </a>
              )
              : <PersonName name={partner.name} />}
          </h2>
          <p>{[who, since].filter(Boolean).join("\u00a0· ")}</p>
        </div>
        {partner.profileHref && (
          <div class="end">
            {side.groupId === man && <KeepIconButton ladyId={partner.id} name={partner.name} />}
            <ButtonLink tone="quiet" small href={partner.profileHref}>
              {t(side.groupId === man ? "mail:with.hers" : "mail:with.his")}
            </ButtonLink>
          </div>
        )}
      </header>
      {talk?.text && (
        <Notice>
          <p>
            {talk.text}
            {gapOf(locale)}
            <a href={talk.href}>{talk.label}</a>
          </p>
        </Notice>
      )}
      {children}
      {rateNote && <p class="small soft">{rateNote}</p>}
      {partner.reading !== null && (
        <div class="safety-links">
          {talk?.text === null && (
            <ButtonLink tone="quiet" small icon="calendar" href={talk.href}>{talk.label}</ButtonLink>
          )}
          {partner.isBlocked
            ? <UnblockForm id={partner.id} name={partner.name} />
            : <SafetyLinks id={partner.id} name={partner.name} from="profile" />}
        </div>
      )}
    </section>
  );
}

interface LettersProps {
  /** Keeps letters as they were rendered before; null if none are kept. */
  kept: KeptViews | null;
  thread: Thread;
  partner: Partner;
  opening: Opening | null;
  tools: Tools;
  /** The letter whose seal was broken just now. */
  openedId: number | null;
  /** The localised address of this conversation; `newestHref` leads to its newest letters, null if they are here. */
  here: string;
  newestHref: string | null;
  /** Why a letter could not be opened. */
  problem: { message: string; wayOut: { href: string; label: string } | null } | null;
}

export function Letters(props: LettersProps) {
  const { kept, thread, partner, opening, tools, openedId, here, newestHref, problem } = props;
  const page = usePage();
  const { t } = page;
  return (
    <>
      {problem && (
        <Notice tone="bad" role="alert">
          <p>{problem.message}</p>
          {problem.wayOut && (
            <p class="actions">
              <ButtonLink small href={problem.wayOut.href}>{problem.wayOut.label}</ButtonLink>
            </p>
          )}
        </Notice>
      )}
      {thread.older && (
        <a class="thread__more" href={`${here}?letters=${thread.older}`} rel="prev">{t("mail:thread.older")}</a>
      )}
      <ol class="letters">
        {thread.letters.map((item) => (
          <li
            key={item.letter.id}
            class={item.isMine ? "mine" : undefined}
            aria-current={item.isSelected ? "true" : undefined}
          >
            {keptLetter(kept, page, {
              item,
              partner,
              opening,
              tools,
              isJustOpened: item.letter.id === openedId,
            })}
          </li>
        ))}
      </ol>
      {thread.letters.some(({ enclosures }) => enclosures.length > 0) && <PictureViewer />}
      {newestHref && <a class="thread__more" href={newestHref} rel="next">{t("mail:thread.newest")}</a>}
    </>
  );
}

/** Which languages the partner reads, and what becomes of a letter in another; for a man, that it costs no more. */
function Languages({ name, reading, isPaid }: { name: string; reading: Reading; isPaid: boolean }) {
  const { t, locale } = usePage();
  const { reads, wantsTranslation } = reading;
  const languages = languageList(locale, reads);
  return (
    <p class="soft">
      {t("translation:compose.reads", { name, languages })}
      {gapOf(locale)}
      {t(wantsTranslation ? "translation:compose.note" : "translation:compose.asWritten")}
      {wantsTranslation && isPaid && gapOf(locale) + t("translation:compose.included")}
    </p>
  );
}

interface WriteProps {
  partner: Partner;
  /** Null if no letter can be written here now. */
  composer: LetterComposerProps | null;
  /** Whether it is a lady's first letter to somebody new. */
  isIntroduction: boolean;
  /** False if it is the reader who may not write: the page says so already. */
  isAllowed: boolean;
}

export function Write({ partner, composer, isIntroduction, isAllowed }: WriteProps) {
  const { t } = usePage();
  if (!composer) {
    if (!isAllowed) return null;
    return <Notice>{whyNoLetter(t, partner)}</Notice>;
  }
  // After a refusal, the composer itself says what is wrong with each picture.
  const picturesGone = composer.failure ? 0 : composer.draft?.picturesGone ?? 0;
  return (
    <>
      {picturesGone > 0 && <Notice>{t("mail:compose.picturesGone", { count: picturesGone })}</Notice>}
      {isIntroduction && (
        <p class="soft">{t("mail:compose.introduction", { name: partner.name, most: introductionsPerDay })}</p>
      )}
      {partner.reading && (
        <Languages name={partner.name} reading={partner.reading} isPaid={composer.priceCredits !== undefined} />
      )}
      <LetterComposer {...composer} />
    </>
  );
}
