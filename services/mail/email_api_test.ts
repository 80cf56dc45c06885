/** Mail through a provider's API: what each provider is asked, and which of its answers mean that it has the mail. */
import { expect } from "expect";
import { startSilentServer } from "../../tests/servers/silent_server.ts";
import { readConfig } from "../config.ts";
import type { Mail } from "./email.ts";
import { apiMailer, type MailProvider } from "./email_api.ts";
import { MailRefused } from "./refusals.ts";

const from = "Vesna <letters@vesna.example>";
const mail: Mail = {
  id: "n0-Secret_1d",
  to: "wei@example.test",
  subject: "你的春信驗證碼",
  text: "第一行\n",
  html: "<!doctype html><p>第一行</p>",
  headers: { "List-Unsubscribe": "<https://vesna.example/unsubscribe/1/key>" },
};

interface Asked {
  path: string;
  headers: Headers;
  body: unknown;
}

/** A provider on loopback that gives every request the same answer, and the site's mailer for it. */
function standIn(provider: MailProvider, answer: () => Response) {
  const asked: Asked[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    asked.push({ path: new URL(request.url).pathname, headers: request.headers, body: await request.json() });
    return answer();
  });
  const mailer = apiMailer({ provider, key: "a key", base: `http://127.0.0.1:${server.addr.port}` }, from);
  return { asked, mailer, [Symbol.asyncDispose]: () => server.shutdown() };
}

Deno.test("Resend is given a mail with its id, so that a try whose answer was lost sends none twice", async () => {
  await using resend = standIn("resend", () => Response.json({ id: "49a3999c" }));
  for (const _ of ["lost", "again"]) await resend.mailer.send(mail);
  const [{ path, headers, body }, again] = resend.asked as [Asked, Asked];
  expect(path).toBe("/emails");
  expect(headers.get("authorization")).toBe("Bearer a key");
  expect(headers.get("idempotency-key")).toMatch(/^n0-Secret_1d\.[\w-]{43}$/);
  expect(again.headers.get("idempotency-key")).toBe(headers.get("idempotency-key"));
  const { subject, text, html } = mail;
  expect(body).toEqual({ from, to: ["wei@example.test"], subject, text, html, headers: mail.headers });
});

Deno.test("Postmark is given a mail with the Message-ID of each try, and counts no looks at it", async () => {
  await using postmark = standIn(
    "postmark",
    () => Response.json({ ErrorCode: 0, Message: "OK", MessageID: "b7bc2f4a" }),
  );
  await postmark.mailer.send(mail);
  const [{ path, headers, body }] = postmark.asked as [Asked];
  expect(path).toBe("/email");
  expect(headers.get("x-postmark-server-token")).toBe("a key");
  expect(body).toEqual({
    From: from,
    To: "wei@example.test",
    Subject: mail.subject,
    TextBody: mail.text,
    HtmlBody: mail.html,
    MessageStream: "outbound",
    TrackOpens: false,
    TrackLinks: "None",
    Headers: [
      { Name: "List-Unsubscribe", Value: "<https://vesna.example/unsubscribe/1/key>" },
      { Name: "Message-ID", Value: "<n0-Secret_1d@vesna.example>" },
      { Name: "X-PM-KeepID", Value: "true" },
    ],
  });
});

const refusals: [MailProvider, string, () => Response][] = [
  ["resend", "a wrong key", () => Response.json({ name: "validation_error" }, { status: 401 })],
  ["resend", "too many calls", () => Response.json({ name: "rate_limit_exceeded" }, { status: 429 })],
  [
    "resend",
    "a key that it knows for other words",
    () => Response.json({ name: "invalid_idempotent_request" }, { status: 409 }),
  ],
  [
    "resend",
    "an earlier try that is under way",
    () => Response.json({ name: "concurrent_idempotent_requests" }, { status: 409 }),
  ],
  ["resend", "a page of its proxy", () => new Response("<h1>Bad gateway</h1>", { status: 502 })],
  ["postmark", "an error that it calls a success", () => Response.json({ ErrorCode: 300 })],
  ["postmark", "a page of its proxy", () => new Response("<h1>OK</h1>")],
];

for (const [provider, what, answer] of refusals) {
  Deno.test(`${provider} did not take a mail where it answers with ${what}: it is tried again`, async () => {
    await using peer = standIn(provider, answer);
    await expect(peer.mailer.send(mail)).rejects.toThrow(`${provider} did not take a mail`);
  });
}

Deno.test("an address that Postmark writes to no more is refused for good, and with a wrong key the site is", async () => {
  const aboutOf = async (body: object, status: number) => {
    await using peer = standIn("postmark", () => Response.json(body, { status }));
    return await peer.mailer.send(mail).catch((error) => error instanceof MailRefused && error.about);
  };
  expect(await aboutOf({ ErrorCode: 406 }, 422)).toBe("address");
  expect(await aboutOf({ ErrorCode: 10 }, 401)).toBe("site");
  expect(await aboutOf({ ErrorCode: 300 }, 422)).toBe(false);
});

Deno.test("a mail whose words have changed since a try that Resend knows is sent with the new ones", async () => {
  const known = new Map<string, string>();
  await using resend = standIn("resend", () => {
    const { headers, body } = resend.asked.at(-1)!;
    const [key, words] = [headers.get("idempotency-key")!, JSON.stringify(body)];
    if ((known.get(key) ?? words) !== words) {
      return Response.json({ name: "invalid_idempotent_request" }, { status: 409 });
    }
    known.set(key, words);
    return Response.json({ id: "49a3999c" });
  });
  await resend.mailer.send({ ...mail, text: "one letter waits" });
  await resend.mailer.send({ ...mail, text: "two letters wait" });
  await resend.mailer.send({ ...mail, text: "two letters wait" });
  const sent = [...known.values()].map((words) => JSON.parse(words).text);
  expect(sent).toEqual(["one letter waits", "two letters wait"]);
});

Deno.test("what would be a second header or recipient is refused before anybody is asked", async () => {
  await using resend = standIn("resend", () => Response.json({ id: "49a3999c" }));
  const broken = [{ subject: "Hello\nBcc: all@example.test" }, { to: "one@example.test, two@example.test" }, {
    id: "a b",
  }];
  for (const part of broken) await expect(resend.mailer.send({ ...mail, ...part })).rejects.toThrow();
  expect(resend.asked).toEqual([]);
});

Deno.test("a provider that says nothing is given up in its time, and closing waits for nobody", async () => {
  const server = startSilentServer("");
  const settings = { provider: "resend", key: "a key", base: `http://${server.host}` } as const;
  await expect(apiMailer(settings, from, { patienceMs: 200 }).send(mail)).rejects.toThrow("no answer within 0.2 s");
  const stubborn = apiMailer(settings, from);
  const sending = expect(stubborn.send(mail)).rejects.toThrow("the mailer is closed");
  stubborn.close();
  await sending;
  await server.stop();
});

Deno.test("a start takes a provider in the place of SMTP, all of it, and only one of the two", () => {
  const enough = {
    SECRET: "a secret that only tests may know",
    ENGLISH_URL: "https://vesna.example",
    MAIL_FROM: "letters@vesna.example",
  };
  const problemsOf = (env: Record<string, string>) => {
    const all: Record<string, string> = { ...enough, ...env };
    return readConfig("start", (name) => all[name]);
  };
  const { config, problems } = problemsOf({ MAIL_API: "postmark", MAIL_API_KEY: "a key" });
  expect(problems).toEqual([]);
  const base = "https://api.postmarkapp.com";
  expect(config.mailApi).toEqual({ provider: "postmark", key: "a key", base, hookSecret: null });
  expect(problemsOf({}).problems).toEqual(["SMTP_URL or MAIL_API must be set: nobody can sign up without mail"]);
  expect(problemsOf({ MAIL_API: "pigeon" }).problems).toEqual(["MAIL_API must be one of resend, postmark"]);
  expect(problemsOf({ MAIL_API: "resend" }).problems).toEqual(["MAIL_API_KEY must be set where MAIL_API is"]);
  const both = { MAIL_API: "resend", MAIL_API_KEY: "a key", SMTP_URL: "smtp://127.0.0.1:25" };
  expect(problemsOf(both).problems).toEqual(["only one of MAIL_API and SMTP_URL can be set"]);
  const open = { MAIL_API: "resend", MAIL_API_KEY: "a key", MAIL_API_BASE: "http://mail.example" };
  expect(problemsOf(open).problems).toEqual(["MAIL_API_BASE must be an https address"]);
  const hook = (provider: string, MAIL_HOOK_SECRET: string) =>
    problemsOf({ MAIL_API: provider, MAIL_API_KEY: "a key", MAIL_HOOK_SECRET }).problems;
  expect([hook("resend", "whsec_MfKQ9r8GKYqrTwjU"), hook("postmark", "sixteen-letters.")]).toEqual([[], []]);
  expect(hook("resend", "sixteen-letters.")).toEqual(["MAIL_HOOK_SECRET is none of resend's"]);
  expect(hook("postmark", "too-short")).toEqual(["MAIL_HOOK_SECRET is none of postmark's"]);
  const { problems: alone } = problemsOf({ SMTP_URL: "smtp://127.0.0.1:25", MAIL_HOOK_SECRET: "sixteen-letters." });
  expect(alone).toEqual(["MAIL_HOOK_SECRET needs MAIL_API"]);
});
