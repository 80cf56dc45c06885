/** A mail server that is slow or silent holds up nothing but mails of the same lane. */
import { expect } from "expect";
import { beginSignUp, type SignUp } from "../../../kv/accounts/sign_up.ts";
import { paymentById } from "../../../kv/credits/payments/payments.ts";
import { lettersOfAll } from "../../../kv/letters/boxes/boxes.ts";
import type { Store } from "../../../kv/open.ts";
import { laneOf, lanes, mailsAtOnce } from "../../../kv/store/jobs/lanes.ts";
import { addJob } from "../../../kv/store/jobs/queue.ts";
import type { Job } from "../../../kv/store/jobs/work.ts";
import { prefixes } from "../../../kv/store/prefixes.ts";
import { writeMany } from "../../../kv/testing/many_letters.ts";
import { asking } from "../../../kv/testing/sign_ups.ts";
import { createMan } from "../../../kv/testing/store.ts";
import { smtpMailer } from "../../../services/mail/email.ts";
import { until } from "../../../tests/patience.ts";
import { type PaymentSite, paymentSite } from "../../../tests/payment_servers/site.ts";
import { startSilentServer } from "../../../tests/servers/silent_server.ts";
import { linesAtRest, startSmtpServer } from "../../../tests/servers/smtp_server.ts";
import { startJobRunner } from "../run_jobs.ts";

const letterCount = 1000;
const olenasMail = "olena@example.test";
const newcomer: SignUp = {
  email: "newcomer@example.test",
  firstname: "Newcomer",
  lastname: "Secret",
  birthdate: "1984-06-05",
  countryId: 826,
  promoEmails: false,
  locale: "en",
  groupId: 1,
  passwordHash: "",
};

/** Adds letter mails to Olena, each about another man's letter, all of them due. */
async function addLetterMails({ site: { store, addLady, advance } }: PaymentSite): Promise<void> {
  const olena = await addLady({ email: olenasMail });
  const men = await Promise.all(Array.from({ length: letterCount }, () => createMan(store)));
  await writeMany(store, olena.id, men.map(({ id }) => id));
  for await (const { id } of lettersOfAll(store, olena.id)) {
    const op = store.kv.atomic();
    addJob(store, op, { kind: "letter_mail", letterId: id });
    await op.commit();
  }
  advance(1000);
}

/** A man comes back from PayPal, where he has approved a payment, and somebody signs up. */
async function approveAndSignUp(world: PaymentSite): Promise<string> {
  const { site, paypal } = world;
  const { paymentId } = await world.begin<{ paymentId: string }>(await site.addMan(), "pay-pal");
  const answer = await paypal.send(world.hook("paypal"), paypal.approve(paypal.latest()), site.now());
  await answer.body?.cancel();
  await beginSignUp(site.store, newcomer, { ...asking, origin: world.origin });
  return paymentId;
}

async function dueLetterMails(store: Store): Promise<number> {
  let count = 0;
  for await (const { value } of store.kv.list<Job>({ prefix: prefixes.jobs() })) {
    if (value.kind === "letter_mail" && value.attempts === 0) count++;
  }
  return count;
}

Deno.test("while a slow server has a thousand letter mails before it, a capture and a code are done", async () => {
  const server = await startSmtpServer();
  const isReleased = Promise.withResolvers<void>();
  let heldCount = 0;
  server.holds = (to) => to === olenasMail ? (heldCount++, isReleased.promise) : undefined;
  const mailer = smtpMailer(server.url, "letters@vesna.example", { connectionsMax: mailsAtOnce });
  await using world = await paymentSite({ mailer });
  await addLetterMails(world);
  const runner = startJobRunner(world.site.deps);
  await until(() => heldCount === lanes.news, "the server holds as many as the lane sends");

  const paymentId = await approveAndSignUp(world);
  await until(() => server.mails.some(({ envelopeTo }) => envelopeTo[0] === newcomer.email), "the code");
  await until(() => world.paypal.latest().state === "completed", "the capture");
  expect((await paymentById(world.site.store, paymentId))?.state).toBe("pending");
  expect(server.mails.length).toBe(1);
  expect(await dueLetterMails(world.site.store)).toBe(letterCount);
  expect(heldCount).toBe(lanes.news);

  isReleased.resolve();
  await runner.stop();
  mailer.close();
  await server.stop();
  await linesAtRest();
});

Deno.test("while a server takes lines and says nothing, a capture is done and nothing else waits", async () => {
  const server = startSilentServer();
  // Longer than any test.
  const mailer = smtpMailer(`smtp://${server.host}`, "letters@vesna.example", {
    connectionsMax: mailsAtOnce,
    patienceMs: 3600_000,
  });
  await using world = await paymentSite({ mailer });
  await addLetterMails(world);
  const runner = startJobRunner(world.site.deps);
  await until(() => server.lines === lanes.news, "the server has as many lines as the lane sends mails");

  await approveAndSignUp(world);
  await until(() => world.paypal.latest().state === "completed", "the capture");
  // A code gets a connection of its own at once, beside those that stand still.
  await until(() => server.lines > lanes.news, "the line of the code");
  expect(await dueLetterMails(world.site.store)).toBe(letterCount);

  const stopping = runner.stop();
  mailer.close();
  await stopping;
  await server.stop();
  await linesAtRest();
});

Deno.test("letter mails have fewer lines than there are, so that a code finds one that is free", () => {
  expect(laneOf("letter_mail")).not.toBe(laneOf("confirmation_mail"));
  expect(lanes[laneOf("letter_mail")] + lanes[laneOf("confirmation_mail")]).toBeLessThanOrEqual(mailsAtOnce);
});
