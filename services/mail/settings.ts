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

interface Doubting extends Reading {
  doubts: string[];
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

const aNumber = /^[1-9]\d{0,8}$/;
const aSwitch = /^(?:true|false)$/;
const aText = /^[\w.:-]+$/;
/** What may stand behind the "?" of SMTP_URL: nodemailer passes over what it does not know, and over values that are none. */
const smtpOptions: Record<string, RegExp> = {
  maxConnections: aNumber,
  maxMessages: aNumber,
  rateLimit: aNumber,
  rateDelta: aNumber,
  connectionTimeout: aNumber,
  greetingTimeout: aNumber,
  socketTimeout: aNumber,
  dnsTimeout: aNumber,
  requireTLS: aSwitch,
  ignoreTLS: aSwitch,
  "tls.rejectUnauthorized": aSwitch,
  "tls.servername": aText,
  "tls.minVersion": aText,
  name: aText,
  localAddress: aText,
  authMethod: aText,
};

/** The mail server; null if none is set. */
export function readSmtpUrl({ read, problems, doubts }: Doubting): string | null {
  const text = read("SMTP_URL");
  if (text === null) return null;
  const url = URL.parse(text);
  const isServer = url && /^smtps?:$/.test(url.protocol) && url.hostname !== "";
  // The address itself may hold a password, and is not repeated.
  if (!isServer) {
    problems.push("SMTP_URL must be an address like smtp://user:password@host:587");
    return null;
  }
  for (const name of new Set(url.searchParams.keys())) {
    const values = url.searchParams.getAll(name);
    const form = Object.hasOwn(smtpOptions, name) ? smtpOptions[name]! : null;
    if (!form) {
      doubts.push(`SMTP_URL says "${name}" behind its "?", which is none of ${Object.keys(smtpOptions).join(", ")}`);
    } else if (values.length > 1 || !form.test(values[0]!)) {
      problems.push(
        `SMTP_URL must say ${name}=${form === aNumber ? "NUMBER" : form === aSwitch ? "true or false" : "WORD"}, once`,
      );
    }
  }
  return text;
}
