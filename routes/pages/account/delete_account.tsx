/** The end of an account: what goes and what stays, what becomes of bought credits, and the word that ends it. */
import { getCookie } from "hono/cookie";
import { formatCents, formatList } from "../../../i18n/format.ts";
import { locales } from "../../../i18n/locales.ts";
import { translatorFor } from "../../../i18n/translate.ts";
import { wasJustDeletedIn } from "../../../kv/accounts/deletions.ts";
import { isSuspended, man } from "../../../kv/accounts/users.ts";
import { balanceOf } from "../../../kv/credits/ledger/ledger.ts";
import { moneyOfUnused, unusedCreditsOf } from "../../../kv/credits/payments/unused_credits.ts";
import { type Refusal, refuse } from "../../../kv/store/refusals.ts";
import { accountOf, type AccountSide, ownDataPathOf } from "../../account/sides.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext, MemberContext } from "../../http/env.ts";
import { leaveFlash } from "../../http/flash.ts";
import { decisionsPath } from "../../http/next_path.ts";
import { answerPage, localHref } from "../../http/page.tsx";
import { sessionCookie } from "../../middleware/session.ts";
import { deleteHere } from "../../own_data/delete_here.ts";
import { type FormState, freshForm, refusedForm, textsOf } from "../auth/gate.tsx";
import { DeleteAccountView, type UnusedView } from "./delete_account_view.tsx";
import { AccountFrame } from "./frame.tsx";
import { ownDataCrumbs } from "./own_data.tsx";

/** The path of the page that deletes an account: beside the page about signing in, of which it is a part. */
export const deletePathOf = ({ securityPath }: AccountSide): string => securityPath.replace(/[^/]+$/, "delete-account");

export const deleteAccountPage = (side: AccountSide): PageDefinition => ({
  paths: [deletePathOf(side)],
  access: side.access,
  keptOutMay: true,
  answerRepeat: answerDeletedAgain,
  get: (c) => show(c, side, freshForm()),
  async post(c, body) {
    const { password = "", word = "", refund = "" } = textsOf(body, ["password", "word", "refund"]);
    const refused = (refusal: Refusal) =>
      show(c, side, refusedForm(c, refusal, { word, refund }, ["password", "word", "refund"]));
    if (!isWord(word)) return await refused(refuse("invalid", { fields: { word: "word" } }));
    const unused = await unusedOf(c);
    // Nobody forgoes money by leaving the choice out.
    if (unused && refund !== "yes" && refund !== "no") {
      return await refused(refuse("invalid", { fields: { refund: "required" } }));
    }
    const deleted = await deleteHere(c, c.var.signedIn.user, { password, wantsRefund: refund !== "no" });
    if (!deleted.ok) return await refused(deleted);
    return answerDeleted(c);
  },
});

/** A second press comes with the cookie of a session that the first has ended. */
async function answerDeletedAgain(c: AppContext): Promise<Response | null> {
  const token = getCookie(c, sessionCookie);
  return token && await wasJustDeletedIn(c.var.deps.store, token) ? answerDeleted(c) : null;
}

function answerDeleted(c: AppContext): Response {
  leaveFlash(c, "info", "ownData:delete.done");
  return c.redirect(localHref(c.var.facts.prefix, "/"), 303);
}

/** The address that texts for everybody link to: redirects each reader to the page of his or her own account. */
export const deleteOwnAccountPage: PageDefinition = {
  paths: ["/delete-account"],
  access: "correspondents",
  keptOutMay: true,
  get: (c) =>
    Promise.resolve(
      c.redirect(localHref(c.var.facts.prefix, deletePathOf(accountOf(c.var.signedIn.user.groupId))), 302),
    ),
};

/**
 * Whether the word was typed, in any of the site's languages, because the reader may have changed the language in
 * between. Diacritics do not count: a keyboard may lack them.
 */
const isWord = (typed: string): boolean =>
  locales.some((locale) => plain(translatorFor(locale)("ownData:delete.word")) === plain(typed));

const plain = (word: string): string => word.normalize("NFD").replace(/\p{M}/gu, "").trim().toLowerCase();

/** The man's bought and unused credits; null if there is nothing to pay back. */
async function unusedOf(c: MemberContext): Promise<UnusedView | null> {
  const { deps: { store }, facts: { t, locale }, signedIn } = c.var;
  const { user } = signedIn;
  if (user.groupId !== man) return null;
  const unused = await unusedCreditsOf(store, user.id);
  const sums = moneyOfUnused(unused).map(({ cents, currency }) => formatCents(locale, cents, currency));
  if (sums.length === 0) return null;
  return { credits: t("common:credits", { count: unused.credits }), money: formatList(locale, sums) };
}

async function show(c: MemberContext, side: AccountSide, form: FormState): Promise<Response> {
  const { deps: { store }, facts: { t }, signedIn } = c.var;
  const { user } = signedIn;
  const isMan = user.groupId === man;
  const [unused, balance] = await Promise.all([unusedOf(c), isMan ? balanceOf(store, user.id) : 0]);
  return await answerPage(c, {
    title: t("ownData:delete.title"),
    description: t("ownData:description"),
    crumbs: ownDataCrumbs(c, side, t("ownData:delete.title")),
    robots: "noindex",
    status: form.status,
    view: (
      <AccountFrame side={side} tab="security" title={t("ownData:delete.title")} lead={t("ownData:delete.lead")}>
        <DeleteAccountView
          groupId={user.groupId}
          isSuspended={isSuspended(user)}
          unused={unused}
          hasCredits={balance > 0}
          form={form}
          copyPath={ownDataPathOf(side)}
          backPath={c.var.keptOut ? decisionsPath : side.securityPath}
        />
      </AccountFrame>
    ),
  });
}
