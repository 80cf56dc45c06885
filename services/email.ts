/** Outgoing mail behind one interface: SMTP where it is configured, a folder of .eml files in the demo. */
import nodemailer from "nodemailer";

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
}

export interface Mailer {
  /** Resolves when the mail was accepted; throws when it was not, and the caller tries again. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** A line break would be a header of somebody else's choice, a comma a recipient of somebody else's choice. */
function assertSafe(mail: Mail): void {
  if (/[\r\n]/.test(mail.to + mail.subject)) throw new Error("a line break in a mail header");
  if (/[\s,;:<>()"]/.test(mail.to)) throw new Error("a mail goes to one bare address");
}

export function smtpMailer(url: string, from: string): Mailer {
  const transport = nodemailer.createTransport({ url, connectionTimeout: 10_000, socketTimeout: 20_000 });
  return {
    async send(mail) {
      assertSafe(mail);
      await transport.sendMail({ from, ...mail });
    },
    close: () => transport.close(),
  };
}

export interface OutboxMail {
  to: string;
  subject: string;
  text: string;
  links: string[];
}

export interface Outbox extends Mailer {
  /** Newest first. */
  mails(): OutboxMail[];
}

/** Keeps every mail as a file in `folder` and the latest in memory; nothing leaves the machine. */
export async function outboxMailer(folder: string, from: string, now: () => number): Promise<Outbox> {
  await Deno.mkdir(folder, { recursive: true });
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: "unix" });
  const kept: OutboxMail[] = [];
  let count = 0;
  return {
    async send(mail) {
      assertSafe(mail);
      const { message } = await transport.sendMail({ from, ...mail, date: new Date(now()) });
      const name = `${new Date(now()).toISOString().replace(/[:.]/g, "-")}-${String(++count).padStart(5, "0")}.eml`;
      await Deno.writeFile(`${folder}/${name}`, message as Uint8Array);
      kept.unshift({ to: mail.to, subject: mail.subject, text: mail.text, links: linksIn(mail.text) });
      kept.length = Math.min(kept.length, 500);
    },
    mails: () => kept,
    close() {},
  };
}

const linksIn = (text: string): string[] => text.match(/https?:\/\/[^\s<>"]+/g) ?? [];
