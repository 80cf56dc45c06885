/** The mailbox: its title and tabs, the people at one side, and what is being read or written. */
import type { ComponentChildren } from "preact";
import { type TabLink, Tabs } from "../../../components/navigation.tsx";
import { usePage } from "../../../components/page_context.ts";
import { Notice } from "../../../components/states.tsx";
import { gapOf } from "../../../i18n/locales.ts";
import { boxPath, type MailBox, type MailSide, settingsPath } from "../../letters/sides.ts";
import type { BoxRows } from "./boxes/box_rows.tsx";
import { ListView, SearchForm } from "./boxes/list_view.tsx";

interface MailViewProps {
  side: MailSide;
  /** Null on a page that belongs to no box. */
  box: MailBox | null;
  list: BoxRows | null;
  /** False for a lady whose profile is not shown; see `mayWrite`. */
  isReviewed: boolean;
  /** Stands between the tabs and what lies below them. */
  above?: ComponentChildren;
  children?: ComponentChildren;
}

export function MailView({ side, box, list, isReviewed, above, children }: MailViewProps) {
  const { t, href, locale } = usePage();
  const hasList = list !== null && (list.groups.length > 0 || list.search !== null || list.newestHref !== null);
  return (
    <div class="wrap mail">
      <header>
        <div class="mail__title">
          <h1>{t("mail:title")}</h1>
          <div class="mail__ways">
            {!side.tabs.includes("deleted") && (
              <a href={href(boxPath(side, "deleted"))} aria-current={box === "deleted" ? "page" : undefined}>
                {t("mail:box.deleted")}
              </a>
            )}
            <a href={href(settingsPath(side))}>{t("notifications:settings.link")}</a>
          </div>
        </div>
        <Tabs label={t("mail:boxes")} tabs={useTabs(side, box)} />
        {!isReviewed && (
          <Notice>
            <p>
              <strong>{t("mail:review.title")}</strong>
              {gapOf(locale)}
              {t("mail:review.text")}
              {gapOf(locale)}
              <a href={href("/lady/verification")}>{t("verification:title")}</a>
            </p>
          </Notice>
        )}
        {above}
      </header>
      {hasList && (
        <div class="mail__people">
          <SearchForm side={side} box={box ?? "inbox"} search={list.search} />
          <ListView list={list} />
        </div>
      )}
      {children}
    </div>
  );
}

function useTabs(side: MailSide, current: MailBox | null): TabLink[] {
  const { t, href, viewer } = usePage();
  return side.tabs.map((box) => {
    const incoming = box === "inbox" || box === "introduction" ? box : undefined;
    return {
      href: href(boxPath(side, box)),
      label: t(`mail:box.${box}`),
      isCurrent: box === current,
      count: incoming && viewer?.newLetters[incoming],
      countLabel: t("common:newLetters"),
      live: incoming,
    };
  });
}
