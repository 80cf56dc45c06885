/** The frame of every account page: the title, and the tabs that lead to the other pages. */
import type { ComponentChildren } from "preact";
import type { Crumb } from "../../../components/frame/types.ts";
import { Tabs } from "../../../components/navigation.tsx";
import { usePage } from "../../../components/page_context.ts";
import { Notice } from "../../../components/states.tsx";
import type { User } from "../../../kv/accounts/users.ts";
import type { AccountSide } from "../../account/sides.ts";
import type { AppContext } from "../../http/env.ts";
import { localHref } from "../../http/page.tsx";

interface AccountFrameProps {
  side: AccountSide;
  /** The name of one of the side's tabs. */
  tab: string;
  /** The title of a page below a tab; the tab's name by default. */
  title?: string;
  /** A sentence below the title. */
  lead?: ComponentChildren;
  children: ComponentChildren;
}

export function AccountFrame({ side, tab, title, lead, children }: AccountFrameProps) {
  const { t, href, viewer } = usePage();
  const tabs = Object.entries(side.tabs).map(([name, path]) => ({
    href: href(path),
    label: t(`account:tabs.${name}`),
    isCurrent: name === tab,
  }));
  return (
    <div class="wrap settings account">
      <header>
        <h1>{title ?? t(`account:tabs.${tab}`)}</h1>
        {lead && <p class="soft">{lead}</p>}
        {viewer && side.shown?.tabs.includes(tab) && (
          <p>
            <a href={href(side.shown.path)}>{t(side.shown.label)}</a>
          </p>
        )}
        {/* A person who is kept out cannot open any of them. */}
        {viewer && <Tabs label={t("account:tabs.label")} tabs={tabs} />}
      </header>
      {children}
    </div>
  );
}

/** Asks a person whom our mails do not reach for another address; shows nothing to everybody else. */
export function UnreachableNotice({ user: { email, unreachable }, side }: { user: User; side: AccountSide }) {
  const { t, href } = usePage();
  if (!unreachable) return null;
  return (
    <Notice>
      <p>{t("account:unreachable.text", { email })}</p>
      <a href={`${href(side.securityPath)}#email`}>{t("account:unreachable.change")}</a>
    </Notice>
  );
}

/** The breadcrumbs of a tab's page: home, account, and the page itself. */
export function accountCrumbs(c: AppContext, side: AccountSide, tab: string): Crumb[] {
  const { t, prefix } = c.var.facts;
  return [
    { label: t("account:home"), href: localHref(prefix, "/") },
    { label: t("account:title"), href: localHref(prefix, side.home) },
    { label: t(`account:tabs.${tab}`) },
  ];
}
