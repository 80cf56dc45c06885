/** For a test and a measurement: news mails by the thousand to a real mail server, and codes asked for meanwhile. */
import { beginSignUp, type SignUp } from "../../../kv/accounts/sign_up.ts";
import { lettersOfAll } from "../../../kv/letters/boxes/boxes.ts";
import { mailsAtOnce } from "../../../kv/store/jobs/lanes.ts";
import { addJob } from "../../../kv/store/jobs/queue.ts";
import { writeMany } from "../../../kv/testing/many_letters.ts";
import { asking } from "../../../kv/testing/sign_ups.ts";
import { createMan } from "../../../kv/testing/store.ts";
import { smtpMailer } from "../../../services/mail/email.ts";
import { linesAtRest, startSmtpServer, type TestSmtpServer } from "../../../tests/servers/smtp_server.ts";
import { testApp, type TestSite } from "../../testing/site.ts";
import { startJobRunner } from "../run_jobs.ts";

export interface MailStorm {
  /** From the moment when all news were due until the last had arrived. */
  newsMs: number;
  /** From asking for each code until it had arrived. */
  codesMs: number[];
  /** How many mails came to each address. */
  arrived: Map<string, number>;
  connections: number;
}

const newcomer = (n: number): SignUp => ({
  email: `newcomer-${n}@example.test`,
  firstname: "Newcomer",
  lastname: "Secret",
  birthdate: "1984-06-05",
  countryId: 826,
  promoEmails: false,
  locale: "en",
  groupId: 1,
  passwordHash: "",
});

/** Sends `newsCount` letter mails, and asks for `codeCount` codes one after the other, evenly spread over the news. */
export async function stormOfMails(newsCount: number, codeCount: number): Promise<MailStorm> {
  const server = await startSmtpServer();
  const mailer = smtpMailer(server.url, "letters@vesna.example", { connectionsMax: mailsAtOnce });
  const site = await testApp({ mailer });
  try {
    const { email } = await addNews(site, newsCount);
    const arrivals = countArrivals(server);
    const startedAt = performance.now();
    const runner = startJobRunner(site.deps);
    const codesMs: number[] = [];
    for (let n = 0; n < codeCount; n++) {
      await arrivals.reached(email, Math.floor(n * newsCount / codeCount));
      const askedAt = performance.now();
      const signUp = newcomer(n);
      await beginSignUp(site.store, signUp, { ...asking, origin: "http://localhost:8000" });
      site.deps.wakeJobs?.();
      await arrivals.reached(signUp.email, 1);
      codesMs.push(performance.now() - askedAt);
    }
    await arrivals.reached(email, newsCount);
    const newsMs = performance.now() - startedAt;
    await runner.stop();
    return { newsMs, codesMs, arrived: arrivals.counts, connections: server.lines };
  } finally {
    await site.close();
    mailer.close();
    await server.stop();
    await linesAtRest();
  }
}

/** Writes letters to Olena, each from another man, whose mails are due now. */
async function addNews({ store, addLady }: TestSite, count: number): Promise<{ email: string }> {
  const olena = await addLady();
  const men: number[] = [];
  for (let n = 0; n < count; n++) men.push((await createMan(store)).id);
  await writeMany(store, olena.id, men);
  for await (const { id } of lettersOfAll(store, olena.id)) {
    const op = store.kv.atomic();
    addJob(store, op, { kind: "letter_mail", letterId: id });
    await op.commit();
  }
  return olena;
}

/** Counts the mails to each address as they come. */
function countArrivals(server: Pick<TestSmtpServer, "holds">) {
  const counts = new Map<string, number>();
  const waiting = new Set<() => void>();
  server.holds = (to) => {
    counts.set(to, (counts.get(to) ?? 0) + 1);
    for (const look of waiting) look();
    return undefined;
  };
  const reached = (to: string, count: number): Promise<void> =>
    new Promise((resolve) => {
      const look = () => {
        if ((counts.get(to) ?? 0) < count) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  return { counts, reached };
}
