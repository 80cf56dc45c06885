/**
 * The page behind the mailed link of an agency draft: the lady reads what was written, chooses a password and agrees, or
 * deletes the draft. A GET changes nothing, because mail scanners follow links.
 */
import * as z from "zod";
import { formatDate } from "../../../i18n/format.ts";
import { isSuspended } from "../../../kv/accounts/users.ts";
import { type AgencyDraft, agencyName, askingAgency, openDraft } from "../../../kv/ladies/agencies/agencies.ts";
import {
  acceptDraft,
  declineDraft,
  wasJustAccepted,
  wasJustDeclined,
} from "../../../kv/ladies/agencies/draft_answers.ts";
import { shownCity } from "../../../kv/ladies/cities.ts";
import { changeableFacts, isChangeWaiting, profileChangeOf } from "../../../kv/ladies/profile/profile_changes.ts";
import { type Refusal, refuse } from "../../../kv/store/refusals.ts";
import { countryName } from "../../account/country_names.ts";
import { leaveMark, markedVisitorOf } from "../../http/browser_mark.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext } from "../../http/env.ts";
import { newPasswordField } from "../../http/fields.ts";
import { leaveFlash } from "../../http/flash.ts";
import { decisionsPath } from "../../http/next_path.ts";
import { localHref } from "../../http/page.tsx";
import { newPressKey, pressOf } from "../../http/press_key.tsx";
import { parseInput } from "../../http/read_input.ts";
import { setSessionCookies } from "../../middleware/session.ts";
import { answerPrivate, type FormState, freshForm, refusedForm } from "../auth/gate.tsx";
import { answerJustUsed } from "../auth/just_used.tsx";
import { tellFact } from "../lady/fact_texts.ts";
import { DeclinedView, DraftView, SpentView } from "./invitation_view.tsx";

export const invitationPage: PageDefinition = {
  paths: ["/agency-invitation/:draftId/:key"],
  access: "everyone",
  async get(c) {
    const draft = (await openDraft(c.var.deps.store, linkOf(c)))?.value;
    return draft ? await show(c, draft, freshForm()) : await answerSpent(c);
  },
  async post(c, body) {
    return body.do === "decline" ? await decline(c) : await accept(c, body);
  },
};

const linkOf = (c: AppContext) => ({
  draftId: (c.req.param("draftId") ?? "").slice(0, 100),
  key: (c.req.param("key") ?? "").slice(0, 200),
});

const acceptForm = z.object({
  newPassword: newPasswordField,
  confirmPassword: z.string().max(200, "too_long"),
  agree: z.string("required"),
  acceptTerms: z.string("accept_terms"),
}).refine((form) => form.newPassword === form.confirmPassword, { message: "mismatch", path: ["confirmPassword"] });

const shown = ["newPassword", "confirmPassword", "agree", "acceptTerms"] as const;

async function accept(c: AppContext, body: Record<string, unknown>): Promise<Response> {
  const { deps: { store }, facts: { prefix } } = c.var;
  const link = linkOf(c);
  const form = parseInput(acceptForm, body);
  const visitor = markedVisitorOf(c);
  // Somebody else who is signed in in this browser stays signed in.
  const begins = c.var.signedIn ? undefined : { visitor, userAgent: c.req.header("user-agent") };
  const accepted = form.ok
    ? await acceptDraft(store, { ...link, password: form.value.newPassword, press: pressOf(body), begins })
    : form;
  if (accepted.ok) {
    const { started } = accepted;
    if (!started) {
      leaveFlash(c, "success", "agency:flash.accepted");
      return c.redirect(localHref(prefix, "/"), 303);
    }
    leaveMark(c, visitor);
    setSessionCookies(c, started.token, started.session);
    if (isSuspended(accepted.user)) return c.redirect(localHref(prefix, decisionsPath), 303);
    const waits = isChangeWaiting(await profileChangeOf(store, accepted.user.id));
    leaveFlash(c, "success", waits ? "agency:flash.welcome" : "agency:flash.welcomeEmpty");
    return c.redirect(localHref(prefix, "/lady/verification"), 303);
  }
  const draft = (await openDraft(store, link))?.value;
  if (!draft || accepted.reason === "expired") return await answerSpent(c, accepted);
  return await show(c, draft, refusedForm(c, accepted, {}, shown));
}

async function decline(c: AppContext): Promise<Response> {
  const declined = await declineDraft(c.var.deps.store, linkOf(c));
  return declined.ok ? await answerDeclined(c) : await answerSpent(c, declined);
}

const answerDeclined = (c: AppContext): Promise<Response> =>
  answerPrivate(c, { title: c.var.facts.t("agency:answer.declined"), view: <DeclinedView /> });

async function show(c: AppContext, draft: AgencyDraft, form: FormState): Promise<Response> {
  const { facts: { t, locale, brand }, deps: { store } } = c.var;
  const keeper = await askingAgency(store, draft);
  if (!keeper) return await answerSpent(c);
  const { firstname, birthdate, countryId, city, email, facts } = draft;
  return await answerPrivate(c, {
    title: t("agency:answer.page"),
    status: form.status,
    view: (
      <DraftView
        agency={agencyName(keeper)}
        brand={brand.brand}
        form={form}
        pressKey={newPressKey(c)}
        who={[
          { label: t("account:field.firstname"), value: firstname },
          { label: t("account:field.birthdate"), value: formatDate(locale, Date.parse(birthdate)) },
          { label: t("attributes:field.country"), value: countryName(locale, countryId) },
          ...(city ? [{ label: t("account:field.city"), value: shownCity(city, countryId, locale) }] : []),
          { label: t("auth:email"), value: email },
        ]}
        said={changeableFacts.flatMap((fact) => {
          const value = facts[fact];
          if (value === undefined) return [];
          return [{
            label: tellFact.label(t, fact),
            value: tellFact.value({ t, locale }, fact, value),
            lang: tellFact.lang(locale, fact, value),
          }];
        })}
      />
    ),
  });
}

/**
 * Gives the same answer for every link that does not work, whatever the reason, and whoever has the address; but says of
 * one that was answered within the last minute that it was.
 */
async function answerSpent(c: AppContext, refusal: Refusal = refuse("expired")): Promise<Response> {
  const { store } = c.var.deps;
  const link = linkOf(c);
  const [isDeclined, isAccepted] = await Promise.all([wasJustDeclined(store, link), wasJustAccepted(store, link)]);
  if (isDeclined) return await answerDeclined(c);
  if (isAccepted) return await answerJustUsed(c);
  const form = refusedForm(c, refusal.reason === "expired" ? refusal : refuse("expired"), {}, []);
  return await answerPrivate(c, {
    title: c.var.facts.t("agency:answer.spent"),
    view: <SpentView />,
    status: form.status,
  });
}
