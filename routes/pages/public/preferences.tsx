/** Small choices that a visitor makes about the site itself: language, day or night, faces or words in lists. */
import { setCookie } from "hono/cookie";
import { choiceSeconds, themeCookie } from "../../../components/frame/choice_cookie.ts";
import { isLocale, type Locale } from "../../../i18n/locales.ts";
import { readingOf } from "../../../kv/accounts/languages.ts";
import { isStaff, type User } from "../../../kv/accounts/users.ts";
import { changeOwn } from "../../../kv/ladies/profiles.ts";
import { refuse } from "../../../kv/store/refusals.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import { leaveFlash } from "../../http/flash.ts";
import { safeNext } from "../../http/next_path.ts";
import type { AppContext } from "../../http/env.ts";
import { localHref } from "../../http/page.tsx";
import { answerRefusal } from "../../http/refusal_answer.tsx";
import { listLookCookie, listLookPath, listLooks } from "../../ladies/list_look.ts";
import { prefixOf, rememberLocale } from "../../middleware/locale.ts";

/** Remembers a language and shows the page it was chosen on; the cookie beats the browser's languages from then on. */
export const languagePage: PageDefinition = {
  paths: ["/language/:locale"],
  access: "everyone",
  async get(c) {
    const locale = c.req.param("locale");
    const prefix = isLocale(locale) ? prefixOf(c.var.facts.variant, locale) : null;
    if (!isLocale(locale) || prefix === null) return await answerRefusal(c, refuse("not_found"));
    rememberLocale(c, locale);
    // Only from our own menus: a link on another site must not change an account.
    const { signedIn } = c.var;
    if (signedIn && c.req.header("sec-fetch-site") === "same-origin") await writeIn(c, signedIn.user, locale);
    return c.redirect(localHref(prefix, safeNext(c.req.query("next")) ?? "/"), 302);
  },
};

/** Writes to a person in this language from now on, and tells what else follows: whoever goes back sees the old language. */
async function writeIn(c: AppContext, user: User, locale: Locale): Promise<void> {
  const changed = await changeOwn(c.var.deps.store, user.id, { account: { locale } });
  if (!changed.ok || user.locale === locale) return;
  const [before, after] = [readingOf(user), readingOf(changed.user)];
  const isReading = !isStaff(user) && after.wantsTranslation && before.into !== after.into;
  leaveFlash(c, "info", isReading ? "account:flash.mailsAndReading" : "account:flash.mailsToo");
}

export const themePage = choicePage("/theme", themeCookie, "appearance", ["auto", "light", "dark"]);

export const listLookPage = choicePage(listLookPath, listLookCookie, "look", listLooks);

/**
 * Keeps one of the values of a field in a cookie for a year, and goes back to the page it was chosen on. Where scripts run,
 * the page itself keeps the colours (islands/page_chrome/island.tsx).
 */
function choicePage(path: string, cookie: string, field: string, values: readonly string[]): PageDefinition {
  return {
    paths: [path],
    access: "everyone",
    get: (c) => c.redirect(localHref(c.var.facts.prefix, "/"), 302),
    post(c: AppContext, body) {
      const { [field]: chosen, next } = body;
      if (typeof chosen !== "string" || !values.includes(chosen)) return answerRefusal(c, refuse("invalid"));
      setCookie(c, cookie, chosen, { path: "/", maxAge: choiceSeconds, sameSite: "Lax" });
      const back = typeof next === "string" ? safeNext(next) : null;
      return c.redirect(back ?? localHref(c.var.facts.prefix, "/"), 303);
    },
  };
}
