/** Calls about credits, letters and writings. */
import { type CallRow, testsOf } from "../row.ts";

const inPayments = testsOf("routes/api/payments_test.ts");
const inStories = testsOf("routes/api/stories_test.ts");
const inMail = testsOf("routes/api/letters/mail_test.ts");
const inBoxes = testsOf("routes/api/letters/mail_boxes_test.ts");
const boxes = inMail(
  "each letter lies in the outbox of one and the inbox of the other, and is counted until it is read",
);

const ofCredits: CallRow[] = [
  {
    call: "GET /api/rates",
    takes: "direction",
    answers: "rates",
    by: inPayments("rates come by price, or the other way round, to everybody"),
  },
  {
    call: "GET /api/users/me/balance/history",
    takes: "page limit",
    answers: "history.id history.date history.details history.credits totalCount",
    by: testsOf("routes/api/balance_test.ts")("James reads what became of his credits, each line with its reason"),
  },
  {
    call: "POST /api/payments/pay-pal",
    takes: "rateId promoCode",
    answers: "paymentId invoiceUrl",
    by: inPayments("PayPal answers an invoice's address and is five per cent cheaper"),
  },
  {
    call: "POST /api/payments/card",
    takes: "rateId promoCode",
    answers: "paymentId checkoutUrl",
    by: inPayments("a payment begins from "),
  },
  {
    call: "POST /api/promo-codes/{promoCode}/verify",
    takes: "amount",
    answers: "discount",
    by: inPayments("a promo code says what it takes off an amount, in whole cents"),
  },
];

const ofLetters: CallRow[] = [
  { call: "GET /api/mail", takes: "type page limit", answers: "letters totalCount totalNewCount", by: boxes },
  {
    call: "GET /api/dialogues",
    takes: "page limit",
    answers: "dialogues totalCount",
    by: inMail("dialogues: one for each partner, latest first, with the last letter"),
  },
  {
    call: "POST /api/mail",
    takes: "recipientId body attachments[]",
    by: [
      ...inMail("James writes to Olena by "),
      ...testsOf("routes/api/letters/attachments_test.ts")(
        "James sends three pictures with his letter, and Olena sees them",
      ),
    ],
  },
  {
    call: "DELETE /api/mail/{id}",
    by: inBoxes("a letter is put away and back for oneself alone, as often as one likes"),
  },
  {
    call: "GET /api/mail/{id}",
    takes: "relations",
    answers: "letter.recipient letter.sender letter.attachments letter.isRead letter.isPaid",
    by: inMail("a locked letter shows no word anywhere; isPaid opens it for 5 credits, once"),
  },
  {
    call: "PATCH /api/mail/{id}",
    takes: "isRead isPaid",
    by: inMail(
      "a locked letter shows no word anywhere; isPaid opens it for 5 credits, once",
      "a lady never pays: isPaid means nothing from her, and her own wish changes nothing of his",
    ),
  },
  { call: "GET /api/mail/counter", answers: "counter.inbox counter.introduction counter.total", by: boxes },
];

const ofWritings: CallRow[] = [
  {
    call: "GET /api/stories/",
    takes: "type year month page limit",
    answers: "stories",
    by: inStories("stories come by type, year, month and page, with and without the slash at the end"),
  },
  {
    call: "GET /api/stories/{id}",
    takes: "type",
    answers: "story",
    by: inStories("one story comes with safe HTML in the caller's language"),
  },
  {
    call: "GET /api/stories/archive",
    takes: "type",
    answers: "archive",
    by: inStories("stories come by type, year, month and page, with and without the slash at the end"),
  },
];

export const staffRows: CallRow[] = [...ofCredits, ...ofLetters, ...ofWritings];
