/** For tests of the translators' pages: James, Daria who reads only Russian, Nadia, Petro, and letters that wait. */
import { translator, type User } from "../../../../kv/accounts/users.ts";
import { askForTranslation } from "../../../../kv/letters/translating/asked_translations.ts";
import type { Letter } from "../../../../kv/letters/letter.ts";
import { sendLetter, type WantedLetter } from "../../../../kv/letters/sending.ts";
import { testApp, type TestSite, type TestSiteOptions, type Visitor } from "../../../testing/site.ts";

export interface TranslatorWorld extends AsyncDisposable {
  site: TestSite;
  james: User;
  daria: User;
  nadia: User;
  petro: User;
  /** Nadia's browser and Petro's. */
  hers: Visitor;
  his: Visitor;
  /** Sends a letter that waits for its translation, a minute after the last. */
  write: (author: User, recipient: User, more?: Partial<WantedLetter>) => Promise<Letter>;
  /** Daria asks for the translation of a letter that James sent her three weeks before. Sessions have ended by then. */
  writeAndAsk: () => Promise<Letter>;
}

/** Words of the letter that no page may show before it is taken. */
export const secret = "the weathervane has forgiven the church";

export const hisBody = `Dear Daria,\n\nOnly this: ${secret}.\nIt told me so.\n\nJames`;

export async function testTranslators(options: TestSiteOptions = {}): Promise<TranslatorWorld> {
  const site = await testApp(options);
  const james = await site.addMan({ firstname: "James", credits: 200 });
  const daria = await site.addLady({ firstname: "Daria", readsLanguages: ["ru"], readingLanguage: "ru" });
  const nadia = await site.addPerson({ groupId: translator, firstname: "Nadia", lastname: "Hrytsenko" });
  const petro = await site.addPerson({ groupId: translator, firstname: "Petro", lastname: "" });
  let sendings = 0;
  const write: TranslatorWorld["write"] = async (author, recipient, more = {}) => {
    site.advance(60_000);
    const sendKey = `waits-by-test-${++sendings}`;
    const wanted = { authorId: author.id, recipientId: recipient.id, body: hisBody, sendKey, ...more };
    const sent = await sendLetter(site.store, wanted);
    if (!sent.ok) throw new Error(sent.reason);
    return sent.letter;
  };
  return {
    site,
    james,
    daria,
    nadia,
    petro,
    hers: await site.visitorAs(nadia),
    his: await site.visitorAs(petro),
    write,
    async writeAndAsk() {
      const letter = await write(james, daria, { translate: false });
      site.advance(21 * 24 * 3600_000);
      const asked = await askForTranslation(site.store, daria.id, letter.id);
      if (!asked.ok) throw new Error(asked.reason);
      return letter;
    },
    [Symbol.asyncDispose]: site.close,
  };
}

/** Takes a letter as the button of the queue does. */
export async function take(visitor: Visitor, letter: Letter): Promise<Response> {
  return await visitor.follow(await visitor.post("/en/agency/mail", { letterId: String(letter.id) }));
}
