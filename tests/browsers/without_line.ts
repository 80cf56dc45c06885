/** Without a connection, in any browser: a letter waits for it and goes once, and a page that cannot come says so. */
import { expect } from "expect";
import { wordsFor } from "../journeys/words.ts";
import { until } from "../patience.ts";
import { type Line, lineTo } from "./line.ts";
import { called, codeFor, ladyIdOf, onStage, password, type Stage, type Staging } from "./stage.ts";
import { arrive, press, sees, type Tab } from "./tab.ts";

const t = wordsFor("en");
const words = "Dear Nina, from a tunnel.";

/** The whole journey; throws at the first thing that is not as it must be. */
export async function withoutLine(staging: Staging): Promise<void> {
  const line = lineTo(staging.origin);
  try {
    await onStage({ ...staging, origin: line.origin }, async (stage) => {
      const man = await newMan(stage);
      await letterWaits(stage, man, line);
      await pageSaysSo(stage, man, line);
      await formStays(stage, man, line);
    });
  } finally {
    await line.close();
  }
}

/** A man with the credits of a new account, made by the API alone. */
async function newMan({ begin, go, origin }: Stage): Promise<Tab> {
  const man = await begin();
  await go(man, "/en/faq");
  const email = `willem-${crypto.randomUUID()}@example.test`;
  const facts = { firstname: "Willem", email, password, birthdate: "1984-05-02", country: 528, groupId: 1 };
  await called(man, "POST", "/en/api/users", facts);
  const confirmation = { identifier: email, action: "email_verify", code: await codeFor(origin, email) };
  await called(man, "POST", "/en/api/auth/confirmation", confirmation);
  return man;
}

async function letterWaits({ go, say }: Stage, man: Tab, line: Line): Promise<void> {
  await go(man, `/en/man/mail/new-conversation/${await ladyIdOf(man, "Nina")}`);
  await man.type("#letter-body", words);
  await line.cut();
  await man.click(".compose button.btn--priced");
  await sees(man, "[role=alert]", "There is no connection. Your letter will be sent as soon as there is one");
  line.mend();
  await sees(man, "article", words);
  const { letters } = await called<{ letters: unknown[] }>(man, "GET", "/en/api/mail?type=outbox");
  expect(letters.length).toBe(1);
  say("a letter that is sent without a line waits, and goes once when there is one");
}

async function pageSaysSo({ go, say, origin }: Stage, man: Tab, line: Line): Promise<void> {
  if (!await man.run<boolean>("return 'serviceWorker' in navigator;")) {
    return say("it has no workers: a page that cannot come is its own to tell of");
  }
  await go(man, "/en/man/mail/inbox");
  // The page brings the worker once it has loaded everything for itself; the next page is the worker's.
  await until(() => man.run<boolean>(isActive), "the worker");
  await go(man, "/en/man/mail/inbox");
  expect(await man.run<boolean>("return navigator.serviceWorker.controller !== null;")).toBe(true);
  await line.cut();
  await arrive(man, `${origin}/en/man/balance/purchase`);
  await sees(man, "h1", t("errors:offline.title"));
  await press(man, t("errors:offline.again"));
  await sees(man, "[role=status]", t("errors:offline.still"));
  line.mend();
  await until(() => man.run<boolean>(wentOn, t("errors:offline.title")).catch(() => false), "the page that was wanted");
  say("a page that cannot come without a line says so, and goes on by itself");
}

async function formStays({ go, say }: Stage, man: Tab, line: Line): Promise<void> {
  if (!await man.run<boolean>("return 'serviceWorker' in navigator;")) {
    return say("it has no workers: a form without an answer is its own to tell of");
  }
  const path = "/en/man/men-account/about";
  const field = "main textarea";
  const value = () => man.run<string>(`return document.querySelector("${field}").value;`);
  await go(man, path);
  await man.type(field, "I mend clocks.");
  for (const _time of [1, 2]) {
    await line.cut();
    await press(man, "Save");
    await sees(man, ".toast", t("notifications:unanswered"));
    expect(await value()).toBe("I mend clocks.");
    await man.click(".toast__close");
    line.mend();
  }
  await press(man, "Save");
  await sees(man, ".toast", "The changes are successfully saved!");
  expect(await value()).toBe("I mend clocks.");
  say("a form that gets no answer without a line leaves its page as it is, and is sent when it is pressed again");
}

const isActive =
  `return navigator.serviceWorker.getRegistration().then((found) => found?.active?.state === "activated");`;

const wentOn = `return location.pathname === "/en/man/balance/purchase" && document.readyState === "complete" &&
  !document.querySelector("h1").textContent.includes(arguments[0]);`;
