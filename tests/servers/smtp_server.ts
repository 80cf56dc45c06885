/** A real mail server on loopback: keeps what it accepts, parsed, and can be told to refuse. */
import { Buffer } from "node:buffer";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

export interface ReceivedMail extends Email {
  /** The recipients of the envelope, whatever the headers claim. */
  envelopeTo: string[];
  raw: string;
}

export interface TestSmtpServer {
  url: string;
  /** In the order of their arrival. */
  mails: ReceivedMail[];
  /** While set, every connection is greeted with this status and closed, e.g. 421. */
  greetsWith: number | null;
  /** While set, every mail is answered with this status, e.g. 451 or 550. */
  refuseWith: number | null;
  /** While set, every recipient is answered with this, e.g. "550 5.1.1 nobody here". */
  refusesRecipients: string | null;
  /** While set, mails are kept and answered with this status: the sender never hears that they are kept. */
  answersWith: number | null;
  /** A mail to `to` is answered only after the promise that this returns for it. */
  holds: ((to: string) => Promise<void> | undefined) | null;
  /** How many passwords were told so far; any is right. */
  passwords: number;
  /** How many connections came in so far, each with any number of mails. */
  lines: number;
  stop: () => Promise<void>;
}

interface Session {
  envelope: { rcptTo: { address: string }[] };
}

/** Listens on `port`, or any free one; `hasTls`: offers STARTTLS, with a certificate that nobody knows. */
export async function startSmtpServer(port = 0, { hasTls = false } = {}): Promise<TestSmtpServer> {
  const site: TestSmtpServer = {
    url: "",
    mails: [],
    greetsWith: null,
    refuseWith: null,
    refusesRecipients: null,
    answersWith: null,
    holds: null,
    passwords: 0,
    lines: 0,
    stop,
  };
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: hasTls ? [] : ["STARTTLS"],
    onAuth(
      { username = "" }: { username?: string },
      _session: Session,
      done: (error: null, user: { user: string }) => void,
    ) {
      site.passwords++;
      done(null, { user: username });
    },
    logger: false,
    onConnect(_session: Session, accept: (error?: Error) => void) {
      site.lines++;
      if (site.greetsWith === null) accept();
      else accept(Object.assign(new Error("not now"), { responseCode: site.greetsWith }));
    },
    onRcptTo(_address: unknown, _session: Session, done: (error?: Error | null) => void) {
      const [, status, words] = /^(\d+) (.*)$/.exec(site.refusesRecipients ?? "") ?? [];
      done(status ? Object.assign(new Error(words), { responseCode: Number(status) }) : null);
    },
    onData(stream: AsyncIterable<Uint8Array>, session: Session, done: (error?: Error | null) => void) {
      receive(stream, session).then(() => done(), (error) => done(error));
    },
  });

  async function receive(stream: AsyncIterable<Uint8Array>, session: Session): Promise<void> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    if (site.refuseWith !== null) {
      const addresses = session.envelope.rcptTo.map(({ address }) => address).join(" ");
      throw Object.assign(new Error(`not now for <${addresses}>`), { responseCode: site.refuseWith });
    }
    const raw = Buffer.concat(chunks);
    const parsed = await PostalMime.parse(raw);
    const envelopeTo = session.envelope.rcptTo.map(({ address }) => address);
    await site.holds?.(envelopeTo[0]!);
    site.mails.push({ ...parsed, envelopeTo, raw: raw.toString("latin1") });
    if (site.answersWith !== null) throw Object.assign(new Error("lost"), { responseCode: site.answersWith });
  }

  function stop(): Promise<void> {
    return new Promise((resolve) => server.close(resolve));
  }

  await new Promise<void>((resolve, reject) => {
    server.on("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const { port: listening } = server.server.address() as { port: number };
  site.url = `smtp://127.0.0.1:${listening}`;
  return site;
}

/** Waits until a mailer has looked after its connections, a tenth of a second after one failed. */
export const linesAtRest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 200));
