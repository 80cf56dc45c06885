/** What stands around every page of the admins: title, lead, the way back; a list's pages; how long something waits. */
import type { ComponentChildren } from "preact";
import { Icon } from "../../../components/icon.tsx";
import { Pages } from "../../../components/navigation.tsx";
import { type Translate, usePage } from "../../../components/page_context.ts";
import { formatDate, formatNumber } from "../../../i18n/format.ts";
import type { Locale } from "../../../i18n/locales.ts";
import type { User } from "../../../kv/accounts/users.ts";
import { ageYears } from "../../../kv/ladies/age.ts";

interface AdminFrameProps {
  title: ComponentChildren;
  lead?: ComponentChildren;
  /** The page above this one. */
  back?: { path: string; label: ComponentChildren };
  children: ComponentChildren;
}

export function AdminFrame({ title, lead, back, children }: AdminFrameProps) {
  const { href } = usePage();
  return (
    <div class="wrap admin">
      <header>
        {back && (
          <a class="admin__back" href={href(back.path)}>
            <Icon name="left" /> {back.label}
          </a>
        )}
        <h1>{title}</h1>
        {lead && <p class="soft">{lead}</p>}
      </header>
      {children}
    </div>
  );
}

/** The way through a long list of the admins' pages. */
export function ListPages(
  { label, ...props }: {
    current: number;
    last: number;
    hrefOf: (page: number) => string;
    /** Which list it is, where a page has several. */
    label?: string;
  },
) {
  const { t } = usePage();
  return (
    <Pages
      {...props}
      label={label ?? t("admin:pages.label")}
      previousLabel={t("admin:pages.previous")}
      nextLabel={t("admin:pages.next")}
      pageLabel={(page) => t("admin:pages.page", { page })}
    />
  );
}

/** "3 h": minutes below an hour, hours below two days, else days; rounded down. */
export function ageOf(t: Translate, sinceMs: number, nowMs: number): string {
  const minutes = Math.max(0, Math.floor((nowMs - sinceMs) / 60_000));
  if (minutes < 60) return t("admin:age.minutes", { count: minutes });
  if (minutes < 48 * 60) return t("admin:age.hours", { count: Math.floor(minutes / 60) });
  return t("admin:age.days", { count: Math.floor(minutes / (24 * 60)) });
}

/** "born 12 April 1985, 40 years old"; empty if the birthdate is not known. */
export function bornOf(
  { t, locale }: { t: Translate; locale: Locale },
  { birthdate }: Pick<User, "birthdate">,
  nowMs: number,
): string {
  if (birthdate === "") return "";
  return t("admin:born", { date: formatDate(locale, Date.parse(birthdate)), age: ageYears(birthdate, nowMs) });
}

/** "12 found", with the number in the format of the reader's locale. */
export const countOf = (t: Translate, locale: Locale, key: string, count: number): string =>
  t(key, { count, total: formatNumber(locale, count) });
