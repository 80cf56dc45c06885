/**
 * Evidence for a dispute at its provider, in two steps: an admin reads the texts before they are staged, and reads them
 * again before they are submitted to the bank, which needs a confirmation. Only for providers that take evidence by API.
 */
import { userById } from "../../../../kv/accounts/users.ts";
import {
  askToStage,
  askToSubmit,
  type DisputeEvidence,
  evidenceOf,
  mayStage,
  maySubmit,
  openDisputeOf,
} from "../../../../kv/credits/payments/dispute_evidence.ts";
import { type Payment, paymentById } from "../../../../kv/credits/payments/payments.ts";
import { type Refusal, refuse } from "../../../../kv/store/refusals.ts";
import type { EvidenceFields } from "../../../../services/payments/types.ts";
import type { PageDefinition } from "../../../http/define_page.ts";
import type { AppContext, MemberContext } from "../../../http/env.ts";
import { leaveFlash } from "../../../http/flash.ts";
import { answerPage, localHref } from "../../../http/page.tsx";
import type { Body } from "../../../http/read_input.ts";
import { answerRefusal, statusOf } from "../../../http/refusal_answer.tsx";
import { toldOf } from "../form.ts";
import { evidencePath, paymentsPath } from "../paths.ts";
import { EvidenceView } from "./evidence_view.tsx";
import { evidenceTexts } from "./evidence_texts.ts";

export const disputeEvidencePage: PageDefinition = {
  paths: [`${paymentsPath}/:paymentId/evidence`],
  access: "admins",
  get: (c) => answerAbout(c, (about) => show(c, about)),
  post: (c, body) => answerAbout(c, (about) => act(c, about, body)),
};

interface About {
  payment: Payment;
  evidence: DisputeEvidence | null;
}

/** Answers if the payment has an open dispute or some evidence, at a provider that takes it; else with `not_found`. */
async function answerAbout(c: AppContext, answer: (about: About) => Promise<Response>): Promise<Response> {
  const { store, payments } = c.var.deps;
  const id = c.req.param("paymentId") ?? "";
  const [payment, evidence] = await Promise.all([paymentById(store, id), evidenceOf(store, id)]);
  const isTaken = payment && payments.named(payment.provider)?.sendEvidence !== undefined;
  if (!isTaken || (openDisputeOf(payment) === null && evidence === null)) {
    return await answerRefusal(c, refuse("not_found"));
  }
  return await answer({ payment, evidence });
}

async function act(c: MemberContext, about: About, body: Body): Promise<Response> {
  const { deps: { store, wakeJobs }, facts: { prefix }, signedIn } = c.var;
  const { id: paymentId } = about.payment;
  const actorId = signedIn.user.id;
  if (body.do === "submit" && body.sure !== "yes") return await show(c, about, { isSure: true });
  const fields = body.do === "submit" ? null : await textsNow(c, about.payment);
  // Only texts that the admin has read are staged: if they have changed since, they are shown again.
  if (fields && body.shown !== markOf(c, fields)) return await show(c, about, { isChanged: true });
  const asked = fields
    ? await askToStage(store, { paymentId, fields, actorId })
    : await askToSubmit(store, { paymentId, actorId });
  if (!asked.ok) return await show(c, { ...about, evidence: await evidenceOf(store, paymentId) }, { refusal: asked });
  wakeJobs?.();
  leaveFlash(c, "success", `admin:evidence.flash.${asked.evidence.step}`);
  return c.redirect(localHref(prefix, evidencePath(paymentId)), 303);
}

async function textsNow(c: AppContext, payment: Payment): Promise<EvidenceFields> {
  const { deps: { store }, facts: { brand } } = c.var;
  const user = await userById(store, payment.manId);
  return await evidenceTexts(store, brand.brand, { ...payment, paidAt: payment.paidAt! }, user);
}

/** A signature that stands for exactly these texts. */
const markOf = (c: AppContext, fields: EvidenceFields): string =>
  c.var.deps.store.sign(`evidence:${JSON.stringify(fields)}`);

interface Look {
  refusal?: Refusal;
  /** Whether to ask the question before submitting. */
  isSure?: boolean;
  /** Whether the texts have changed since the admin read them. */
  isChanged?: boolean;
}

async function show(
  c: AppContext,
  { payment, evidence }: About,
  { refusal, isSure = false, isChanged = false }: Look = {},
): Promise<Response> {
  const isAnew = c.req.query("anew") !== undefined || isChanged;
  const isKept = evidence !== null &&
    (openDisputeOf(payment) === null || evidence.disputeId === openDisputeOf(payment)?.id);
  const kept = isKept ? evidence : null;
  const isUnsent = kept === null || (kept.step === "stage" && kept.state === "failed");
  const fresh = mayStage(payment, kept) && (isUnsent || isAnew) ? await textsNow(c, payment) : null;
  return await answerPage(c, {
    title: c.var.facts.t("admin:evidence.title"),
    robots: "noindex",
    status: isChanged ? 409 : statusOf(refusal),
    view: (
      <EvidenceView
        payment={payment}
        evidence={kept}
        fresh={fresh && { fields: fresh, mark: markOf(c, fresh) }}
        isSure={isSure && maySubmit(payment, kept)}
        isChanged={isChanged}
        problem={toldOf(c, refusal).problem}
      />
    ),
  });
}
