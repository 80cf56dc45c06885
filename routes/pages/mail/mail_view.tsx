/** The room of letters: its title and tabs, the people at one side, and whatever is being read or written. */
import type { ComponentChildren } from "preact";
import { destinationOf } from "../../../components/frame/not_yet.ts";
import { Pages, type TabLink, Tabs } from "../../../components/navigation.tsx";
import { usePage } from "../../../components/page_context.ts";
import { People } from "../../../components/people.tsx";
import { Notice } from "../../../components/states.tsx";
import type { BoxRows } from "./box_rows.tsx";
import { boxPath, type MailBox, type MailSide, settingsPath } from "./sides.ts";

interface MailViewProps {
  side: MailSide;
  /** Null on a page that belongs to no box. */
  box: MailBox | null;
  list: BoxRows | null;
  /** False for a lady whose profile nobody has approved yet. */
  isReviewed: boolean;
  children?: ComponentChildren;
}

export function MailView({ side, box, list, isReviewed, children }: MailViewProps) {
  const { t, href } = usePage();
  return (
    <div class="wrap mail">
      <header>
        <div class="mail__title">
          <h1>{t("mail:title")}</h1>
          <a href={href(settingsPath(side))}>{t("notifications:settings.link")}</a>
        </div>
        <Tabs label={t("mail:boxes")} tabs={useTabs(side, box)} />
        {!isReviewed && (
          <Notice>
            <p>
              <strong>{t("mail:review.title")}</strong> {t("mail:review.text")}
            </p>
          </Notice>
        )}
      </header>
      {list && list.rows.length > 0 && (
        <div class="mail__people">
          <People people={list.rows} label={t("mail:people")} />
          <Pages
            label={t("mail:pages.label")}
            current={list.page}
            last={list.lastPage}
            hrefOf={(page) => href(boxPath(side, box ?? "inbox")) + (page > 1 ? `?page=${page}` : "")}
            previousLabel={t("mail:pages.newer")}
            nextLabel={t("mail:pages.older")}
            pageLabel={(page) => t("mail:pages.page", { page })}
          />
        </div>
      )}
      {children}
    </div>
  );
}

function useTabs(side: MailSide, current: MailBox | null): TabLink[] {
  const { t, href, viewer } = usePage();
  const tabs: TabLink[] = side.boxes.map((box) => ({
    href: href(boxPath(side, box)),
    label: t(`mail:box.${box}`),
    isCurrent: box === current,
    count: box === "outbox" ? 0 : viewer?.newLetters[box],
    countLabel: t("common:newLetters"),
    live: box === "outbox" ? undefined : box,
  }));
  if (side.base === "/lady/mail") return tabs;
  return [...tabs, { href: href(destinationOf("/man/mail/deleted")), label: t("mail:box.deleted") }];
}
