/** Mails that are refused, and whom a mail server speaks of when it refuses one. */

/**
 * A mail was refused, because nobody has its `address`, or nobody any more; because this `site` may send no mails; or because
 * of either, and nobody said which.
 */
export class MailRefused extends Error {
  override name = "MailRefused";

  constructor(readonly about: "address" | "site" | "either", message: string, options?: ErrorOptions) {
    super(message, options);
  }
}

/** A mail is not taken because of what it is itself, or because of its address: others may be taken. */
export class MailUnfit extends Error {
  override name = "MailUnfit";
}

/** Statuses (RFC 3463) that say that nobody has the address, or nobody any more. */
const addressStatuses: ReadonlySet<string> = new Set(["5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1"]);
/** Statuses that say no more than the reply before them. */
const emptyStatuses: ReadonlySet<string> = new Set(["5.0.0", "5.1.0"]);
/** Replies to a recipient that servers give for an unknown address and for an unknown sender ("550 relay not permitted"). */
const doubtfulReplies: ReadonlySet<string> = new Set(["550", "551", "553"]);

/** What nodemailer tells of a mail that was not taken. */
export interface SmtpFailure {
  /** In answer to what; "DATA" for the text as well. */
  command?: string;
  response?: string;
}

/** A failure of nodemailer as `MailRefused`, if it is one. */
export function asRefused(error: unknown): unknown {
  const about = error instanceof Error && refusedAbout(error as SmtpFailure);
  return about ? new MailRefused(about, error.message, { cause: error }) : error;
}

/** Null for whatever may be otherwise tomorrow, such as a full box, or concerns this mail alone, such as its text. */
export function refusedAbout({ command = "", response = "" }: SmtpFailure): MailRefused["about"] | null {
  if (!response.startsWith("5") || command === "DATA") return null;
  if (command !== "RCPT TO") return "site";
  const [reply, status] = [response.slice(0, 3), statusOf(response)];
  if (status === null || emptyStatuses.has(status)) return doubtfulReplies.has(reply) ? "either" : null;
  if (addressStatuses.has(status)) return "address";
  return status.startsWith("5.7.") ? "site" : null;
}

/** The status stands behind the reply, or, at qmail and others, in the words: "(#5.1.1)". */
function statusOf(response: string): string | null {
  const status = /(?:^\d{3}[ -]|#)(\d\.\d{1,3}\.\d{1,3})(?![\w.])/.exec(response);
  return status?.[1] ?? null;
}

/**
 * Whether a mail that was not taken says that the server serves nobody: it was not reached, or hung, or sent the site away
 * before any recipient was named. False for what may concern this mail or its recipient alone.
 */
export function isServersFailure(error: unknown): boolean {
  if (error instanceof MailUnfit) return false;
  if (error instanceof MailRefused) return error.about === "site";
  const { command = "", response = "" } = error as SmtpFailure;
  // nodemailer itself did not understand the address.
  if (command === "API") return false;
  const isOfMail = response !== "" && (command === "RCPT TO" || command === "DATA");
  // "421" closes the line, whatever was asked (RFC 5321, 3.8); x.3.x is the state of the mail system (RFC 3463).
  return !isOfMail || response.startsWith("421") || /^[45]\.3\./.test(statusOf(response) ?? "");
}
