/** For tests of the audit: every kind of damage to money and letters that it must find. */
import type { Letter } from "../../../letters/letter.ts";
import { openLetter } from "../../../letters/opening.ts";
import { keys } from "../../../store/keys.ts";
import type { Corruption } from "./account_corruptions.ts";
import { tamper } from "./lived_in_world.ts";

/** James' entries: 1 refill, 2 sent, 3 opened. */
export const corruptions: Corruption[] = [
  [
    "a lost entry",
    (store, { james }) => store.kv.delete(keys.entry(james.id, 2)),
    /^entry 3 of man \d+ follows number 1: numbers are missing/,
  ],
  [
    "an entry under another number",
    (store, { james }) => tamper(store, keys.entry(james.id, 2), { seq: 7 }),
    /^entry 2 of man \d+ calls itself 7$/,
  ],
  [
    "a balance that is not the sum",
    (store, { james }) => tamper(store, keys.entry(james.id, 3), { balanceAfter: 186 }),
    /^entry 3 of man \d+ moves -5 but leads from balance 190 and debt 0 to 186 and 0$/,
  ],
  [
    "a debt that nobody made",
    (store, { james }) => tamper(store, keys.entry(james.id, 3), { owedAfter: 5 }),
    /^entry 3 of man \d+ leaves a balance beside a debt$/,
  ],
  [
    "a negative balance",
    (store, { james }) => tamper(store, keys.entry(james.id, 3), { balanceAfter: -5, deltaCredits: -195 }),
    /^entry 3 of man \d+ leaves the negative balance -5$/,
  ],
  [
    "a negative debt",
    (store, { james }) => tamper(store, keys.entry(james.id, 3), { owedAfter: -1 }),
    /^entry 3 of man \d+ leaves the negative debt -1$/,
  ],
  [
    "a fraction of a credit",
    (store, { james }) => tamper(store, keys.entry(james.id, 3), { deltaCredits: -5.5, balanceAfter: 184.5 }),
    /^entry 3 of man \d+ holds credits that are not integers$/,
  ],
  [
    "a letter that says that it was sent for more than was paid",
    (store, { fromJames }) => tamper<Letter>(store, keys.letter(fromJames.id), { sentForCredits: 12 }),
    /^entry 2 of man \d+ paid 10 for sending letter \d+, which says 12$/,
  ],
  [
    "an operation that does not exist",
    (store, { james }) => tamper(store, keys.entry(james.id, 3), { operation: "gift" }),
    /^entry 3 of man \d+ has the unknown operation gift$/,
  ],
  [
    "a refund of nothing",
    (store, { james }) => tamper(store, keys.entry(james.id, 3), { operation: "refund" }),
    /^entry 3 of man \d+ refunds neither a charge nor a payment$/,
  ],
  [
    "time that runs backwards",
    (store, { james }) => tamper(store, keys.entry(james.id, 3), { at: 5 }),
    /^entry 3 of man \d+ is older than the entry before it$/,
  ],
  [
    "a second bonus",
    async (store, { james }) => {
      await tamper(store, keys.entry(james.id, 1), { operation: "sign_up_bonus" });
      await tamper(store, keys.entry(james.id, 2), { operation: "sign_up_bonus" });
    },
    /^entry 2 of man \d+ gives a second sign-up bonus$/,
  ],
  [
    "an entry that its idempotency key does not lead to",
    (store, { james }) => store.kv.delete(keys.entrySeqByIdempotencyKey(james.id, "letter-send:from-james")),
    /^entry 2 of man \d+ has the idempotency key letter-send:from-james, which leads to nothing$/,
  ],
  [
    "an idempotency key that leads nowhere",
    (store, { james }) => store.kv.set(keys.entrySeqByIdempotencyKey(james.id, "payment:ghost"), 99),
    /^the idempotency key payment:ghost of man \d+ leads to entry 99, which does not carry it$/,
  ],
  [
    "a charge for sending without its letter",
    (store, { fromJames }) => store.kv.delete(keys.letter(fromJames.id)),
    /^entry 2 of man \d+ paid for letter \d+, which is not there$/,
  ],
  [
    "a charge for opening a letter that is still locked",
    (store, { paid }) => tamper<Letter>(store, keys.letter(paid.id), { paidAt: null }),
    /^entry 3 of man \d+ paid for opening letter \d+, which is still locked$/,
  ],
  [
    "a charge of another price",
    (store, { paid }) => tamper<Letter>(store, keys.letter(paid.id), { openingPriceCredits: 6 }),
    /^entry 3 of man \d+ paid 5 for opening letter \d+, which costs 6$/,
  ],
  [
    "a second charge for one letter",
    async (store, { james, locked, paid }) => {
      await openLetter(store, james.id, locked.id, true);
      await tamper(store, keys.entry(james.id, 4), { reference: { letterId: paid.id } });
    },
    /^entry 4 of man \d+ charges a second time for letter \d+$/,
  ],
  [
    "a charge for somebody else's letter",
    (store, { wei, fromJames }) => tamper(store, keys.entry(wei.id, 2), { reference: { letterId: fromJames.id } }),
    /^entry 2 of man \d+ paid for letter \d+ of man \d+$/,
  ],
  [
    "a charge for a letter that names none",
    (store, { wei }) => tamper(store, keys.entry(wei.id, 2), { reference: {} }),
    /^entry 2 of man \d+ paid for a letter without naming it$/,
  ],
  [
    "a man's letter that was never charged",
    (store, { wei }) => tamper(store, keys.entry(wei.id, 2), { operation: "adjustment" }),
    /^letter \d+ of man \d+ was sent without a charge$/,
  ],
  [
    "an open letter that was never charged",
    (store, { locked }) => tamper<Letter>(store, keys.letter(locked.id), { paidAt: 5, readAt: 5 }),
    /^letter \d+ is open for man \d+ without a charge$/,
  ],
  [
    "a locked letter that was read",
    (store, { locked }) => tamper<Letter>(store, keys.letter(locked.id), { readAt: 5 }),
    /^letter \d+ was read although it is locked$/,
  ],
  [
    "an introduction with a price",
    (store, { introduction }) => tamper<Letter>(store, keys.letter(introduction.id), { openingPriceCredits: 5 }),
    /^letter \d+ is an introduction with a price$/,
  ],
  [
    "a man's letter with a price",
    (store, { fromJames }) => tamper<Letter>(store, keys.letter(fromJames.id), { openingPriceCredits: 5 }),
    /^letter \d+ is a man's, but has a price or introduces him$/,
  ],
  [
    "a charge for sending a lady's letter",
    (store, { wei, introduction }) =>
      tamper(store, keys.entry(wei.id, 2), { reference: { letterId: introduction.id } }),
    /^entry 2 of man \d+ paid for sending letter \d+, which the lady wrote$/,
  ],
  [
    "a charge for opening a man's letter",
    (store, { james, fromJames }) => tamper(store, keys.entry(james.id, 3), { reference: { letterId: fromJames.id } }),
    /^entry 3 of man \d+ paid for opening letter \d+, which the man wrote$/,
  ],
  [
    "a charge that gives credits",
    (store, { wei }) => tamper(store, keys.entry(wei.id, 2), { deltaCredits: 10, balanceAfter: 210 }),
    /^entry 2 of man \d+ paid 10 for letter \d+$/,
  ],
  [
    "a letter under another number",
    (store, { locked }) => tamper<Letter>(store, keys.letter(locked.id), { id: 3 }),
    /^letter \d+ calls itself 3$/,
  ],
  [
    "a dialogue of other people",
    (store, { wei, daria, james }) => tamper(store, keys.dialogue(wei.id, daria.id), { manId: james.id }),
    /^the dialogue of man \d+ and lady \d+ names other people$/,
  ],
  [
    "a letter without its text",
    (store, { locked }) => store.kv.delete(keys.letterText(locked.id)),
    /^letter \d+ has no text$/,
  ],
  [
    "a text without its letter",
    (store) => store.kv.set(keys.letterText(60), { body: "lost", translation: null, attachments: [] }),
    /^the text of letter 60 has no letter$/,
  ],
  [
    "an id that will be given again",
    (store) => store.kv.set(keys.counter("letter"), 1),
    /^letter 1 has an id that will be given again$/,
  ],
  [
    "a letter that fell out of a box",
    (store, { james, locked }) => store.kv.delete(keys.box(james.id, "inbox", locked.sentAt, locked.id)),
    /^letter \d+ is not in the inbox of user \d+$/,
  ],
  [
    "a letter in two boxes of one person",
    (store, { olena, locked }) => store.kv.set(keys.box(olena.id, "deleted", locked.sentAt, locked.id), null),
    /^the deleted of user \d+ lists letter \d+, which does not belong there$/,
  ],
  [
    "a letter in a stranger's box",
    (store, { wei, locked }) => store.kv.set(keys.box(wei.id, "inbox", locked.sentAt, locked.id), null),
    /^the inbox of user \d+ lists letter \d+, which does not belong there$/,
  ],
  [
    "an unread letter without its mark",
    (store, { james, locked }) => store.kv.delete(keys.unread(james.id, "inbox", locked.id)),
    /^letter \d+ is unread but not marked so$/,
  ],
  [
    "a mark on a letter that was read",
    (store, { james, paid }) => store.kv.set(keys.unread(james.id, "inbox", paid.id), null),
    /^the inbox of user \d+ counts letter \d+ as unread, which it is not$/,
  ],
  [
    "a letter that its thread does not list",
    (store, { james, olena, paid }) => store.kv.delete(keys.threadLetter(james.id, olena.id, paid.sentAt, paid.id)),
    /^letter \d+ is not in the thread of user \d+$/,
  ],
  [
    "a thread that counts wrongly",
    (store, { james, olena }) => tamper(store, keys.thread(james.id, olena.id), { letterCount: 5 }),
    /^the thread of user \d+ with \d+ counts 5 letters and lists 4$/,
  ],
  [
    "a dialogue that ends at another time",
    (store, { james, olena }) => tamper(store, keys.dialogue(james.id, olena.id), { lastAt: 5 }),
    /^the dialogue of man \d+ and lady \d+ ends with letter \d+, which is not its last$/,
  ],
  [
    "a dialogue that counts wrongly",
    (store, { james, olena }) => tamper(store, keys.dialogue(james.id, olena.id), { letterCount: 5 }),
    /^the dialogue of man \d+ and lady \d+ counts 5 letters that came or may come, where there are 4$/,
  ],
  [
    "a thread that ends at another time",
    (store, { james, olena }) => tamper(store, keys.thread(james.id, olena.id), { lastAt: 5 }),
    /^the thread of user \d+ with \d+ does not begin and end when its letters do$/,
  ],
  [
    "a thread of other people",
    (store, { james, olena, wei }) => tamper(store, keys.thread(james.id, olena.id), { userId: wei.id }),
    /^the thread of user \d+ with \d+ names other people$/,
  ],
  [
    "a thread that ends with another letter",
    (store, { james, olena }) => tamper(store, keys.thread(james.id, olena.id), { lastLetterId: 1 }),
    /^the thread of user \d+ with \d+ ends with letter 1, which is not its last$/,
  ],
  [
    "a dialogue that ends with another letter",
    (store, { james, olena }) => tamper(store, keys.dialogue(james.id, olena.id), { lastLetterId: 1 }),
    /^the dialogue of man \d+ and lady \d+ ends with letter 1, which is not its last$/,
  ],
  [
    "a stranger's letter in a thread",
    (store, { wei, daria, locked }) =>
      store.kv.set(keys.threadLetter(wei.id, daria.id, locked.sentAt, locked.id), null),
    /^the thread of user \d+ with \d+ lists letter \d+, which does not belong there$/,
  ],
  [
    "letters without their thread",
    (store, { wei, daria }) => store.kv.delete(keys.thread(wei.id, daria.id)),
    /^the thread of user \d+ with \d+ has letter \d+ but is not there itself$/,
  ],
  [
    "a thread without its dialogue",
    (store, { wei, daria }) => store.kv.delete(keys.dialogue(wei.id, daria.id)),
    /^the thread of user \d+ with \d+ has no dialogue$/,
  ],
  [
    "a thread that is missing from a list",
    (store, { olena, james, locked }) => store.kv.delete(keys.recentThread(olena.id, locked.sentAt, james.id)),
    /^the thread of user \d+ with \d+ is not in its owner's list$/,
  ],
  [
    "a thread that is listed twice",
    (store, { olena, james }) => store.kv.set(keys.recentThread(olena.id, 5, james.id), null),
    /^the list of user \d+ has a thread with \d+ at 5, where there was none$/,
  ],
  [
    "a send key that leads to another's letter",
    (store, { daria, paid }) => store.kv.set(keys.letterIdBySendKey(daria.id, "mine"), paid.id),
    /^the send key mine of user \d+ leads to letter \d+, which is not theirs$/,
  ],
];
