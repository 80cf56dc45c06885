/** A man's saved searches, one below the other, each with a form of its own. */
import { Button, ButtonLink } from "../../../components/buttons.tsx";
import { useDate } from "../../../components/page_dates.ts";
import { usePage } from "../../../components/page_context.ts";
import { Empty, Notice } from "../../../components/states.tsx";
import { formatNumber } from "../../../i18n/format.ts";
import { gapOf } from "../../../i18n/locales.ts";
import type { User } from "../../../kv/accounts/users.ts";
import type { SavedSearch } from "../../../kv/ladies/saved_searches.ts";
import { manAccount } from "../../account/sides.ts";
import { savedSearchesPath } from "../../ladies/saved_query.ts";
import { UnreachableNotice } from "../account/frame.tsx";
import { AlertField, type SaveAgain, SaveSearchForm } from "../girls/save_search.tsx";

export interface SearchRow {
  search: SavedSearch;
  /** Each filter in words; none if the search finds everybody. */
  filters: string[];
  /** The ladies published since he looked. */
  newCount: number;
  totalCount: number;
}

interface SearchesViewProps {
  rows: readonly SearchRow[];
  /** The man whose searches they are. */
  man: User;
  again?: SaveAgain;
  mayPush: boolean;
  /** Whether a search would send mails, but he has stopped them. */
  isMailOff: boolean;
  /** Whether a search would send notes, but no device of his shows any. */
  isWithoutDevice: boolean;
}

export function SearchesView({ rows, man, again, mayPush, isMailOff, isWithoutDevice }: SearchesViewProps) {
  const { t, href, locale } = usePage();
  const isMailed = rows.some(({ search }) => search.alert === "mail");
  const toSearch = <ButtonLink href={href("/search")} tone="quiet">{t("searches:search")}</ButtonLink>;
  return (
    <div class="wrap settings">
      <header>
        <h1>{t("searches:title")}</h1>
        <p class="soft">{t("searches:lead")}</p>
        {rows.length > 0 && toSearch}
        {isMailOff && <Notice>{t("searches:mailOff")}</Notice>}
        {isMailed && <UnreachableNotice user={man} side={manAccount} />}
        {isWithoutDevice && (
          <Notice>
            {t("searches:noDevice")}
            {gapOf(locale)}
            <a href={href("/man/mail/settings")}>{t("searches:toDevices")}</a>
          </Notice>
        )}
      </header>
      {again && (
        <section class="split" aria-labelledby="again">
          <h2 id="again">{t("searches:keep")}</h2>
          <SaveSearchForm form={again} mayPush={mayPush} />
        </section>
      )}
      {rows.map((row) => <Row key={row.search.id} row={row} mayPush={mayPush} />)}
      {rows.length === 0 && !again && (
        <Empty title={t("searches:empty.title")} action={toSearch}>{t("searches:empty.text")}</Empty>
      )}
    </div>
  );
}

export const searchAnchor = (id: string): string => `search-${id}`;

function Row({ row: { search, filters, newCount, totalCount }, mayPush }: { row: SearchRow; mayPush: boolean }) {
  const { t, href, locale } = usePage();
  const date = useDate();
  const { id, name, alert, seenAt } = search;
  const counted = { count: newCount, n: formatNumber(locale, newCount), date: date(seenAt) };
  const all = t("search:heading", { count: totalCount, n: formatNumber(locale, totalCount) });
  const words = filters.length > 0 ? filters : [t("searches:everybody")];
  return (
    <section class="split" aria-labelledby={searchAnchor(id)}>
      <div class="flow">
        <h2 id={searchAnchor(id)}>{name}</h2>
        <p>{[...words, all].join(t("searches:between"))}</p>
        <p>
          <strong>{t(newCount > 0 ? "searches:new" : "searches:nothingNew", counted)}</strong>
        </p>
        <form method="post" action={href(savedSearchesPath)}>
          <input type="hidden" name="id" value={id} />
          <Button type="submit" name="action" value="look" tone="quiet" small aria-describedby={searchAnchor(id)}>
            {t("searches:look")}
          </Button>
        </form>
      </div>
      <form class="form" method="post" action={href(savedSearchesPath)}>
        <input type="hidden" name="id" value={id} />
        <AlertField id={`alert-${id}`} alert={alert} mayPush={mayPush} />
        <div class="row">
          <Button type="submit" name="action" value="change" small>{t("searches:change")}</Button>
          <Button type="submit" name="action" value="delete" tone="plain" small aria-describedby={searchAnchor(id)}>
            {t("searches:delete")}
          </Button>
        </div>
      </form>
    </section>
  );
}
