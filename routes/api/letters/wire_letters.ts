/** A letter on the wire: each of the two gets what he or she may read, and of a locked letter no words at all. */
import * as z from "zod";
import { type User, usersByIds } from "../../../kv/accounts/users.ts";
import { ladiesByIds } from "../../../kv/ladies/ladies.ts";
import { attachmentsOf } from "../../../kv/letters/attachments.ts";
import { translationStateOf } from "../../../kv/letters/translating/asked_translations.ts";
import { languageOf } from "../../../kv/letters/language.ts";
import {
  authorIdOf,
  isLocked,
  type Letter,
  type LetterText,
  type LetterTranslation,
  readAtFor,
  recipientIdOf,
} from "../../../kv/letters/letter.ts";
import { textsFor } from "../../../kv/letters/letters.ts";
import type { Store } from "../../../kv/open.ts";
import { attachmentShape, wireAttachment } from "../../files/enclosures.ts";
import type { AppContext } from "../../http/env.ts";
import { formerPersonOf, personOf, personShape } from "../describing/shapes.ts";

export const letterShape = z.object({
  id: z.number(),
  sender: personShape,
  recipient: personShape,
  date: z.string(),
  isRead: z.boolean(),
  isPaid: z.boolean(),
  isIntroduction: z.boolean(),
  body: z.string().nullable().describe("Null while locked"),
  language: z.string().describe("BCP 47; und where it cannot be told"),
  translation: z.object({
    state: z.enum(["waiting", "done", "returned"]).describe("returned: no translator could or did translate it"),
    body: z.string().nullable().describe("Null while locked, and until it is done"),
    language: z.string().nullable(),
    author: z.string().nullable().describe("The translator's name"),
    date: z.string().nullable(),
    machine: z.enum(["revised", "checked"]).nullable().describe("What the author did with a machine's draft"),
  }).nullable(),
  attachments: z.array(attachmentShape).describe("Empty while locked"),
  state: z.enum(["waiting_for_translation", "returned", "erased"]).nullable()
    .describe("For its author: why it has not come; erased: its words went with the account of who wrote it"),
  readByHouse: z.array(z.object({ date: z.string(), reason: z.string() })).optional()
    .describe("When a staff member read it, and why; absent where nobody did"),
});

export async function wireLetter(c: AppContext, reader: User, letter: Letter): Promise<z.infer<typeof letterShape>> {
  return (await wireLetters(c, reader, [letter]))[0]!;
}

/** Letters as this reader may see them; a locked one has no words at all. */
export async function wireLetters(
  c: AppContext,
  reader: User,
  letters: Letter[],
): Promise<z.infer<typeof letterShape>[]> {
  const { store } = c.var.deps;
  const ids = [...new Set(letters.flatMap((letter) => [letter.manId, letter.ladyId]))];
  const [people, { texts, enclosed }] = await Promise.all([peopleOf(c, ids), wordsOf(store, reader, letters)]);
  return letters.map((letter) => ({
    id: letter.id,
    sender: people.get(authorIdOf(letter))!,
    recipient: people.get(recipientIdOf(letter))!,
    date: new Date(letter.sentAt).toISOString(),
    isRead: readAtFor(letter, reader.id) !== null,
    isPaid: isPaid(letter),
    isIntroduction: letter.isIntroduction,
    ...(letter.looks && {
      readByHouse: letter.looks.map(({ at, reason }) => ({ date: new Date(at).toISOString(), reason })),
    }),
    body: texts.get(letter.id)?.body ?? null,
    language: languageOfLetter(letter, texts.get(letter.id)),
    translation: wireTranslation(letter, texts.get(letter.id)?.translation ?? null),
    attachments: (enclosed.get(letter.id) ?? []).map(wireAttachment),
    state: letter.erasedAt !== undefined
      ? "erased" as const
      : authorIdOf(letter) === reader.id
      ? stateOf(letter)
      : null,
  }));
}

async function peopleOf(c: AppContext, ids: number[]): Promise<Map<number, z.infer<typeof personShape>>> {
  const { store } = c.var.deps;
  // Half of them are ladies, whose profiles `personOf` reads as well.
  store.memory.expect(() => ladiesByIds(store, ids));
  const users = await usersByIds(store, ids);
  return new Map(
    await Promise.all(ids.map(async (id, at) => {
      const user = users[at];
      return [id, user ? await personOf(c, user) : formerPersonOf(c, id)] as const;
    })),
  );
}

async function wordsOf(store: Store, reader: User, letters: Letter[]) {
  const texts = await textsFor(store, reader.id, letters);
  return { texts, enclosed: await attachmentsOf(store, texts) };
}

/** Whether a letter that costs something to open is paid; stays true if its words or its translation are gone. */
const isPaid = (letter: Letter): boolean => letter.author === "lady" && !letter.isIntroduction && !isLocked(letter);

/** Why a letter has not come to its recipient; only its author is told. */
const stateOf = ({ translationState }: Letter) =>
  translationState === "waiting" ? "waiting_for_translation" : translationState === "returned" ? "returned" : null;

const languageOfLetter = (letter: Letter, text: LetterText | undefined): string =>
  letter.language ?? (text ? languageOf(text.body, []) : "und");

/** The translation of a letter; of a locked letter only its state. */
export function wireTranslation(letter: Letter, translation: LetterTranslation | null): WireTranslation | null {
  const known = translation ? "done" : translationStateOf(letter);
  if (known === null) return null;
  return {
    state: known === "untranslated" ? "returned" : known,
    body: translation?.body ?? null,
    language: translation?.language ?? null,
    author: translation?.author ?? null,
    date: translation?.at === undefined ? null : new Date(translation.at).toISOString(),
    machine: translation?.machine ?? null,
  };
}

type WireTranslation = NonNullable<z.infer<typeof letterShape>["translation"]>;
