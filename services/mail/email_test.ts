/** Mail reaches a real server as it was meant, and an address can never add a header. */
import { expect } from "expect";
import PostalMime from "postal-mime";
import { startSilentServer } from "../../tests/servers/silent_server.ts";
import { patience } from "../../tests/patience.ts";
import { linesAtRest, type ReceivedMail, startSmtpServer } from "../../tests/servers/smtp_server.ts";
import { readConfig } from "../config.ts";
import { pause } from "../patience.ts";
import { type Mail, outboxMailer, smtpMailer } from "./email.ts";

const from = "Vesna <letters@vesna.example>";
const mail: Mail = {
  id: "n0-Secret_1d",
  to: "wei@example.test",
  subject: "你的春信驗證碼",
  text: "第一行\n\nhttp://localhost:8000/email-confirmation/wei%40example.test/abc_-123\n",
  html: "<!doctype html><p>第一行 &lt;b&gt;</p>",
};

Deno.test("a mail arrives with its words, both parts and its sender", async () => {
  const server = await startSmtpServer();
  const mailer = smtpMailer(server.url, from, { connectionsMax: 2 });
  await mailer.send({ ...mail, headers: { "Auto-Submitted": "auto-generated" } });
  mailer.close();
  await server.stop();
  const [received] = server.mails;
  expect(received!.envelopeTo).toEqual(["wei@example.test"]);
  expect(received!.subject).toBe(mail.subject);
  expect(received!.from).toEqual({ address: "letters@vesna.example", name: "Vesna" });
  expect(received!.text!.trimEnd()).toBe(mail.text.trimEnd());
  expect(received!.html!.trimEnd()).toBe(mail.html);
  expect(received!.headers.find(({ key }) => key === "auto-submitted")?.value).toBe("auto-generated");
  // Headers are ASCII on the wire, whatever the language of the subject.
  expect(/^Subject: [\x20-\x7e]+\r?$/m.test(received!.raw)).toBe(true);
});

Deno.test("a line break in an address or subject is refused before anything is sent", async () => {
  const server = await startSmtpServer();
  const mailer = smtpMailer(server.url, from, { connectionsMax: 2 });
  for (
    const broken of [{ to: "a@example.test\r\nBcc: all@example.test" }, { subject: "Hello\nBcc: all@example.test" }]
  ) {
    await expect(mailer.send({ ...mail, ...broken })).rejects.toThrow("line break");
  }
  mailer.close();
  await server.stop();
  expect(server.mails).toEqual([]);
});

Deno.test("several addresses in one are a single refused recipient, never several mails", async () => {
  const server = await startSmtpServer();
  const mailer = smtpMailer(server.url, from, { connectionsMax: 2 });
  await expect(mailer.send({ ...mail, to: "one@example.test, two@example.test" })).rejects.toThrow();
  mailer.close();
  await server.stop();
  expect(server.mails).toEqual([]);
});

Deno.test("a mail that the server does not take throws, so that it is tried again", async () => {
  const server = await startSmtpServer();
  server.refuseWith = 451;
  const mailer = smtpMailer(server.url, from, { connectionsMax: 2 });
  await expect(mailer.send(mail)).rejects.toThrow();
  await server.stop();
  await expect(mailer.send(mail)).rejects.toThrow();
  mailer.close();
  await linesAtRest();
  expect(server.mails).toEqual([]);
});

Deno.test("a mail that is sent again is known as the same one, and two mails are told apart", async () => {
  const server = await startSmtpServer();
  const mailer = smtpMailer(server.url, from, { connectionsMax: 2 });
  for (const id of ["first-try_1", "first-try_1", "another"]) await mailer.send({ ...mail, id });
  mailer.close();
  await server.stop();
  const ids = server.mails.map(({ messageId }) => messageId);
  expect(ids).toEqual(["<first-try_1@vesna.example>", "<first-try_1@vesna.example>", "<another@vesna.example>"]);
});

Deno.test("a sender whose domain is not ASCII has a mail of ASCII headers alone", async () => {
  const env: Record<string, string> = { MAIL_FROM: "Весна <letters@пошта.укр>" };
  const { config, problems } = readConfig("demo", (name) => env[name]);
  expect([config.mailFrom, problems]).toEqual(["Весна <letters@xn--80a1acn3a.xn--j1amh>", []]);
  const server = await startSmtpServer();
  const mailer = smtpMailer(server.url, config.mailFrom, { connectionsMax: 1 });
  await mailer.send(mail);
  mailer.close();
  await server.stop();
  const [{ raw, from, messageId }] = server.mails as [ReceivedMail];
  expect(raw.slice(0, raw.indexOf("\r\n\r\n"))).toMatch(/^[\t\r\n\x20-\x7e]*$/);
  expect(from).toEqual({ address: "letters@xn--80a1acn3a.xn--j1amh", name: "Весна" });
  expect(messageId).toBe("<n0-Secret_1d@xn--80a1acn3a.xn--j1amh>");
});

Deno.test("many mails share a few lines", async () => {
  const server = await startSmtpServer();
  const mailer = smtpMailer(server.url, from, { connectionsMax: 2 });
  await Promise.all(Array.from({ length: 20 }, (_, number) => mailer.send({ ...mail, id: `mail-${number}` })));
  mailer.close();
  await server.stop();
  expect(server.mails.length).toBe(20);
  expect(server.lines).toBe(2);
});

/** The same server by an address that is this machine's and does not look so. */
const asFar = (url: string): string => url.replace("//127.0.0.1:", "//vesna:hunter2@0.0.0.0:");

Deno.test("a far server that offers no encryption is told neither a password nor a mail, unless its address allows it", async () => {
  const server = await startSmtpServer();
  const strict = smtpMailer(asFar(server.url), from, { connectionsMax: 1 });
  await expect(strict.send(mail)).rejects.toThrow("STARTTLS");
  strict.close();
  expect([server.passwords, server.mails]).toEqual([0, []]);
  const allowed = smtpMailer(`${asFar(server.url)}?requireTLS=false`, from, { connectionsMax: 1 });
  await allowed.send(mail);
  allowed.close();
  await server.stop();
  await linesAtRest();
  expect([server.passwords, server.mails.length]).toEqual([1, 1]);
});

Deno.test("a far server that offers encryption gets both, if its certificate is known or its address waives that", async () => {
  const server = await startSmtpServer(0, { hasTls: true });
  const strict = smtpMailer(asFar(server.url), from, { connectionsMax: 1 });
  await expect(strict.send(mail)).rejects.toThrow("certificate");
  strict.close();
  expect([server.passwords, server.mails]).toEqual([0, []]);
  const waived = smtpMailer(`${asFar(server.url)}?tls.rejectUnauthorized=false`, from, { connectionsMax: 1 });
  await waived.send(mail);
  waived.close();
  await server.stop();
  await linesAtRest();
  expect([server.passwords, server.mails.length]).toEqual([1, 1]);
});

for (const [what, greeting] of [["never greets", ""], ["greets and says nothing more", "220 mail.example ESMTP\r\n"]]) {
  Deno.test(`a server that ${what} is given up in its time, and closing waits for nobody`, async () => {
    const server = startSilentServer(greeting!);
    const url = `smtp://${server.host}`;
    const patient = smtpMailer(url, from, { connectionsMax: 2, patienceMs: 300 });
    await expect(Promise.all([1, 2, 3].map(() => patient.send(mail)))).rejects.toThrow();
    const stubborn = smtpMailer(url, from, { connectionsMax: 2 });
    const sending = stubborn.send(mail).catch((error) => error.name);
    stubborn.close();
    expect(await sending).toBe("AbortError");
    patient.close();
    await server.stop();
    await linesAtRest();
  });
}

Deno.test("a server that looks through a mail that it has is waited for, though not for ever", async () => {
  const server = await startSmtpServer();
  const patienceMs = patience(2);
  const isOver = new AbortController();
  server.holds = () => pause(2 * patienceMs, isOver.signal);
  const mailer = smtpMailer(server.url, from, { connectionsMax: 1, patienceMs });
  await mailer.send(mail);
  expect(server.mails.length).toBe(1);
  const hasty = smtpMailer(server.url, from, { connectionsMax: 1, lookMs: 50 });
  await expect(hasty.send(mail)).rejects.toThrow("no answer within 0.05 s");
  isOver.abort();
  mailer.close();
  hasty.close();
  await server.stop();
  await linesAtRest();
});

Deno.test("the outbox keeps each mail as a file that a mail program can read, and the latest first", async () => {
  const folder = await Deno.makeTempDir();
  const outbox = await outboxMailer(`${folder}/outbox`, from, () => Date.parse("2026-03-14T12:00:00Z"));
  await outbox.send({ ...mail, subject: "older" });
  await outbox.send(mail);
  const names = [...Deno.readDirSync(`${folder}/outbox`)].map(({ name }) => name).sort();
  expect(names.length).toBe(2);
  expect(names.every((name) => name.endsWith(".eml"))).toBe(true);
  const parsed = await PostalMime.parse(await Deno.readFile(`${folder}/outbox/${names[1]}`));
  expect(parsed.subject).toBe(mail.subject);
  expect(parsed.to).toEqual([{ address: "wei@example.test", name: "" }]);
  expect(new Date(parsed.date!).toISOString()).toBe("2026-03-14T12:00:00.000Z");
  expect(outbox.mails().map(({ subject }) => subject)).toEqual([mail.subject, "older"]);
  expect(outbox.mails()[0]!.links).toEqual(["http://localhost:8000/email-confirmation/wei%40example.test/abc_-123"]);
  outbox.close();
  await Deno.remove(folder, { recursive: true });
});
