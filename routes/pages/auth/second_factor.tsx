/**
 * The second step of signing in: entering the code of the app, or, if there is no app yet, setting one up. Only the
 * browser in which the password was right gets here; the session begins with the right code.
 */
import type { PendingSignIn } from "../../../kv/accounts/signing_in/pending_sign_ins.ts";
import { type ShownOffer, showOffer } from "../../../kv/accounts/signing_in/second_factors.ts";
import type { User } from "../../../kv/accounts/users.ts";
import { refuse } from "../../../kv/store/refusals.ts";
import { dropTicket, finishHere, pendingHere, secondStepPath } from "../../account/second_step.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext } from "../../http/env.ts";
import { leaveFlash } from "../../http/flash.ts";
import { homeOfGroup } from "../../http/next_path.ts";
import { localHref } from "../../http/page.tsx";
import { codeIn } from "../staff/factor_parts.tsx";
import { arrive, nextOf, withQuery } from "./arrival.ts";
import { answerPrivate, type FormState, freshForm, refusedForm } from "./gate.tsx";
import { AskView, CodesView, EnrolView } from "./second_factor_view.tsx";

export const secondFactorPage: PageDefinition = {
  paths: [secondStepPath],
  access: "guests",
  async get(c) {
    const found = await pendingHere(c);
    return found ? await answer(c, found, freshForm(), nextOf(c)) : toSignIn(c, nextOf(c));
  },
  async post(c, body) {
    const next = nextOf(c, body);
    if (body.action === "leave") {
      await dropTicket(c);
      return toSignIn(c, next);
    }
    const code = codeIn(body);
    const result = code === "" ? refuse("invalid", { fields: { otp: "required" } }) : await finishHere(c, code);
    if (result.ok) return result.recoveryCodes ? await tellCodes(c, result, next) : arrive(c, result.user, next);
    const found = await pendingHere(c);
    if (result.reason === "expired" || !found) {
      leaveFlash(c, "info", "factor:ask.expired");
      return toSignIn(c, next);
    }
    return await answer(c, found, refusedForm(c, result, {}, ["otp"]), next);
  },
};

const toSignIn = (c: AppContext, next: string): Response =>
  c.redirect(localHref(c.var.facts.prefix, withQuery("/auth/sign-in", { next })), 303);

async function answer(
  c: AppContext,
  { pending, user }: { pending: PendingSignIn; user: User },
  form: FormState,
  next: string,
): Promise<Response> {
  const { t } = c.var.facts;
  return await answerPrivate(c, {
    title: t(pending.offer ? "factor:enrol.page" : "factor:ask.page"),
    view: pending.offer
      ? <EnrolView form={form} next={next} offer={await shown(c, user, pending.offer)} />
      : <AskView form={form} next={next} name={user.firstname} />,
    status: form.status,
    sheets: ["staff"],
  });
}

const shown = (c: AppContext, user: User, offer: NonNullable<PendingSignIn["offer"]>): Promise<ShownOffer> =>
  showOffer(c.var.deps.store, user.id, offer, { label: user.email, issuer: c.var.facts.brand.brand });

/** Shows the recovery codes in the answer to the form: only this once, because they are not kept in a readable form. */
function tellCodes(
  c: AppContext,
  { user, recoveryCodes }: { user: User; recoveryCodes: string[] | null },
  next: string,
): Promise<Response> {
  const { t, prefix } = c.var.facts;
  const href = next || localHref(prefix, homeOfGroup(user.groupId));
  return answerPrivate(c, {
    title: t("factor:codes.page"),
    view: <CodesView codes={recoveryCodes!} href={href} />,
    layout: "empty",
    sheets: ["staff"],
  });
}
