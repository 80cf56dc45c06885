/** The queue as a page: what the translator holds above, what waits below. */
import { Button, ButtonLink } from "../../../components/buttons.tsx";
import { Pages } from "../../../components/navigation.tsx";
import { usePage } from "../../../components/page_context.ts";
import { useDate } from "../../../components/page_dates.ts";
import { StackedTable } from "../../../components/stacked_table.tsx";
import { Empty, Notice } from "../../../components/states.tsx";
import type { ReadableLanguage } from "../../../kv/accounts/languages.ts";
import type { ProfileItem } from "../../../kv/ladies/profile/profile_translations.ts";
import type { Wanted } from "../../../kv/letters/language.ts";
import type { TranslatorMonth } from "../../../kv/letters/translating/translator_months.ts";
import type { QueueItem, Translation } from "../../../kv/letters/translating/translations.ts";
import {
  aboutPath,
  isAskedLater,
  lengthOf,
  letterSentAtOf,
  type Names,
  pairName,
  pairOf,
  queuePath,
  timeLeft,
  workPath,
} from "./descriptions.ts";
import { Month, PairFilter, WorkLanguages } from "./queue_parts.tsx";
import { Profiles } from "./profile_queue.tsx";

type NamedItem = QueueItem & { names: Names };

interface QueueViewProps {
  mine: { translation: Translation; names: Names }[];
  queue: { items: NamedItem[]; heldCount: number; pairs: Wanted[] };
  /** The one pair of languages that is shown; null for all. */
  pair: Wanted | null;
  month: TranslatorMonth;
  worksIn: readonly ReadableLanguage[];
  profiles: { free: ProfileItem[]; mine: ProfileItem[] };
  page: number;
  lastPage: number;
  nowMs: number;
  /** Why a letter could not be taken. */
  problem: string | null;
}

export function QueueView(props: QueueViewProps) {
  const { mine, queue, pair, profiles, page, lastPage, nowMs, problem } = props;
  const { t, href } = usePage();
  const others = queue.heldCount - mine.length;
  return (
    <div class="wrap agency">
      <header>
        <h1>{t("translation:title")}</h1>
        <p class="soft">{t("translation:lead")}</p>
        <Month month={props.month} />
      </header>
      {problem && <Notice tone="bad" role="alert">{problem}</Notice>}
      <section aria-labelledby="mine">
        <h2 id="mine">{t("translation:mine.title")}</h2>
        {mine.length === 0 ? <p class="soft">{t("translation:mine.none")}</p> : (
          <ul class="agency__mine">
            {mine.map((each) => <Held key={each.translation.letterId} {...each} nowMs={nowMs} />)}
          </ul>
        )}
      </section>
      <Profiles {...profiles} />
      <section aria-labelledby="waiting">
        <h2 id="waiting">{t("translation:waiting.title")}</h2>
        <PairFilter pairs={queue.pairs} pair={pair} />
        {queue.items.length === 0
          ? (
            <Empty title={t("translation:waiting.none.title")} heading="h3">
              {t("translation:waiting.none.text")}
            </Empty>
          )
          : <Queue items={queue.items} nowMs={nowMs} />}
        {others > 0 && <p class="soft">{t("translation:waiting.others", { count: others })}</p>}
        <Pages
          label={t("translation:waiting.pages")}
          current={page}
          last={lastPage}
          hrefOf={(wanted) => href(queuePath) + queryOf(wanted, pair)}
          previousLabel={t("translation:waiting.newer")}
          nextLabel={t("translation:waiting.older")}
          pageLabel={(number) => t("translation:waiting.page", { page: number })}
        />
      </section>
      <WorkLanguages worksIn={props.worksIn} />
      <p>
        <a class="roomy" href={href(aboutPath)}>{t("translation:about.title")}</a>
      </p>
    </div>
  );
}

function queryOf(page: number, pair: Wanted | null): string {
  const query = new URLSearchParams({ ...(pair && { pair: pairName(pair) }), ...(page > 1 && { page: String(page) }) });
  return query.size > 0 ? `?${query}` : "";
}

function Held({ translation, names, nowMs }: { translation: Translation; names: Names; nowMs: number }) {
  const { t, href, locale } = usePage();
  const date = useDate();
  const { letterId, sentAt, leaseUntil, lengthUnits } = translation;
  return (
    <li>
      <div>
        <h3>
          <a href={href(workPath(letterId))}>
            {t("translation:people", { author: names.author, recipient: names.recipient })}
          </a>
        </h3>
        <p>
          {[
            pairOf(t, locale, translation),
            lengthOf(t, locale, lengthUnits),
            isAskedLater(translation) && t("translation:asked.on", { date: date(sentAt, "moment") }),
            timeLeft(t, translation, nowMs),
            t("translation:mine.until", { time: date(leaseUntil!, "time") }),
          ].filter(Boolean).join("\u00a0· ")}
        </p>
      </div>
      <ButtonLink small href={href(workPath(letterId))}>{t("translation:mine.open")}</ButtonLink>
    </li>
  );
}

function Queue({ items, nowMs }: { items: NamedItem[]; nowMs: number }) {
  const { t, locale, href } = usePage();
  const dateOf = useDate();
  return (
    <StackedTable
      class="agency__queue"
      columns={[
        t("translation:waiting.languages"),
        t("translation:waiting.length"),
        t("translation:waiting.sent"),
        t("translation:waiting.left"),
        { label: t("translation:waiting.act"), isHidden: true },
      ]}
    >
      {items.map((item) => {
        const sentAt = letterSentAtOf(item);
        const date = dateOf(sentAt ?? item.sentAt, "moment");
        const pair = pairOf(t, locale, item);
        const people = t("translation:people", { ...item.names });
        return (
          <tr role="row" key={item.letterId}>
            <th scope="row" role="rowheader">
              {pair}
              <span class="agency__people">{people}</span>
              {isAskedLater(item) && (
                <span class="agency__people">
                  {t("translation:asked.on", { date: dateOf(item.sentAt, "moment") })}
                </span>
              )}
            </th>
            <td role="cell">{lengthOf(t, locale, item.lengthUnits)}</td>
            <td role="cell">
              {sentAt !== null && <time datetime={new Date(sentAt).toISOString()}>{date}</time>}
            </td>
            <td role="cell">{timeLeft(t, item, nowMs)}</td>
            <td role="cell" class="num">
              <form method="post" action={href(queuePath)}>
                <input type="hidden" name="letterId" value={item.letterId} />
                <Button type="submit" small aria-label={t("translation:waiting.takeThis", { pair, date })}>
                  {t("translation:waiting.take")}
                </Button>
              </form>
            </td>
          </tr>
        );
      })}
    </StackedTable>
  );
}
