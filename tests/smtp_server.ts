/** A real mail server on loopback: keeps what it accepts, parsed, and can be told to refuse. */
import { Buffer } from "node:buffer";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

export interface ReceivedMail extends Email {
  /** As the envelope said, whatever the headers claim. */
  envelopeTo: string[];
  raw: string;
}

export interface TestSmtpServer {
  url: string;
  /** In the order of their arrival. */
  mails: ReceivedMail[];
  /** While set, every mail is answered with this status, e.g. 451 or 550. */
  refuseWith: number | null;
  stop: () => Promise<void>;
}

interface Session {
  envelope: { rcptTo: { address: string }[] };
}

/** Listens on `port`, or any free one. */
export async function startSmtpServer(port = 0): Promise<TestSmtpServer> {
  const site: TestSmtpServer = { url: "", mails: [], refuseWith: null, stop };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    logger: false,
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
    site.mails.push({ ...parsed, envelopeTo, raw: raw.toString("latin1") });
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
