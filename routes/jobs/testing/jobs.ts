/** For tests of mails: a site whose mails go to a real mail server. */
import { smtpMailer } from "../../../services/mail/email.ts";
import {
  linesAtRest,
  type ReceivedMail,
  startSmtpServer,
  type TestSmtpServer,
} from "../../../tests/servers/smtp_server.ts";
import { testApp, type TestSite } from "../../testing/site.ts";

export async function withSmtp(work: (site: TestSite, server: TestSmtpServer) => Promise<void>): Promise<void> {
  const server = await startSmtpServer();
  const mailer = smtpMailer(server.url, "Vesna <letters@vesna.example>", { connectionsMax: 4 });
  const site = await testApp({ mailer });
  try {
    await work(site, server);
  } finally {
    await site.close();
    mailer.close();
    await server.stop();
    await linesAtRest();
  }
}

/** The value of a header; `name` in lower case. */
export const headerOf = (mail: ReceivedMail, name: string): string | undefined =>
  mail.headers.find(({ key }) => key === name)?.value;
