/** What people do on the site, in whichever browser: look around, sign up, write with a picture, pay, talk, be asked. */
import { expect } from "expect";
import { until } from "../patience.ts";
import { awake, overflowOf, sees, type Tab, type WalkedBrowser } from "./tab.ts";

const password = "Demo-2026!";

/** Each width that is walked: a telephone's and a desk's. */
export const widths = [{ width: 390, height: 844 }, { width: 1440, height: 900 }] as const;

export type Size = typeof widths[number];

interface Walk {
  browser: WalkedBrowser;
  origin: string;
  size: Size;
  say: (sentence: string) => void;
}

/** The whole walk; throws at the first thing that is not as it must be. */
export async function walk(walking: Walk): Promise<void> {
  const open: Tab[] = [];
  try {
    await walkWith(walking, open);
  } finally {
    for (const tab of open) await tab.close();
  }
}

async function walkWith({ browser, origin, size, say }: Walk, open: Tab[]): Promise<void> {
  const begin = async (): Promise<Tab> => {
    const tab = await browser.open();
    open.push(tab);
    await tab.resize(size.width, size.height);
    return tab;
  };
  const go = async (tab: Tab, path: string) => {
    await tab.goto(origin + path);
    await awake(tab);
    expect([path, await overflowOf(tab)]).toEqual([path, 0]);
  };
  const called = <T>(tab: Tab, method: string, path: string, body?: unknown) =>
    tab.run<T>(
      `const [method, path, body] = arguments;
       return fetch(path, { method, headers: { "content-type": "application/json" }, body }).then((answer) => answer.json());`,
      method,
      path,
      body === undefined ? undefined : JSON.stringify(body),
    );

  const man = await begin();
  await go(man, "/en");
  await go(man, "/en/search");
  await go(man, "/zh-hans/search?hairColor=brown");
  await go(man, "/uk");
  say("a guest looks around");

  const email = `walter-${crypto.randomUUID()}@example.test`;
  await go(man, "/en/auth/sign-up");
  for (const [field, value] of [["firstname", "Walter"], ["email", email], ["password", password]] as const) {
    await man.type(`#${field}`, value);
  }
  // Lists and dates are the browser's own; what they hold is set as they would set it.
  const set = `const [selector, value] = arguments;
    const field = document.querySelector(selector);
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));`;
  await man.run(set, "#country", "528");
  await man.run(set, "#birthdate", "1984-05-02");
  await man.run("document.querySelector('#accept-terms').click();");
  await man.run("document.querySelector('main form [type=submit]').click();");
  await sees(man, "#code");
  const code = await until(async () => {
    const { mails } = await (await fetch(`${origin}/dev/outbox.json`)).json();
    const mail = mails.find(({ to }: { to: string }) => to === email);
    return /\d{6,}/.exec(mail?.text ?? "")?.[0];
  }, "the code's mail");
  await man.type("#code", code);
  await man.run("document.querySelector('#code').form.requestSubmit();");
  // The page before speaks of 20 credits as well.
  await sees(man, ".top .balance", "20");
  say("a man signs up and confirms his address");

  const { girls: [lady] } = await called<{ girls: { id: number }[] }>(man, "GET", "/api/girls?firstname=Nina&limit=1");
  await go(man, `/en/man/mail/new-conversation/${lady!.id}`);
  await man.type("#letter-body", "Dear Nina, from another browser.");
  const photo = await photoFile();
  await man.choose(".compose .photos input[type=file]", photo);
  await sees(man, ".photos img");
  await Deno.remove(photo);
  await man.click(".compose button.btn--priced");
  await sees(man, ".letter__colophon", "1 photograph");
  say("a letter with a large photograph goes out");

  await go(man, "/en/man/balance/purchase");
  say("what credits cost is shown");

  const her = await begin();
  await her.goto(`${origin}/en`);
  await called(her, "POST", "/api/authorization", { email: "nina@demo.test", password });
  await go(her, "/en/lady/mail/inbox");
  await go(man, `/en/man/chat?with=${lady!.id}`);
  await sees(man, ".chat__with .presence--on");
  await man.click(".chat__begin");
  await sees(her, ".ringing", "Walter");
  await her.click(".ringing .actions > :last-child");
  for (const tab of [man, her]) await sees(tab, "[placeholder]", "Enter message");
  say("a lady is asked while she reads her letters, and the chat opens");

  const write = async (tab: Tab, words: string) => {
    await tab.type(".chat textarea", words);
    await tab.run("document.querySelector('.chat textarea').form.requestSubmit();");
  };
  await write(man, "Good evening");
  await sees(her, "[role=log]", "Good evening");
  await her.goto(`${origin}/en/lady/chat`);
  await sees(her, "[role=log]", "Good evening");
  await write(her, "And to you");
  await sees(man, "[role=log]", "And to you");
  say("they write to each other, also after her page was opened anew");

  // Whoever walks next asks the same lady, who is free again.
  await man.click(".chat__with .end > .btn:has([href$='#i-stop'])");
  for (const tab of [man, her]) await sees(tab, ".chat__begin");
  say("he ends the chat, and both can begin another one");
}

/** A PNG larger than a letter takes, so that the browser has to make it smaller. */
async function photoFile(): Promise<string> {
  const { default: sharp } = await import("sharp");
  const noise = { type: "gaussian" as const, mean: 128, sigma: 40 };
  const path = await Deno.makeTempFile({ suffix: ".png" });
  await sharp({ create: { width: 1600, height: 1200, channels: 3, background: "#888", noise } }).png().toFile(path);
  expect((await Deno.stat(path)).size).toBeGreaterThan(4096 * 1024);
  return path;
}
