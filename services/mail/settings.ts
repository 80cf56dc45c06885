/** The settings of mail: from whom it comes, and the server that takes it. */
import { domainToASCII } from "node:url";

const address = /[^\s<>@,;]+@[^\s<>@,;]+/.source;
const oneAddress = new RegExp(`^${address}$`);
/** An address, or a name and an address in brackets; a name with a comma is in quotation marks. */
const oneSender = new RegExp(`^(?:${address}|(?:"[^"\\r\\n]*"|[^"<>@,;\\r\\n]*) ?<${address}>)$`);

interface Reading {
  read: (name: string) => string | null;
  problems: string[];
}

export const isOneAddress = (text: string): boolean => oneAddress.test(text);

/**
 * The sender of all mails; `byDefault` if none is set. Its domain is written in ASCII, as headers need it (RFC 5322), of
 * which not all are made by whoever writes addresses.
 */
export function readMailFrom({ read, problems }: Reading, byDefault: string): string {
  const text = read("MAIL_FROM");
  if (text === null) return byDefault;
  if (!oneSender.test(text)) {
    problems.push("MAIL_FROM must hold one e-mail address, like Vesna <letters@vesna.example>");
  }
  return text.replace(/@([^\s<>@]+)(?=>?$)/, (_, domain) => `@${domainToASCII(domain) || domain}`);
}

/** The mail server; null if none is set. */
export function readSmtpUrl({ read, problems }: Reading): string | null {
  const text = read("SMTP_URL");
  const url = text === null ? null : URL.parse(text);
  if (url && (url.protocol === "smtp:" || url.protocol === "smtps:") && url.hostname !== "") return text;
  // The address itself may hold a password, and is not repeated.
  if (text !== null) problems.push("SMTP_URL must be an address like smtp://user:password@host:587");
  return null;
}
