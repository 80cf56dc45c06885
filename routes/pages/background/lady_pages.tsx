/**
 * A lady's pages about men in the United States who wish to be in contact: the list of those who asked her, and each
 * one's statement with the pamphlet, where she consents or refuses. If the site does not ask for backgrounds, there are
 * no such pages.
 */
import { readingOf } from "../../../kv/accounts/languages.ts";
import { isReadBy } from "../../../kv/letters/language.ts";
import {
  answerConsent,
  type BackgroundConsent,
  consentsAskedOf,
  statementFor,
  type WordsReading,
} from "../../../kv/safety/background/consents.ts";
import { stageBy } from "../../../kv/safety/background/contact.ts";
import { type TranslatedWords, translatedWords } from "../../../kv/safety/background/own_words.ts";
import { type BackgroundStatement, ownWordsOf, signatureLengthMax } from "../../../kv/safety/background/statement.ts";
import { type Refusal, refuse } from "../../../kv/store/refusals.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { MemberContext } from "../../http/env.ts";
import { leaveFlash } from "../../http/flash.ts";
import { localHref } from "../../http/page.tsx";
import { type Body, idOf } from "../../http/read_input.ts";
import { answerRefusal } from "../../http/refusal_answer.tsx";
import { ladySide } from "../../letters/sides.ts";
import { openChat } from "../../live/chat_socket.ts";
import { answerPrivate, type FormState, freshForm, refusedForm } from "../auth/gate.tsx";
import { type Partner, partnersOf } from "../mail/partners.ts";
import { AskedView, ConsentView } from "./lady_view.tsx";
import { mayTranslate, translateOwnWords } from "./own_words.ts";
import { ladyBackgroundPath, ladyBackgroundsPath } from "../../safety/background_links.ts";

const listPage: PageDefinition = {
  paths: [ladyBackgroundsPath],
  access: "ladies",
  async get(c) {
    const { deps: { store }, facts: { t }, signedIn: { user } } = c.var;
    if (!store.asksBackground) return await answerRefusal(c, refuse("not_found"));
    const asked = await consentsAskedOf(store, user.id);
    const men = await partnersOf(c, ladySide, asked.map(({ manId }) => manId));
    const shown = asked.map((consent) => ({ consent, man: men.get(consent.manId)! }));
    return await answerPrivate(c, {
      title: t("background:lady.title"),
      // A man who is kept from her is no longer listed.
      view: <AskedView asked={shown.filter(({ man }) => man.canReceive)} />,
    });
  },
};

const onePage: PageDefinition = {
  paths: [`${ladyBackgroundsPath}/:id`],
  access: "ladies",
  get: (c) => answerAbout(c, (asked) => show(c, asked, freshForm())),
  post: (c, body) => answerAbout(c, (asked) => act(c, asked, body)),
};

export const ladyBackgroundPages: PageDefinition[] = [listPage, onePage];

interface Asked {
  consent: BackgroundConsent;
  /** Null while the registry has not been searched for his newest statement. */
  statement: BackgroundStatement | null;
  man: Partner;
  translated: TranslatedWords | null;
  pamphlet: string;
}

/** Refuses `not_found` for a man who has not asked her, or is kept from her: she may not read his statement. */
async function answerAbout(c: MemberContext, answer: (asked: Asked) => Promise<Response>): Promise<Response> {
  const { deps: { store, config }, facts: { locale }, signedIn: { user } } = c.var;
  const manId = idOf(c.req.param("id"));
  const found = manId === null || !store.asksBackground ? null : await statementFor(store, user.id, manId);
  if (!found || config.backgroundPamphlet === null) return await answerRefusal(c, refuse("not_found"));
  const { manId: id } = found.consent;
  const [men, translated] = await Promise.all([
    partnersOf(c, ladySide, [id]),
    found.statement && translatedWords(store, found.statement, locale),
  ]);
  return await answer({ ...found, man: men.get(id)!, translated, pamphlet: config.backgroundPamphlet });
}

async function act(c: MemberContext, asked: Asked, body: Body): Promise<Response> {
  const { deps, facts: { locale, origin, prefix }, signedIn: { user } } = c.var;
  const { man, statement, pamphlet } = asked;
  if (body.action === "translate") {
    const made = statement ? await translateOwnWords(deps, statement, locale) : refuse("conflict");
    if (!made.ok) return await refused(c, asked, made, "");
  } else {
    const signature = typeof body.signature === "string" ? body.signature.slice(0, 2 * signatureLengthMax) : "";
    const consents = body.action === "consent";
    if (!consents && body.action !== "refuse") return await answerRefusal(c, refuse("malformed"));
    const answered = await answerConsent(deps.store, {
      manId: man.id,
      ladyId: user.id,
      number: Number(body.number) || 0,
      consents,
      locale,
      words: readingBy(c, asked),
      pamphlet,
      signature,
      origin,
    });
    if (!answered.ok) return await refused(c, asked, answered, signature);
    if (!consents) await (await openChat(deps)).part(user.id, man.id);
    deps.wakeJobs?.();
    leaveFlash(c, "success", `background:flash.${consents ? "consented" : "refused"}`, { name: man.name });
  }
  return c.redirect(localHref(prefix, ladyBackgroundPath(man.id)), 303);
}

const refused = (c: MemberContext, asked: Asked, refusal: Refusal, signature: string): Promise<Response> =>
  show(c, asked, refusedForm(c, refusal, { signature }, ["signature"]));

/** How she can read his own words now. */
function readingBy(c: MemberContext, { statement, translated }: Asked): WordsReading {
  if (!statement || ownWordsOf(statement.answers).length === 0) return "read";
  if (isReadBy(readingOf(c.var.signedIn.user), statement.language)) return "read";
  return translated ? "machine" : "original";
}

async function show(c: MemberContext, asked: Asked, form: FormState): Promise<Response> {
  const { deps, facts: { t } } = c.var;
  const { consent, statement, man, translated, pamphlet } = asked;
  const isForeign = readingBy(c, asked) === "original";
  return await answerPrivate(c, {
    title: t("background:lady.of", { name: man.name }),
    status: form.status,
    view: (
      <ConsentView
        man={man}
        statement={statement}
        translated={translated}
        stage={stageBy(statement, consent)}
        answer={consent.answer}
        pamphlet={pamphlet}
        canTranslate={isForeign && mayTranslate(deps)}
        isForeign={isForeign}
        form={form}
      />
    ),
  });
}
