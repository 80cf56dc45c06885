/**
 * The second factor of a staff member who is signed in: setting it up, moving it to another phone, new recovery codes.
 * Every change asks for a code of the present factor, or for the password if there is none.
 */
import { provePassword } from "../../../kv/accounts/signing_in/passwords.ts";
import {
  beginOffer,
  confirmOffer,
  dropOffer,
  hasSecondFactor,
  openOffer,
  renewRecoveryCodes,
  secondFactorOf,
  showOffer,
  spendCode,
} from "../../../kv/accounts/signing_in/second_factors.ts";
import { limits } from "../../../kv/store/limits.ts";
import { refuse } from "../../../kv/store/refusals.ts";
import { codeTimeOf } from "../../account/second_step.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext, MemberContext } from "../../http/env.ts";
import { leaveFlash } from "../../http/flash.ts";
import { localHref } from "../../http/page.tsx";
import type { Body } from "../../http/read_input.ts";
import { answerRefusal } from "../../http/refusal_answer.tsx";
import { answerPrivate, type FormState, freshForm, refusedForm } from "../auth/gate.tsx";
import { CodesView } from "../auth/second_factor_view.tsx";
import { codeIn } from "./factor_parts.tsx";
import { FactorView, type Forms, OfferView } from "./second_factor_view.tsx";

const staffFactorPath = "/staff/second-factor";

export const staffFactorPage: PageDefinition = {
  paths: [staffFactorPath],
  access: "staff",
  get: (c) => show(c, {}),
  async post(c, body) {
    const { action } = body;
    if (action === "begin") return await begin(c, body);
    if (action === "confirm") return await confirm(c, body);
    if (action === "renew") return await renew(c, body);
    if (action === "cancel") return await cancel(c);
    return await answerRefusal(c, refuse("malformed"));
  },
};

const again = (c: AppContext): Response => c.redirect(localHref(c.var.facts.prefix, staffFactorPath), 303);
const given = (c: AppContext, body: Body) => ({ code: codeIn(body), atMs: codeTimeOf(c.var.deps) });

/** Shows the page, with the answer to a form that was refused. */
async function show(c: MemberContext, forms: Forms): Promise<Response> {
  const { deps: { store }, facts: { t, brand }, signedIn } = c.var;
  const user = signedIn.user;
  const offer = await openOffer(store, signedIn.session);
  const names = { label: user.email, issuer: brand.brand };
  const refused: FormState | undefined = Object.values(forms)[0];
  return await answerPrivate(c, {
    title: t("factor:own.page"),
    view: offer
      ? (
        <OfferView
          offer={await showOffer(store, user.id, offer, names)}
          form={forms.confirm ?? freshForm()}
          isAnother={await hasSecondFactor(store, user.id)}
        />
      )
      : <FactorView factor={await secondFactorOf(store, user.id)} forms={forms} email={user.email} />,
    status: refused?.status,
  });
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
    view: <CodesView codes={codes} href={localHref(c.var.facts.prefix, staffFactorPath)} />,
  });
