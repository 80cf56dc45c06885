/** The page of the six-digit code, and asking for a new code. It looks the same after a sign-up with a taken address. */
import * as z from "zod";
import { type Confirmation, secondsUntilResend } from "../../../kv/accounts/sign_up.ts";
import { hasHadBonus } from "../../../kv/accounts/sign_up_bonus.ts";
import { isSuspended, man, type User } from "../../../kv/accounts/users.ts";
import { signUpBonusCredits } from "../../../kv/credits/prices/prices.ts";
import { codeForm } from "../../account/account_forms.ts";
import { confirmCodeHere, resendHere } from "../../account/accounts.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext } from "../../http/env.ts";
import { emailField } from "../../http/fields.ts";
import { leaveFlash } from "../../http/flash.ts";
import { localHref } from "../../http/page.tsx";
import { newPressKey, pressOf } from "../../http/press_key.tsx";
import { type Body, parseInput } from "../../http/read_input.ts";
import { arriveFirst, nextOf, waitingOf, withQuery } from "./arrival.ts";
import { ConfirmView } from "./confirm_view.tsx";
import { answerPrivate, type FormState, freshForm, refusedForm, textsOf } from "./gate.tsx";
import { differentPasswords, isSamePassword, passwordNames, provingFields } from "./proving_form.ts";

const pageForm = codeForm.extend(provingFields).refine(isSamePassword, differentPasswords);

const shown = ["code", "identifier", "email", ...passwordNames];

const confirmByForm = (c: AppContext, { identifier, code, newPassword }: z.infer<typeof pageForm>, body: Body) =>
  confirmCodeHere(c, { email: identifier, by: "browser", newPassword, press: pressOf(body) }, code);

export const confirmPage: PageDefinition = {
  paths: ["/auth/confirm"],
  access: "guests",
  async get(c) {
    const form = freshForm({ email: c.req.query("email")?.slice(0, 254) ?? "" });
    return await answer(c, await waitingOf(c, c.req.query("id")), form, nextOf(c));
  },
  async post(c, body) {
    const waiting = await waitingOf(c, body.id ?? c.req.query("id"));
    const next = nextOf(c, body);
    const form = parseInput(pageForm, {
      ...body,
      identifier: waiting?.email ?? body.email,
      action: "email_verify",
      code: plainDigits(body.code),
    });
    const result = form.ok ? await confirmByForm(c, form.value, body) : form;
    if (!result.ok) {
      return await answer(c, waiting, refusedForm(c, result, textsOf(body, ["email", "code"]), shown), next);
    }
    await leaveVerified(c, result.user);
    return arriveFirst(c, result.user, next || result.next);
  },
};

export const resendPage: PageDefinition = {
  paths: ["/auth/confirm/resend"],
  access: "guests",
  get: (c) => c.redirect(localHref(c.var.facts.prefix, "/auth/confirm"), 302),
  async post(c, body) {
    const next = nextOf(c, body);
    const waiting = await waitingOf(c, body.id);
    return waiting ? await resendTo(c, waiting, next) : await resendToEmail(c, body, next);
  },
};

/** Leaves a flash: the account has begun, and what a man gets with it, or had before; none for who begins suspended. */
export async function leaveVerified(c: AppContext, user: User): Promise<void> {
  if (isSuspended(user)) return;
  if (user.groupId !== man) return leaveFlash(c, "success", "auth:flash.verifiedLady");
  if (!await hasHadBonus(c.var.deps.store, user.id)) return leaveFlash(c, "success", "auth:flash.verifiedBefore");
  leaveFlash(c, "success", "auth:flash.verified", {
    credits: c.var.facts.t("common:credits", { count: signUpBonusCredits }),
  });
}

async function resendTo(c: AppContext, waiting: Confirmation, next: string): Promise<Response> {
  const path = withQuery("/auth/confirm", { id: waiting.id, next });
  const seconds = secondsUntilResend(waiting, c.var.deps.store.now());
  if (seconds > 0) {
    leaveFlash(c, "info", "auth:flash.resendWait", { seconds: String(seconds) });
    return c.redirect(localHref(c.var.facts.prefix, path), 303);
  }
  const result = await resendHere(c, { confirmationId: waiting.id });
  if (!result.ok) return await answer(c, waiting, refusedForm(c, result, {}, shown), next);
  leaveFlash(c, "success", "auth:flash.resent");
  return c.redirect(localHref(c.var.facts.prefix, path), 303);
}

/** Gives the same answer whether or not a sign-up waits for that address. */
async function resendToEmail(c: AppContext, body: Record<string, unknown>, next: string): Promise<Response> {
  const form = parseInput(z.object({ email: emailField }), body);
  const result = form.ok ? await resendHere(c, form.value) : form;
  if (!result.ok) return await answer(c, null, refusedForm(c, result, textsOf(body, ["email"]), shown), next);
  leaveFlash(c, "success", "auth:flash.resentPerhaps");
  const email = form.ok ? form.value.email : "";
  return c.redirect(localHref(c.var.facts.prefix, withQuery("/auth/confirm", { email, next })), 303);
}

async function answer(
  c: AppContext,
  waiting: Confirmation | null,
  form: FormState,
  next: string,
): Promise<Response> {
  return await answerPrivate(c, {
    title: c.var.facts.t("auth:confirm.page"),
    view: (
      <ConfirmView
        form={form}
        next={next}
        pressKey={newPressKey(c)}
        waiting={waiting && {
          id: waiting.id,
          email: waiting.email,
          hasBonus: waiting.signUp.groupId === man,
          resendAfterSeconds: secondsUntilResend(waiting, c.var.deps.store.now()),
        }}
      />
    ),
    status: form.status,
  });
}

/** A code as people paste and type it: spaced, with dashes, or in the wide digits of a Chinese keyboard. */
const plainDigits = (code: unknown): unknown =>
  typeof code === "string" ? code.slice(0, 100).normalize("NFKC").replace(/[\s-]/g, "") : code;
