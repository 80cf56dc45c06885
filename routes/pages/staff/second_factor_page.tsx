/**
 * The second factor of a staff member who is signed in: setting it up, moving it to another phone, new recovery codes.
 * Every change asks for a code of the present factor, or for the password if there is none. The page has the forms for
 * another e-mail address too, which ask for the password as everybody's do.
 */
import type { VNode } from "preact";
import { emailChangeOf } from "../../../kv/accounts/email_change.ts";
import { provePassword } from "../../../kv/accounts/signing_in/passwords.ts";
import {
  beginOffer,
  confirmOffer,
  dropOffer,
  hasSecondFactor,
  type Offer,
  openOffer,
  renewRecoveryCodes,
  secondFactorOf,
  showOffer,
  spendCode,
} from "../../../kv/accounts/signing_in/second_factors.ts";
import { limits } from "../../../kv/store/limits.ts";
import { refuse } from "../../../kv/store/refusals.ts";
import { codeTimeOf } from "../../account/second_step.ts";
import { staffSecurityPath } from "../../account/sides.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext, MemberContext } from "../../http/env.ts";
import { leaveFlash } from "../../http/flash.ts";
import { localHref } from "../../http/page.tsx";
import type { Body } from "../../http/read_input.ts";
import { answerRefusal } from "../../http/refusal_answer.tsx";
import { emailSections } from "../account/security.tsx";
import { answerPrivate, type FormState, freshForm, refusedForm, textsOf } from "../auth/gate.tsx";
import { CodesView } from "../auth/second_factor_view.tsx";
import { codeIn } from "./factor_parts.tsx";
import { FactorView, type Forms, OfferView } from "./second_factor_view.tsx";

export const staffFactorPage: PageDefinition = {
  paths: [staffSecurityPath],
  access: "staff",
  get: (c) => show(c, {}),
  async post(c, body) {
    const { action, section } = body;
    if (Object.hasOwn(emailSections, String(section))) return await changeEmail(c, body, String(section));
    if (action === "begin") return await begin(c, body);
    if (action === "confirm") return await confirm(c, body);
    if (action === "renew") return await renew(c, body);
    if (action === "cancel") return await cancel(c);
    return await answerRefusal(c, refuse("malformed"));
  },
};

const again = (c: AppContext, part = ""): Response =>
  c.redirect(localHref(c.var.facts.prefix, staffSecurityPath) + part, 303);
const given = (c: AppContext, body: Body) => ({ code: codeIn(body), atMs: codeTimeOf(c.var.deps) });

/**
 * Shows the page, with the answer to a form that was refused. An offer that is open takes the whole page, but for the answer
 * to a form that does not stand there.
 */
async function show(c: MemberContext, forms: Forms): Promise<Response> {
  const { deps: { store }, facts: { t }, signedIn } = c.var;
  const refused: FormState | undefined = Object.values(forms)[0];
  const offer = refused === forms.confirm ? await openOffer(store, signedIn.session) : null;
  return await answerPrivate(c, {
    title: t("factor:own.page"),
    view: offer ? await offerView(c, offer, forms.confirm) : await factorView(c, forms),
    status: refused?.status,
  });
}

async function offerView(c: MemberContext, offer: Offer, form = freshForm()): Promise<VNode> {
  const { deps: { store }, facts: { brand }, signedIn: { user } } = c.var;
  const [shown, isAnother] = await Promise.all([
    showOffer(store, user.id, offer, { label: user.email, issuer: brand.brand }),
    hasSecondFactor(store, user.id),
  ]);
  return <OfferView offer={shown} form={form} isAnother={isAnother} />;
}

async function factorView(c: MemberContext, forms: Forms): Promise<VNode> {
  const { deps: { store }, signedIn: { user } } = c.var;
  const [factor, wished] = await Promise.all([secondFactorOf(store, user.id), emailChangeOf(store, user.id)]);
  return <FactorView factor={factor} forms={forms} email={user.email} wishedEmail={wished?.email ?? null} />;
}

async function changeEmail(c: MemberContext, body: Body, name: string): Promise<Response> {
  const { act, fields, kept = [] } = emailSections[name]!;
  const done = await act(c, body);
  if (!done.ok) return await show(c, { email: refusedForm(c, done, textsOf(body, kept), fields) });
  return again(c, "#email");
}

/** Offers a new app, whose secret the page then shows in this session, once the staff member has proved who it is. */
async function begin(c: MemberContext, body: Body): Promise<Response> {
  const { store } = c.var.deps;
  const { user, session } = c.var.signedIn;
  const proved = await hasSecondFactor(store, user.id)
    ? await spendCode(store, user.id, given(c, body))
    : await provePassword(store, user.id, String(body.password ?? ""), limits.changePassword);
  // A second press of the code: the page shows the offer of the first.
  if (!proved.ok && await openOffer(store, session)) return again(c);
  if (!proved.ok) return await show(c, { begin: refusedForm(c, proved, {}, ["otp", "password"]) });
  await beginOffer(store, session);
  return again(c);
}

/** Takes the first code of the new app, which is the factor from now on. */
async function confirm(c: MemberContext, body: Body): Promise<Response> {
  const { deps: { store }, signedIn } = c.var;
  const enrolled = await confirmOffer(store, signedIn.session, given(c, body));
  if (!enrolled.ok && enrolled.reason === "expired") return again(c);
  if (!enrolled.ok) return await show(c, { confirm: refusedForm(c, enrolled, {}, ["otp"]) });
  return await tell(c, enrolled.recoveryCodes);
}

async function renew(c: MemberContext, body: Body): Promise<Response> {
  const renewed = await renewRecoveryCodes(c.var.deps.store, c.var.signedIn.session, given(c, body));
  if (!renewed.ok) return await show(c, { renew: refusedForm(c, renewed, {}, ["otp"]) });
  return await tell(c, renewed.recoveryCodes);
}

async function cancel(c: MemberContext): Promise<Response> {
  await dropOffer(c.var.deps.store, c.var.signedIn.session);
  leaveFlash(c, "info", "factor:flash.kept");
  return again(c);
}

const tell = (c: AppContext, codes: string[]): Promise<Response> =>
  answerPrivate(c, {
    title: c.var.facts.t("factor:codes.page"),
    view: <CodesView codes={codes} href={localHref(c.var.facts.prefix, staffSecurityPath)} />,
  });
