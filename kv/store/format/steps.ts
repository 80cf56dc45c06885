/**
 * How an older store becomes a current one: every change of its keys or values that older builds would misread is one
 * step.
 *
 * To add a step: append `{ to: <the last one's plus one>, what, carryOut }`. Never change or remove one that has landed.
 * Add a test beside the noun that writes the old records and opens the store (`openStore` carries the step out).
 * A step must survive being cut off anywhere and begun again, and being carried out by two instances at once: it looks at
 * what is there, moves each record in one commit that checks it, and leaves alone what is in its new place already. It
 * runs before the rest of the site reads anything, and before there are jobs or visitors. A new optional field needs no
 * step; a change that an older build would overlook or undo does.
 */
import { moveJobsIntoLanes } from "../jobs/upkeep.ts";
import { askersForward } from "./askers_forward.ts";
import { matterMoneysForward } from "./matter_moneys_forward.ts";
import { openDisputesForward } from "./open_disputes_forward.ts";
import { refundsForward } from "./refunds_forward.ts";
import { reportsForward } from "./reports_forward.ts";
import { signUpsForward } from "./sign_ups_forward.ts";

export interface Step {
  /** The format that the store has after it. */
  to: number;
  /** What changes, for the operator's log. */
  what: string;
  carryOut: (kv: Deno.Kv) => Promise<void>;
}

export const formatSteps: readonly Step[] = [
  { to: 2, what: "sign-ups that wait know where they were asked for", carryOut: signUpsForward },
  { to: 3, what: "jobs lie in lanes", carryOut: moveJobsIntoLanes },
  { to: 4, what: "charges that were given back are found by their own names", carryOut: refundsForward },
  // Nothing to move: an older build would give back the credits that a withdrawal took, and cannot send the money.
  { to: 5, what: "purchases may be withdrawn from", carryOut: () => Promise.resolve() },
  // Nothing to move: an older build would take money, and give it back, without writing receipts and credit notes.
  { to: 6, what: "receipts and credit notes with tax have numbers of their own", carryOut: () => Promise.resolve() },
  // Nothing to move: an older build would not erase the hashes of a deleted member's photos, and sends no farewell mail.
  { to: 7, what: "photos are found by what they look like", carryOut: () => Promise.resolve() },
  // Nothing to move: an older build would restrict members without reasons, and not erase the reasons with an account.
  { to: 8, what: "restrictions have reasons, and reports come without accounts", carryOut: () => Promise.resolve() },
  // Nothing to move: an older build would add up other currencies as euros, in figures and in tax declarations.
  { to: 9, what: "prices and payments may be in other currencies than euros", carryOut: () => Promise.resolve() },
  // Nothing to move: an older build would delete reports whose answer is appealed, and leave the appeal unanswered.
  { to: 10, what: "who reported without an account may object to the answer", carryOut: () => Promise.resolve() },
  // Nothing to move: an older build would not erase what banks were shown of a deleted member, and sends no evidence.
  { to: 11, what: "what a bank is shown in a dispute is kept", carryOut: () => Promise.resolve() },
  // Nothing to move: an older build would not erase statements of background, and would let men write without a consent.
  {
    to: 12,
    what: "men may state their background to ladies who consent to contact",
    carryOut: () => Promise.resolve(),
  },
  // Nothing to move: an older build would look for answers to these reports in the wrong place, and call the store
  // broken.
  { to: 13, what: "members who reported may object to the answer", carryOut: () => Promise.resolve() },
  // Nothing to move: an older build would take the credits again after a dispute that was lost first and then won.
  { to: 14, what: "disputes may be decided anew", carryOut: () => Promise.resolve() },
  { to: 15, what: "disputes that no bank has decided are found by an index", carryOut: openDisputesForward },
  // An older build would neither show nor erase what was added to a report.
  { to: 16, what: "what is added to a report is a record of its own", carryOut: reportsForward },
  { to: 17, what: "each fact, name and photo says which agency asked for it", carryOut: askersForward },
  { to: 18, what: "every money that came leads to its payment", carryOut: matterMoneysForward },
];
