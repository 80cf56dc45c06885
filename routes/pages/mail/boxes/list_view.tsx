/** The list at the side of the mailbox: the search, the lines in their groups, and the links to older and newest ones. */
import { IconButton } from "../../../../components/buttons.tsx";
import { usePage } from "../../../../components/page_context.ts";
import { People } from "../../../../components/people.tsx";
import { gapOf } from "../../../../i18n/locales.ts";
import { queryLengthMax } from "../../../../kv/letters/boxes/search.ts";
import { boxPath, type MailBox, type MailSide } from "../../../letters/sides.ts";
import type { BoxRows } from "./box_rows.tsx";

export function SearchForm({ side, box, search }: { side: MailSide; box: MailBox; search: BoxRows["search"] }) {
  const { t, href, locale } = usePage();
  const path = href(boxPath(side, box));
  return (
    <search class="mail__search">
      <form action={path}>
        <label class="visually-hidden" for="mail-q">
          {t("mail:search.label", { box: t(`mail:box.${box}`) })}
        </label>
        <input
          id="mail-q"
          class="input"
          type="search"
          name="q"
          value={search?.q}
          placeholder={t("mail:search.placeholder")}
          maxLength={queryLengthMax}
          enterkeyhint="search"
        />
        <IconButton type="submit" tone="plain" icon="search" label={t("mail:search.submit")} />
      </form>
      {search && (
        <p class="small soft" role="status">
          {search.totalCount === 0
            ? t("mail:search.nothing", { q: search.q })
            : t("mail:search.found", { count: search.totalCount, q: search.q })}
          {gapOf(locale)}
          <a href={path}>{t("mail:search.all")}</a>
        </p>
      )}
    </search>
  );
}

export function ListView({ list: { groups, olderHref, newestHref } }: { list: BoxRows }) {
  const { t } = usePage();
  return (
    <>
      {groups.map(({ label, rows }) => (
        <div class="mail__group" key={label}>
          {label && <h2>{t(label)}</h2>}
          <People people={rows} label={t(label ?? "mail:people")} />
        </div>
      ))}
      {(olderHref || newestHref) && (
        <nav class="mail__pages" aria-label={t("mail:pages.label")}>
          {newestHref && <a href={newestHref}>{t("mail:pages.newest")}</a>}
          {olderHref && <a class="end" href={olderHref} rel="next">{t("mail:pages.older")}</a>}
        </nav>
      )}
    </>
  );
}
