/** For tests of the letter pages: James, Olena, their letters, and what a page's forms hold. */
import type { User } from "../../../../kv/accounts/users.ts";
import type { Letter } from "../../../../kv/letters/letter.ts";
import { openLetter } from "../../../../kv/letters/opening.ts";
import { sendLetter } from "../../../../kv/letters/sending.ts";
import { testApp, type TestSite, type TestSiteOptions, type Visitor } from "../../../testing/site.ts";

export interface MailWorld {
  site: TestSite;
  james: User;
  olena: User;
  /** James's browser and Olena's. */
  his: Visitor;
  hers: Visitor;
  /** Sends a letter from one to the other, a minute after the last. */
  write: Write;
  close: () => Promise<void>;
  [Symbol.asyncDispose]: () => Promise<void>;
}

/** Words that no page may show while their letter is sealed, and that occur nowhere else on the site. */
export const secret = "the heron keeps its promise at the weir";

export async function testMail(options: TestSiteOptions & { credits?: number } = {}): Promise<MailWorld> {
  const site = await testApp(options);
  const james = await site.addMan({ firstname: "James", credits: options.credits ?? 200 });
  const olena = await site.addLady({ firstname: "Olena" });
  return {
    site,
    james,
    olena,
    his: await site.visitorAs(james),
    hers: await site.visitorAs(olena),
    write: writerOf(site),
    close: site.close,
    [Symbol.asyncDispose]: site.close,
  };
}

/** Olena's introduction, James's answer, and her sealed reply, which holds the secret. */
export async function withSealedLetter(
  world: MailWorld,
): Promise<{ introduction: Letter; answer: Letter; sealed: Letter }> {
  const { james, olena, write } = world;
  return {
    introduction: await write(olena, james, "Dear James,\n\nGood evening from Lviv."),
    answer: await write(james, olena, "Dear Olena,\n\nGood evening from Utrecht."),
    sealed: await write(olena, james, `Dear James,\n\nOnly this: ${secret}.\n\nOlena`),
  };
}

export async function payForOpening(world: MailWorld, letter: Letter): Promise<void> {
  const opened = await openLetter(world.site.store, letter.manId, letter.id, true);
  if (!opened.ok) throw new Error(opened.reason);
}

/** The hidden fields of the composer, as a browser without a script would send them back. */
export function composerFields(html: string): { action: string; sendKey: string; base: string } {
  const base = /name="base" value="(\d+)"/.exec(html)?.[1];
  const sendKey = /name="sendKey" value="([^"]+)"/.exec(html)?.[1];
  const action = /<form class="compose"[^>]* action="([^"]+)"/.exec(html)?.[1];
  if (!sendKey || !base || !action) throw new Error("there is no composer on this page");
  return { action, sendKey, base };
}

/** What stands in the composer's sheet. */
export const sheetOf = (html: string): string | undefined => /<textarea[^>]*>([\s\S]*?)<\/textarea>/.exec(html)?.[1];

/** A page's HTML without the blanks that missing attributes leave behind. */
export const htmlOf = async (page: Response | Promise<Response>): Promise<string> =>
  (await (await page).text()).replace(/ {2,}/g, " ").replace(/ >/g, ">");

export type Write = (author: User, recipient: User, body: string, translate?: boolean) => Promise<Letter>;

/** Sends letters, each a minute after the last; they are not translated unless `translate` is true. */
export function writerOf(site: TestSite): Write {
  let sendings = 0;
  return async (author, recipient, body, translate = false) => {
    site.advance(60_000);
    const sendKey = `written-by-test-${++sendings}`;
    const sent = await sendLetter(site.store, {
      authorId: author.id,
      recipientId: recipient.id,
      body,
      sendKey,
      translate,
    });
    if (!sent.ok) throw new Error(sent.reason);
    return sent.letter;
  };
}
