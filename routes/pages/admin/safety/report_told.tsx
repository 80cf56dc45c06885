/** What was told in a report, at first or later: the words, and the writings that came with them. */
import { Mark } from "../../../../components/marks.tsx";
import { usePage } from "../../../../components/page_context.ts";
import { useDate } from "../../../../components/page_dates.ts";
import { paragraphOf } from "../../../../i18n/locales.ts";
import { type Writing, writingRefOf } from "../../../../kv/safety/report_snapshots.ts";
import type { Addition, Told } from "../../../../kv/safety/reports.ts";
import { langOf } from "../../../ladies/word_languages.ts";
import { letterReadingPath } from "../paths.ts";
import type { Known } from "./report_answer.tsx";

export function Words({ text }: { text: string }) {
  const { locale } = usePage();
  return <p class="admin__words" lang={langOf(locale, text)}>{text}</p>;
}

interface AdditionsProps {
  additions: Addition[];
  /** How many of them the form showed that was sent; null where the page was just opened. */
  read: number | null;
  people: Known[];
}

/** All that was told while the report waited, in order, each with its time and with what came with it. */
export function Additions({ additions, read, people }: AdditionsProps) {
  const { t, locale } = usePage();
  const date = useDate();
  return (
    <section aria-labelledby="added">
      <h2 id="added">{t("admin:reports.added")}</h2>
      <ol class="admin__additions">
        {additions.map((addition) => {
          const { number, addedAt, text, from, guestName, lastMessages } = addition;
          return (
            <li key={number}>
              <h3>
                {date(addedAt, "moment")} · {t(`admin:reports.from.${from}`)}{" "}
                {read !== null && number > read && <Mark>{t("admin:reports.new")}</Mark>}
              </h3>
              {guestName !== undefined && (
                <p class="small soft">
                  {paragraphOf(locale, [
                    t("admin:reports.guestAdded"),
                    guestName && t("admin:reports.guestNamed", { name: guestName }),
                  ])}
                </p>
              )}
              {text && <Words text={text} />}
              {lastMessages.length > 0 && (
                <div>
                  <p class="small soft">{t("admin:reports.alsoWritten")}</p>
                  <Writings told={addition} people={people} />
                </div>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

export function Writings({ told: { lastMessages, subject }, people }: { told: Told; people: Known[] }) {
  return (
    <ol class="admin__writings">
      {lastMessages.map((writing) => (
        <Written
          key={writingRefOf(writing)}
          writing={writing}
          isPointedAt={writingRefOf(writing) === subject}
          people={people}
        />
      ))}
    </ol>
  );
}

interface WrittenProps {
  writing: Writing;
  /** Whether it is what the report is about. */
  isPointedAt: boolean;
  people: Known[];
}

function Written({ writing, isPointedAt, people }: WrittenProps) {
  const { t, href, locale } = usePage();
  const date = useDate();
  const author = people.find(({ id }) => id === writing.authorId)?.user;
  const about = [
    `${author?.firstname ?? t("admin:nobody")} #${writing.authorId}`,
    date(writing.at, "moment"),
  ].join(" · ");
  return (
    <li>
      <span class="small soft">
        {about} · {writing.kind === "letter"
          ? <a href={href(letterReadingPath(writing.id))}>{t("admin:letters.title", { id: writing.id })}</a>
          : t("admin:reports.message")} {isPointedAt && <Mark tone="ink">{t("admin:reports.pointed")}</Mark>}
      </span>
      {writing.text === null
        ? <span class="faint">{t("admin:reports.sealed")}</span>
        : <span class="admin__words" lang={langOf(locale, writing.text)}>{writing.text}</span>}
    </li>
  );
}
