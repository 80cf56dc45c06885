/**
 * Whether a man in the United States and a lady may be in contact: by letter, in chat, by call, at all. On a site that
 * asks for no backgrounds everybody may, and nothing is read (8 U.S.C. § 1375a(d)(3); docs/decisions/safety.md says
 * what contact is).
 */
import { userById } from "../../accounts/users.ts";
import { lastPaidPayment } from "../../credits/payments/payments.ts";
import { countryById } from "../../ladies/countries.ts";
import type { Store } from "../../open.ts";
import { type Refusal, refuse } from "../../store/refusals.ts";
import { type BackgroundConsent, consentBetween } from "./consents.ts";
import type { BackgroundStatement } from "./statement.ts";
import { statementOf } from "./statements.ts";

/** Countries of the site's table that the law counts as the United States (8 U.S.C. § 1101(a)(38)). */
const unitedStates: ReadonlySet<string | undefined> = new Set(["US", "PR", "GU", "VI", "MP"]);

/**
 * Whether a man is asked for his background: the site asks for it, and his account says that he lives in the United
 * States, or he or the provider said so for the tax of his last payment.
 */
export async function isAskedForBackground(store: Store, manId: number): Promise<boolean> {
  if (!store.asksBackground) return false;
  const [user, payment] = await Promise.all([userById(store, manId), lastPaidPayment(store, manId)]);
  const tax = payment?.tax;
  const said = [user && countryById(user.countryId)?.iso, tax?.chosenCountry, tax?.providerCountry];
  return said.some((iso) => iso !== null && unitedStates.has(iso));
}

/**
 * How far the two are: `open` if they may be in contact; otherwise what comes next: his statement (`missing`), our search
 * of the registry (`searching`), his showing it to her (`unshown`), her answer (`asked`); or `refused` if she has refused.
 */
export type ContactStage = "open" | "missing" | "searching" | "unshown" | "asked" | "refused";

/** The stage of a man who is asked for his background; pure. */
export function stageBy(statement: BackgroundStatement | null, consent: BackgroundConsent | null): ContactStage {
  if (!statement) return "missing";
  if (!statement.search) return "searching";
  if (consent?.state === "refused") return "refused";
  if (consent?.shownNumber !== statement.number) return "unshown";
  return consent.state === "consented" && consent.answer?.number === statement.number ? "open" : "asked";
}

export async function contactStage(store: Store, manId: number, ladyId: number): Promise<ContactStage> {
  if (!await isAskedForBackground(store, manId)) return "open";
  return stageBy(...await Promise.all([statementOf(store, manId), consentBetween(store, manId, ladyId)]));
}

/** The refusal that keeps the two from being in contact, worded for the one who tries; null if nothing does. */
export async function contactRefusal(
  store: Store,
  { manId, ladyId }: { manId: number; ladyId: number },
  userId: number,
): Promise<Refusal | null> {
  if (!store.asksBackground) return null;
  const stage = await contactStage(store, manId, ladyId);
  if (stage === "open") return null;
  if (userId === manId) return refuse("background_required", stage === "missing" ? {} : { wording: stage });
  const isHersToAnswer = stage === "asked" || stage === "refused";
  return refuse("background_required", { wording: isHersToAnswer ? "hers" : "his" });
}
