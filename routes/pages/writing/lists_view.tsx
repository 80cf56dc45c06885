/** A list of writings: the newest in large, the others beside each other, the months as links. */
import { dateOf } from "../../../kv/store/days.ts";
import { Pages } from "../../../components/navigation.tsx";
import { usePage } from "../../../components/page_context.ts";
import { formatDate } from "../../../i18n/format.ts";
import type { StoryCard } from "../../discovery/stories.ts";

export interface MonthLink {
  href: string;
  label: string;
  count: number;
  isCurrent: boolean;
}

interface WritingsListProps {
  title: string;
  lead: string | null;
  feedHref: string;
  months: readonly MonthLink[];
  /** Leads from a month back to all writings; null if all are shown. */
  allHref: string | null;
  cards: readonly StoryCard[];
  /** Whether the first one is shown in large. */
  withFirst: boolean;
  page: number;
  lastPage: number;
  hrefOf: (page: number) => string;
}

export function WritingsListView(props: WritingsListProps) {
  const { t } = usePage();
  const { cards, months, allHref } = props;
  return (
    <div class="wrap list">
      <header>
        <h1>{props.title}</h1>
        {props.lead && <p class="lead">{props.lead}</p>}
        {cards.some(({ lang }) => lang) && <p class="soft">{t("writings:allInEnglish")}</p>}
      </header>
      {(months.length > 1 || allHref) && (
        <nav class="tags" aria-label={t("writings:months")}>
          {allHref && <a class="tag" href={allHref}>{t("writings:all")}</a>}
          {months.map(({ href, label, count, isCurrent }) => (
            <a key={href} class="tag" href={href} aria-current={isCurrent ? "page" : undefined}>
              {label} <span class="count">({count})</span>
            </a>
          ))}
        </nav>
      )}
      {cards.length === 0 ? <p class="soft">{t("writings:none")}</p> : (
        <ol class="writings">
          {cards.map((card, place) => <Card key={card.id} card={card} isFirst={props.withFirst && place === 0} />)}
        </ol>
      )}
      <Pages
        label={t("writings:pages")}
        current={props.page}
        last={props.lastPage}
        hrefOf={props.hrefOf}
        previousLabel={t("writings:newer")}
        nextLabel={t("writings:older")}
        pageLabel={(page) => t("writings:page", { page })}
      />
      <p class="small writings__feed">
        <a class="roomy" href={props.feedHref}>{t("writings:feed")}</a>
      </p>
    </div>
  );
}

function Card({ card, isFirst }: { card: StoryCard; isFirst: boolean }) {
  const { locale } = usePage();
  const sizes = isFirst ? "(width >= 60rem) 50vw, 92vw" : "(width >= 60rem) 30vw, (width >= 40rem) 46vw, 92vw";
  return (
    <li class={isFirst ? "writing writing--first" : "writing"}>
      {card.picture && (
        <img
          src={card.picture.medium}
          srcset={`${card.picture.medium} 640w, ${card.picture.full} 1200w`}
          sizes={sizes}
          alt=""
          width={640}
          height={400}
          {...(isFirst ? { fetchpriority: "high" as const } : { loading: "lazy" as const, decoding: "async" as const })}
        />
      )}
      <div>
        <time datetime={dateOf(card.publishedAt)}>
          {formatDate(locale, card.publishedAt)}
        </time>
        <h2>
          <a class="whole" href={card.href} lang={card.lang}>{card.title}</a>
        </h2>
        <p lang={card.lang}>{card.summary}</p>
      </div>
    </li>
  );
}
