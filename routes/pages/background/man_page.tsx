/**
 * A man's own statement of his background: the one that holds, the ladies he has shown it to, the form for a new one, and
 * asking a lady. If the site does not ask for backgrounds, there is no such page.
 */
import { askConsent, consentBetween, consentsAskedBy } from "../../../kv/safety/background/consents.ts";
import { isAskedForBackground, stageBy } from "../../../kv/safety/background/contact.ts";
import { fileStatement, statementOf } from "../../../kv/safety/background/statements.ts";
import { refuse } from "../../../kv/store/refusals.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { MemberContext } from "../../http/env.ts";
import { leaveFlash } from "../../http/flash.ts";
import { localHref } from "../../http/page.tsx";
import { type Body, idOf } from "../../http/read_input.ts";
import { answerRefusal } from "../../http/refusal_answer.tsx";
import { manSide } from "../../letters/sides.ts";
import { answerPrivate, type FormState, freshForm, refusedForm } from "../auth/gate.tsx";
import { type Partner, partnersOf } from "../mail/partners.ts";
import { fieldNames, readStatement, sentTexts, valuesOf } from "./form.ts";
import { ManView } from "./man_view.tsx";
import { manBackgroundFor, manBackgroundPath } from "../../safety/background_links.ts";

export const manBackgroundPage: PageDefinition = {
  paths: [manBackgroundPath],
  access: "men",
  get: (c) => isHere(c) ? show(c, null) : answerRefusal(c, refuse("not_found")),
  post: (c, body) => isHere(c) ? act(c, body) : answerRefusal(c, refuse("not_found")),
};

const isHere = (c: MemberContext): boolean => c.var.deps.store.asksBackground;

async function act(c: MemberContext, body: Body): Promise<Response> {
  const { deps, facts: { prefix, origin }, signedIn: { user } } = c.var;
  const ladyId = idOf(typeof body.to === "string" ? body.to : undefined);
  const back = localHref(prefix, ladyId === null ? manBackgroundPath : manBackgroundFor(ladyId));
  if (body.action === "show") {
    const asked = await askConsent(deps.store, { manId: user.id, ladyId: ladyId ?? NaN, origin });
    if (!asked.ok) return await show(c, refusedForm(c, asked, {}, []), ladyId);
    deps.wakeJobs?.();
    leaveFlash(c, "success", "background:flash.shown");
    return c.redirect(back, 303);
  }
  const form = readStatement(body);
  const filed = form.ok ? await fileStatement(deps.store, { manId: user.id, ...form.value }) : form;
  if (!filed.ok) return await show(c, refusedForm(c, filed, sentTexts(body), fieldNames), ladyId);
  leaveFlash(c, "success", "background:flash.filed");
  return c.redirect(back, 303);
}

/** `refused`: the form as it was sent, with what was wrong; null for a fresh one. */
async function show(
  c: MemberContext,
  refused: FormState | null,
  ladyId = idOf(c.req.query("to")),
): Promise<Response> {
  const { deps: { store }, facts: { t }, signedIn: { user } } = c.var;
  const [isAsked, statement, asked] = await Promise.all([
    isAskedForBackground(store, user.id),
    statementOf(store, user.id),
    consentsAskedBy(store, user.id),
  ]);
  const ladies = await partnersOf(c, manSide, [
    ...ladyId === null ? [] : [ladyId],
    ...asked.map((each) => each.ladyId),
  ]);
  const wanted = ladyId === null ? null : ladies.get(ladyId)!;
  const consent = wanted && await consentBetween(store, user.id, wanted.id);
  return await answerPrivate(c, {
    title: t("background:title"),
    status: refused?.status,
    view: (
      <ManView
        isAsked={isAsked}
        statement={statement}
        lady={wanted?.canReceive ? { partner: wanted, stage: stageBy(statement, consent) } : null}
        shown={asked.map((each) => ({ partner: ladies.get(each.ladyId) as Partner, stage: stageBy(statement, each) }))}
        form={refused ?? freshForm(statement ? valuesOf(statement.answers) : {})}
      />
    ),
  });
}
