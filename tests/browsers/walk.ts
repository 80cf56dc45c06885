/** What people do on the site, in any browser: look around, sign up, write with a picture, pay, talk, be asked. */
import { expect } from "expect";
import { called, codeFor, ladyIdOf, onStage, password, type Stage, type Staging } from "./stage.ts";
import { arrive, sees, type Tab } from "./tab.ts";

/** The whole walk; throws at the first thing that is not as it must be. */
export const walk = (staging: Staging): Promise<void> =>
  onStage(staging, async (stage) => {
    const man = await stage.begin();
    await looksAround(stage, man);
    await signsUp(stage, man);
    const ladyId = await writes(stage, man, { withPhoto: true });
    await stage.go(man, "/en/man/balance/purchase");
    stage.say("what credits cost is shown");
    await talk(stage, man, ladyId);
  });

/** The walk that shows most in the least time: looks around, signs up and writes. */
export const shortWalk = (staging: Staging): Promise<void> =>
  onStage(staging, async (stage) => {
    const man = await stage.begin();
    await looksAround(stage, man);
    await signsUp(stage, man);
    await writes(stage, man, { withPhoto: false });
  });

async function looksAround({ go, say }: Stage, man: Tab): Promise<void> {
  for (const path of ["/en", "/en/search", "/zh-hans/search?hairColor=brown", "/uk"]) await go(man, path);
  say("a guest looks around");
}

async function signsUp({ go, say, origin }: Stage, man: Tab): Promise<void> {
  const email = `walter-${crypto.randomUUID()}@example.test`;
  await go(man, "/en/auth/sign-up");
  for (const [field, value] of [["firstname", "Walter"], ["email", email], ["password", password]] as const) {
    await man.type(`#${field}`, value);
  }
  // Lists and dates have widgets of the browser's own; their values are set as those would set them.
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
  await man.type("#code", await codeFor(origin, email));
  await man.run("document.querySelector('#code').form.requestSubmit();");
  // The page before mentions 20 credits as well.
  await sees(man, ".top .balance", "20");
  say("a man signs up and confirms his address");
}

/** Returns the id of the lady to whom he writes. */
async function writes({ go, say }: Stage, man: Tab, { withPhoto }: { withPhoto: boolean }): Promise<number> {
  const ladyId = await ladyIdOf(man, "Nina");
  await go(man, `/en/man/mail/new-conversation/${ladyId}`);
  await man.type("#letter-body", "Dear Nina, from another browser.");
  if (withPhoto) {
    const photo = await photoFile();
    await man.choose(".compose .photos input[type=file]", photo);
    await sees(man, ".photos img");
    await Deno.remove(photo);
  }
  await man.click(".compose button.btn--priced");
  await sees(man, "article", "Dear Nina, from another browser.");
  if (withPhoto) await sees(man, ".letter__colophon", "1 photograph");
  say(withPhoto ? "a letter with a large photograph goes out" : "a letter goes out");
  return ladyId;
}

async function talk({ begin, go, say, origin }: Stage, man: Tab, ladyId: number): Promise<void> {
  const her = await begin();
  await arrive(her, `${origin}/en`);
  await called(her, "POST", "/api/authorization", { email: "nina@demo.test", password });
  await go(her, "/en/lady/mail/inbox");
  await go(man, `/en/man/chat?with=${ladyId}`);
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
  await arrive(her, `${origin}/en/lady/chat`);
  await sees(her, "[role=log]", "Good evening");
  await write(her, "And to you");
  await sees(man, "[role=log]", "And to you");
  say("they write to each other, also after her page was opened anew");

  // The next walk asks the same lady, so she must be free again.
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
