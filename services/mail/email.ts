/** Outgoing mail behind one interface: SMTP, a provider's calls (email_api.ts), or a folder of .eml files in the demo. */
import nodemailer from "nodemailer";
import { isNear } from "../near_hosts.ts";
import { mailLookMs, mailPatienceMs, withPatience } from "../patience.ts";
import { asRefused, MailUnfit } from "./refusals.ts";

export interface Mail {
  /**
   * Unguessable, of letters, digits, "-" and "_": the same for each try, so that a mail that comes twice is known as
   * one.
   */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
}

export interface Mailer {
  /**
   * Resolves when the mail was accepted. Throws `MailRefused` if it was refused; unless that was about the address, the
   * caller tries again, as after any other error.
   */
  send(mail: Mail): Promise<void>;
  /** Breaks off what is being sent. */
  close(): void;
}

/** Throws for an unsafe mail: a line break would add a header of somebody else's choice, a comma a recipient. */
export function assertSafe(mail: Mail): void {
  if (!/^[\w-]+$/.test(mail.id)) throw new MailUnfit("a mail has an id of letters, digits, - and _");
  if (/[\r\n]/.test(mail.to + mail.subject)) throw new MailUnfit("a line break in a mail header");
  if (/[\s,;:<>()"]/.test(mail.to)) throw new MailUnfit("a mail goes to one bare address");
}

/** A Message-ID of the sender's own domain; receivers fold mails that have the same one. */
export const messageIdOf = ({ id }: Pick<Mail, "id">, from: string): string =>
  `<${id}@${/@([^\s<>@]+)/.exec(from)?.[1] ?? "localhost"}>`;

export interface SmtpOptions {
  /** How many mails are sent at once, each on a connection of its own that later ones use as well. */
  connectionsMax: number;
  /** How long one mail may take, from looking for a connection until the server has all of it. */
  patienceMs?: number;
  /** How long the server may then look through it. */
  lookMs?: number;
}

/** What is told of a mail beside its words. */
interface Sending {
  /** Called when all of it has gone to the server, which has not taken it yet. */
  onSent: () => void;
}

/**
 * Sends by SMTP, encrypted except to a host that is near: passwords and reset links go there. What `url` says after its "?"
 * (maxConnections, requireTLS=false and other options of nodemailer) overrides what is set here.
 */
export function smtpMailer(url: string, from: string, options: SmtpOptions): Mailer {
  const { connectionsMax, patienceMs = mailPatienceMs, lookMs = mailLookMs } = options;
  const { protocol, hostname } = new URL(url);
  const transport = nodemailer.createTransport({
    url,
    requireTLS: protocol === "smtp:" && !isNear(hostname),
    pool: true,
    maxConnections: connectionsMax,
    // A connection that the server has closed meanwhile costs another one; a mail whose sending began is not begun
    // anew.
    maxRequeues: 1,
    connectionTimeout: patienceMs / 2,
    greetingTimeout: patienceMs / 2,
    // Longer than the waits below, which know what is waited for.
    socketTimeout: patienceMs + lookMs,
    idleTimeout: patienceMs,
  });
  transport.use("stream", ({ data, message }, done) => {
    message.processFunc((text) => text.once("end", (data as Sending).onSent));
    done();
  });
  const closing = new AbortController();
  return {
    async send(mail) {
      assertSafe(mail);
      const { id: _, ...letter } = mail;
      const isSent = Promise.withResolvers<void>();
      const givingUp = new AbortController();
      const signal = AbortSignal.any([givingUp.signal, closing.signal]);
      const sending: Sending = { onSent: isSent.resolve };
      const taking = transport.sendMail({ from, ...letter, messageId: messageIdOf(mail, from), signal, ...sending });
      try {
        await withPatience(patienceMs, () => Promise.race([isSent.promise, taking]));
        await withPatience(lookMs, () => taking);
      } catch (error) {
        // It fails once more when it is broken off, which nobody waits for.
        taking.catch(() => {});
        givingUp.abort(error);
        throw asRefused(error);
      }
    },
    close() {
      closing.abort(new Error("the mailer is closed"));
      transport.close();
    },
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
      const { id: _, ...letter } = mail;
      const headers = { from, messageId: messageIdOf(mail, from), date: new Date(now()) };
      const { message } = await transport.sendMail({ ...headers, ...letter });
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
