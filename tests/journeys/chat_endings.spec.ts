/**
 * Every way in which a chat ends, in each language: both are told, the summary is right, and the man's ledger has exactly
 * the lines that it should. The three pairs go side by side, as each step of the clock is for all of them.
 */
import { type Browser, expect, type Page } from "@playwright/test";
import {
  button,
  chatBook,
  dialog,
  dotted,
  enter,
  isClosed,
  locales,
  part,
  seesOffline,
  seesOnline,
  sheet,
  showsEnd,
  summaryOf,
  type Sums,
  talk,
  textChat,
  type Two,
  twoPeople,
} from "./chat_people.ts";
import { test } from "./chat_site.ts";
import { prefixes } from "./people.ts";
import { told } from "./flashes.ts";

interface Pair extends Two {
  /** What the man's ledger must have of chats, oldest first. */
  book: [string, number][];
  balance: number;
  /** Her line is cut for as long as this is set. */
  isCut: boolean;
  cuts: Set<() => Promise<void>>;
}

async function meet(browser: Browser, locale: typeof locales[number]): Promise<Pair> {
  const two = await twoPeople(browser, locale);
  const pair: Pair = { ...two, book: [], balance: 20, isCut: false, cuts: new Set() };
  await two.her.routeWebSocket(/\/chat\/socket\?/, (line) => {
    if (pair.isCut) return void line.close({ code: 1011 });
    const server = line.connectToServer();
    pair.cuts.add(async () => {
      await server.close();
      await line.close({ code: 1011 });
    });
  });
  await Promise.all([
    enter(two.her, "lady", locale, `?with=${two.manId}`),
    enter(two.man, "man", locale, `?with=${two.ladyId}`),
  ]);
  return pair;
}

/** One asks, the other accepts; the first minute is in the book. */
async function begin(pair: Pair, asker: "man" | "lady"): Promise<void> {
  await talk(pair, asker);
  pay(pair);
  await agrees(pair);
}

function pay(pair: Pair): void {
  pair.book.push(["chat_session", -1]);
  pair.balance--;
}

async function agrees(pair: Pair): Promise<void> {
  await expect.poll(() => chatBook(pair.man)).toEqual({ entries: pair.book, balance: pair.balance });
}

/** Both pages say that the chat is over and what it came to; a refund, if any, goes into the book. */
async function over(pair: Pair, sums: Sums, { man = pair.man, her = pair.her }: Partial<Two> = {}): Promise<void> {
  const { t } = pair;
  if (sums.refunded > 0) {
    pair.book.push(["refund", sums.refunded]);
    pair.balance += sums.refunded;
  }
  const shows = async (page: Page, side: "man" | "lady") => {
    const words = summaryOf(t, side, sums);
    await expect(page.locator(".chat__meter p")).toHaveText(words);
    await showsEnd(page, t, words);
    await isClosed(page, t);
  };
  await Promise.all([shows(man, "man"), shows(her, "lady"), agrees(pair)]);
  await expect(man.locator(".top .balance b").first()).toHaveText(String(pair.balance));
}

const left = (page: Page, { t }: Pair, name: string) => told(page, t("chat:flash.left", { name }));

const endedAway = (pair: Pair, page: Page) =>
  told(page, pair.t(`chat:flash.endedAway.${page === pair.man ? "man" : "girl"}`));

test("every ending of a chat is told to both, with its sums, and stands in the book", async ({ browser, site }) => {
  const pairs = await Promise.all(locales.map((locale) => meet(browser, locale)));
  const each = (work: (pair: Pair) => Promise<void>) => Promise.all(pairs.map(work));

  await test.step("he stops after more than half a minute", async () => {
    await each((pair) => begin(pair, "man"));
    await site.step(40);
    await each(async (pair) => {
      await button(pair.man, pair.t("chat:stop")).click();
      await left(pair.her, pair, pair.manName);
      await over(pair, { minutes: 1, credits: 1, refunded: 0 });
    });
  });

  await test.step("she stops early in the second minute, which goes back", async () => {
    await each((pair) => begin(pair, "lady"));
    await site.step(52);
    await each(async (pair) => {
      pay(pair);
      await agrees(pair);
    });
    await site.step(20);
    await each(async (pair) => {
      await button(pair.her, pair.t("chat:stop")).click();
      await left(pair.man, pair, pair.ladyName);
      await over(pair, { minutes: 1, credits: 2, refunded: 1 });
    });
  });

  await test.step("he closes his tab and does not come back", async () => {
    await each((pair) => begin(pair, "man"));
    await site.step(5);
    await each(async (pair) => {
      const context = pair.man.context();
      await pair.man.close();
      pair.man = await context.newPage();
      await expect(pair.her.locator(".chat__with")).toBeVisible();
    });
    await graceIsOver((pair) => left(pair.her, pair, pair.manName));
    await each(async (pair) => {
      const sums = { minutes: 1, credits: 1, refunded: 0 };
      await expect(pair.her.locator(".chat__meter p")).toHaveText(summaryOf(pair.t, "lady", sums));
      await enter(pair.man, "man", pair.locale, `?with=${pair.ladyId}`);
      await showsEnd(pair.man, pair.t, summaryOf(pair.t, "man", sums));
      await agrees(pair);
    });
  });

  await test.step("her line is gone for longer than the grace", async () => {
    await each(async (pair) => {
      await begin(pair, "lady");
      pair.isCut = true;
      for (const cut of pair.cuts) await cut();
      pair.cuts.clear();
      await expect(pair.her.locator(".chat__line")).toHaveText(pair.t("chat:link.lost"));
    });
    await graceIsOver((pair) => left(pair.man, pair, pair.ladyName));
    await each(async (pair) => {
      pair.isCut = false;
      await Promise.all([over(pair, { minutes: 0, credits: 1, refunded: 1 }), endedAway(pair, pair.her)]);
    });
  });

  await test.step("she goes to another page", async () => {
    await each(async (pair) => {
      await begin(pair, "man");
      await pair.her.goto(`${prefixes[pair.locale]}/lady/mail/inbox`);
    });
    await graceIsOver((pair) => left(pair.man, pair, pair.ladyName));
    await each(async (pair) => {
      await pair.her.goBack();
      await expect(pair.her.locator(".chat__line")).toBeEmpty();
      const sums = { minutes: 0, credits: 1, refunded: 1 };
      pair.book.push(["refund", 1]);
      pair.balance++;
      await expect(pair.man.locator(".chat__meter p")).toHaveText(summaryOf(pair.t, "man", sums));
      await showsEnd(pair.man, pair.t, summaryOf(pair.t, "man", sums));
      await showsEnd(pair.her, pair.t, summaryOf(pair.t, "lady", sums));
      await agrees(pair);
    });
  });

  await test.step("she blocks him, and takes it back", async () => {
    await each(async (pair) => {
      const { t, man, her } = pair;
      await begin(pair, "lady");
      await (await dotted(her, t("chat:block.label", { name: pair.manName }))).click();
      await expect(dialog(her)).toContainText(t("chat:block.text"));
      await dialog(her).getByRole("button", { name: t("chat:block.do"), exact: true }).click();
      await left(man, pair, pair.ladyName);
      await over(pair, { minutes: 0, credits: 1, refunded: 1 });
      await Promise.all([seesOffline(man), seesOffline(her)]);
      await expect(textChat(her, t)).toHaveCount(0);
      await button(her, t("chat:block.undo")).click();
      await Promise.all([seesOnline(man), seesOnline(her)]);
      await expect(textChat(her, t)).toBeVisible();
    });
  });

  await test.step("the server is started again", async () => {
    await each(async (pair) => {
      await begin(pair, "man");
      await sheet(pair.her, pair.t).fill("…");
    });
    await site.end("SIGTERM");
    await each((pair) => expect(pair.man.locator(".chat__line")).toHaveText(pair.t("chat:link.lost")));
    await site.start();
    await each((pair) => over(pair, { minutes: 0, credits: 1, refunded: 1 }));
  });

  await test.step("the server is killed", async () => {
    await each(async (pair) => {
      await expect(pair.man.locator(".chat__line")).toBeEmpty();
      await begin(pair, "lady");
    });
    await site.end("SIGKILL");
    await site.start();
    await each(async (pair) => {
      const both = [pair.man, pair.her].map((page) => endedAway(pair, page));
      await Promise.all([over(pair, { minutes: 0, credits: 1, refunded: 1 }), ...both]);
    });
  });

  await test.step("his credits are used up", async () => {
    await each(async (pair) => {
      await spendDownToTwo(pair);
      await enter(pair.man, "man", pair.locale, `?with=${pair.ladyId}`);
      await begin(pair, "man");
    });
    await site.step(52);
    await each(async (pair) => {
      pay(pair);
      await agrees(pair);
      await expect(pair.man.locator(".chat__meter")).toContainText(pair.t("chat:meter.last"));
    });
    await site.step(60);
    await each(async ({ man, her, t }) => {
      await Promise.all([
        told(man, t("chat:flash.lowCredits")),
        told(her, t("refusals:chat_unpaid")),
      ]);
    });
    await site.step(20);
    await each((pair) => over(pair, { minutes: 2, credits: 2, refunded: 0 }));
    expect(pairs.map(({ balance }) => balance)).toEqual([0, 0, 0]);
  });

  await test.step("his history says all of it in his language, and the books of the site agree", async () => {
    await each(async (pair) => {
      await pair.man.goto(`${prefixes[pair.locale]}/man/balance/history?limit=100`);
      const rows = await pair.man.locator(".table tbody tr").evaluateAll((all) =>
        all.map((row) => [...row.children].slice(1, 3).map(({ textContent }) => textContent!.trim()))
      );
      const details = { chat_session: "balance:operation.chat_session", refund: "balance:operation.refundMinute" };
      const { ladyName: name } = pair;
      const said = (operation: string) => pair.t(details[operation as keyof typeof details], { name, note: "" }).trim();
      const ofChats = rows.filter(([words]) => Object.keys(details).some((key) => said(key) === words)).reverse();
      expect(ofChats).toEqual(pair.book.map(([key, credits]) => [said(key), signed(credits)]));
    });
    expect(await site.audit()).toBe("");
  });
  for (const pair of pairs) await part(pair);

  /** The grace begins once the end of a line has arrived: then one line of each pair is left. */
  async function graceIsOver(isTold: (pair: Pair) => Promise<unknown>): Promise<void> {
    await expect.poll(() => site.chatLines()).toBe(pairs.length);
    await site.step(11);
    await each(async (pair) => void await isTold(pair));
  }
});

const signed = (credits: number) => credits > 0 ? `+${credits}` : `−${-credits}`;

/** Sends her a letter and opens one of hers: of his credits only two are left. */
async function spendDownToTwo(pair: Pair): Promise<void> {
  const { man, her, manId, ladyId } = pair;
  const headers = { origin: new URL(man.url()).origin };
  const post = async (page: Page, recipientId: number) => {
    const sent = await page.request.post("/en/api/mail", {
      data: { recipientId, body: "Good evening", translate: false },
      headers,
    });
    expect(sent.ok(), await sent.text()).toBe(true);
    return (await sent.json()).letter.id;
  };
  await post(man, ladyId);
  const id = await post(her, manId);
  const opened = await man.request.patch(`/en/api/mail/${id}`, { data: { isRead: true, isPaid: true }, headers });
  expect(opened.ok(), await opened.text()).toBe(true);
  pair.balance -= 15;
  expect(pair.balance).toBe(2);
}
