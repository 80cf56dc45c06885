/** The right-hand side of the header: the person's menu and a man's balance, or for guests the ways to log in or sign up. */
import { langOfName } from "../../i18n/names.ts";
import { Avatar } from "../marks.tsx";
import { Menu } from "../overlays.tsx";
import { usePage, type Viewer } from "../page_context.ts";
import { MenuItem } from "./menu_link.tsx";
import { accountMenu } from "./menus.ts";
import { destinationOf } from "./not_yet.ts";

export function Account() {
  const { viewer } = usePage();
  return viewer ? <Person viewer={viewer} /> : <GuestButtons />;
}

function Person({ viewer }: { viewer: Viewer }) {
  return (
    <>
      {viewer.groupId === 1 && <Balance credits={viewer.balanceCredits ?? 0} />}
      <Menu name="top" atEnd summary={<PersonName viewer={viewer} />}>
        {accountMenu(viewer).map((link) => (
          <li key={link.path}>
            <MenuItem link={link} />
          </li>
        ))}
        <li>
          <LogOutLink />
        </li>
      </Menu>
    </>
  );
}

function Balance({ credits }: { credits: number }) {
  const { t, href } = usePage();
  const label = t("common:yourBalance", { credits: t("common:credits", { count: credits }) });
  return (
    <a class="balance" href={href(destinationOf("/man/balance/purchase"))} aria-label={label}>
      <b>{credits}</b> <span class="balance__unit">{t("common:creditUnit", { count: credits })}</span>
    </a>
  );
}

/** Photo and first name; on narrow screens the name is for screen readers only. */
function PersonName({ viewer }: { viewer: Viewer }) {
  const { t, locale } = usePage();
  return (
    <>
      {viewer.avatar
        ? <Avatar src={viewer.avatar} size="small" />
        : <span class="avatar avatar--s avatar--letter" aria-hidden="true">{[...viewer.firstname][0]}</span>}
      <span class="account__name" lang={langOfName(locale, viewer.firstname)}>{viewer.firstname}</span>
      <span class="visually-hidden">{t("common:accountMenu")}</span>
    </>
  );
}

/** Leads to the confirmation page; with a script a dialog asks in place. */
export function LogOutLink({ className }: { className?: string }) {
  const { t, href } = usePage();
  return <a class={className} href={href("/logout")} data-opens="log-out">{t("common:nav.logOut")}</a>;
}

/** Log in and sign up; after signing in the visitor comes back to the page he left. */
export function GuestButtons({ isLarge = false }: { isLarge?: boolean }) {
  const { t, href, path, query = "", isSignInHidden } = usePage();
  if (isSignInHidden) return null;
  const isWorthReturning = path !== "/" && !/^\/(auth|logout|index)\b/.test(path);
  const next = isWorthReturning ? `?next=${encodeURIComponent(href(path) + query)}` : "";
  return (
    <>
      <a class={isLarge ? "btn btn--quiet" : "btn btn--plain"} href={href(`/auth/sign-in${next}`)} data-opens="sign-in">
        {t("common:nav.logIn")}
      </a>
      <a class={isLarge ? "btn" : "btn only-wide"} href={href("/auth/sign-up")}>{t("common:nav.signUp")}</a>
    </>
  );
}
