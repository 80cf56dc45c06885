/** What page and server tell each other about the order of a purchase. Computes no price. */

export interface ShownQuote {
  lines: { label: string; price: string; isTotal?: boolean }[];
  /** The words of the pay button. */
  pay: string;
  /** What he will have afterwards. */
  after: string;
  /** Sent back with the payment: only what was seen is paid. */
  shownTotal: string;
}

export interface PurchaseAnswer {
  shown: ShownQuote | null;
  promoError: string | null;
}

/** Reads the server's answer; null if it is none. Checked by hand: schemas would weigh more than the whole island. */
export const readAnswer = (answer: unknown): PurchaseAnswer | null =>
  isRecord(answer) && isTextOrNull(answer.promoError) && (answer.shown === null || isShown(answer.shown))
    ? answer as unknown as PurchaseAnswer
    : null;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const isText = (value: unknown): boolean => typeof value === "string";
const isTextOrNull = (value: unknown): boolean => value === null || isText(value);

const isShown = (shown: unknown): boolean =>
  isRecord(shown) && isText(shown.pay) && isText(shown.after) && isText(shown.shownTotal) &&
  Array.isArray(shown.lines) &&
  shown.lines.every((line) => isRecord(line) && isText(line.label) && isText(line.price));

const asked = ["rateId", "method", "promoCode", "billingCountry"];

/** The query that asks for the quote of a form. */
export const orderQuery = (entries: Iterable<readonly [string, unknown]>): string =>
  new URLSearchParams(
    [...entries].flatMap(([name, value]) => asked.includes(name) && typeof value === "string" ? [[name, value]] : []),
  ).toString();
