/**
 * The file of a dispute as the texts that Stripe takes: the same facts, and nobody's words. Long texts are cut at Stripe's
 * limit; each table of the activity log says how many of its rows are left out.
 */
import { fullNameOf } from "../../../../i18n/names.ts";
import type { User } from "../../../../kv/accounts/users.ts";
import { disputeTables, disputeTime, type PaidPayment } from "../../../../kv/records/dispute_file.ts";
import type { Store } from "../../../../kv/open.ts";
import { type EvidenceFields, evidenceLengthMax } from "../../../../services/payments/types.ts";
import { aboutOpenChat, aboutTables, paymentLines } from "./dispute_file.ts";

/** In English, for a bank; times in UTC. */
export async function evidenceTexts(
  store: Store,
  brand: string,
  payment: PaidPayment,
  user: User | null,
): Promise<EvidenceFields> {
  const { paidAt, quote, consent } = payment;
  const agreed = consent
    ? `Before paying, on ${
      disputeTime(consent.at)
    }, the buyer asked us to begin at once (words of ${consent.version}). `
    : "";
  return {
    customer_name: user ? fullNameOf(user) : "",
    customer_email_address: user?.email ?? "",
    product_description:
      `${quote.totalCredits} credits ("${quote.rateName}") at ${brand}, a site for correspondence. Credits pay for letters with ` +
      "translation, text chat and video chat by the minute, and videos. They can be used at once after paying, and do not expire.",
    service_date: new Date(paidAt).toISOString().slice(0, 10),
    refund_policy_disclosure: agreed +
      "Within fourteen days every buyer may withdraw, signed in or not, from a link on every page: unused credits are paid " +
      "back. What each credit was used for stands in the buyer's own history.",
    access_activity_log: await activityOf(store, payment),
    uncategorized_text: cut(paymentLines(payment, user).map((line) => line.join(": ")).join("\n")),
  };
}

/** The tables as one text, each with the same share of the length that Stripe takes. */
async function activityOf(store: Store, payment: PaidPayment): Promise<string> {
  const names = Object.keys(disputeTables) as (keyof typeof disputeTables)[];
  const intro = `${aboutTables} ${aboutOpenChat}`;
  const most = Math.floor((evidenceLengthMax - intro.length) / names.length) - 40;
  const parts = [intro];
  for (const name of names) {
    const { columns, rows } = disputeTables[name];
    parts.push(
      `${name}: ${columns.join(", ")}`,
      ...await linesWithin(rows(store, payment), most - columns.join().length),
    );
  }
  return cut(parts.join("\n"));
}

/** The first rows that fit into `most` UTF-16 units, and a line that says how many more there are. */
async function linesWithin(rows: AsyncIterable<readonly (string | number)[]>, most: number): Promise<string[]> {
  const lines: string[] = [];
  let [length, left] = [60, 0];
  for await (const row of rows) {
    const line = row.join(", ");
    length += line.length + 1;
    if (left > 0 || length > most) left++;
    else lines.push(line);
  }
  if (lines.length === 0 && left === 0) return ["none"];
  return left === 0 ? lines : [...lines, `and ${left} more`];
}

const cut = (text: string): string => text.slice(0, evidenceLengthMax);
