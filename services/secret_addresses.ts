/**
 * The addresses that open something for anybody who knows them, or name somebody: one list, from which every line of
 * the log is cleared. tests/secret_addresses_test.ts compares it with the routes that exist.
 */

/** Written as routes, without the patterns of their parameters; a secret parameter begins with "*" in place of ":". */
export const secretAddresses = [
  "/email-confirmation/*email/*activationKey",
  "/password-reset/*email/*recoveryKey",
  "/unsubscribe/:userId/*key",
  "/unsubscribe/:userId/*key/again",
  "/email-change/:userId/*key",
  "/agency-invitation/:draftId/*key",
  "/photo-files/:owner/*token/:part",
  "/story-files/*token/:part",
  "/letter-files/*id/:size",
  "/api/mail/attachments/*id",
  "/api/auth/confirmations/*id/resend",
  "/api/users/me/sessions/*id",
  "/sandbox/checkout/*paymentId",
  "/man/balance/receipt/*paymentId",
  "/man/balance/receipt/*paymentId/file",
  "/man/balance/receipt/*paymentId/credit-note/:position",
  "/man/balance/receipt/*paymentId/credit-note/:position/file",
  "/man/balance/withdraw/*paymentId",
  "/withdraw/:askId/*key",
  "/report/:id/*key",
  "/admin/payments/*paymentId",
  "/admin/payments/*paymentId/dispute.zip",
  "/admin/payments/*paymentId/evidence",
  "/admin/payments/*paymentId/papers/:position",
  "/admin/promo-codes/*item",
  "/api/promo-codes/*promoCode/verify",
];

/** The secret parameters of queries: tokens, signatures, and who somebody is. */
export const secretQueries = ["access_token", "token", "key", "code", "otp", "password", "email", "id"];

/** What stands for a secret that was taken out. */
const gone = "…";

/** A text without the secrets of the addresses in it, whether these stand there plainly or encoded in another one. */
export function withoutSecrets(text: string): string {
  let cleared = text;
  for (const { pattern, replacement } of inPaths) cleared = cleared.replace(pattern, replacement);
  return cleared.replace(inQueries, `$1${gone}`).replace(inStorage, `$1${gone}`);
}

const slash = "(?:/|%2F)";
/** A step of a path ends where another begins, or the address itself. */
const step = `(?:(?!%2F|%3F)[^/?#&\\s"'\\\\])+`;

/** Longer ones first: a shorter one that begins alike would leave the end of the longer. */
const inPaths = secretAddresses.toSorted((one, other) => other.length - one.length).map((address) => {
  const parts = address.split("/").slice(1);
  const pattern = parts.map((part) => `(${slash})(${/^[*:]/.test(part) ? step : part})`).join("");
  const replacement = parts.map((part, at) => `$${2 * at + 1}${part.startsWith("*") ? gone : `$${2 * at + 2}`}`).join(
    "",
  );
  return { pattern: new RegExp(pattern, "gi"), replacement };
});

const inQueries = new RegExp(
  `((?:[?&]|%3F|%26)(?:${secretQueries.join("|").replaceAll("_", "(?:_|%5F)")})(?:=|%3D))(?:(?!%26)[^&#\\s"'\\\\])+`,
  "gi",
);

/** The names of uploaded files, which an error of the disk or the bucket repeats. */
const inStorage = /(\b(?:photos|video|letters|stories|live)\/)[\w-]{20,}/g;
