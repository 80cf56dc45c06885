/**
 * A machine's translation of a lady's words, for the time until a translator has come to them: what needs one, and its
 * place in her profile, marked as a machine's. A translator's text stays for words that she has not changed since.
 */
import type { User } from "../../accounts/users.ts";
import type { Store } from "../../open.ts";
import { keys } from "../../store/keys.ts";
import { transactLady } from "./changing.ts";
import type { ProfilePart } from "./profile_translations.ts";
import type { LadyRecord, LadyTranslation, WordLocale } from "../record.ts";
import { languageForMachine, partsOf, versionOf, type WordPart } from "./words.ts";

/** What a machine is asked to translate: the texts that readers of a locale still see in her own language. */
export interface WantedMachineText {
  /** The language of her own words, BCP 47. */
  from: string;
  version: number;
  texts: string[];
}

/** What to ask a machine for; null if nothing: she is not shown, or all that readers of that locale see is translated. */
export async function wantedMachineText(store: Store, part: ProfilePart): Promise<WantedMachineText | null> {
  const [lady, account] = await store.kv.getMany<[LadyRecord, User]>([keys.lady(part.ladyId), keys.user(part.ladyId)]);
  if (!lady.value || !account.value) return null;
  const from = languageForMachine(lady.value, account.value, part.locale);
  if (from === null) return null;
  const texts = openParts(lady.value, part.locale).flatMap(({ text, kept }) => kept === null ? [text] : []);
  return { from, version: versionOf(lady.value), texts };
}

/** A part of her words; `kept` is what an earlier translation still says of it, null if a machine has to translate it. */
type OpenPart = WordPart & { kept: string | null };

/** All parts but her name and city, which are shown in letters that the reader knows without a translation. */
function openParts(lady: LadyRecord, locale: WordLocale): OpenPart[] {
  const earlier = lady.localized[locale];
  let interest = 0;
  return partsOf(lady).filter(({ field }) => field !== "firstname" && field !== "city").map((part) => {
    const known = part.field === "interest" ? earlier?.interests[interest++] : earlier?.[part.field];
    return { ...part, kept: known && known !== part.text ? known : null };
  });
}

/**
 * Shows a machine's texts, in the order of `wantedMachineText`, to readers of that locale. Returns false if she has changed
 * her words, or a translator was first. Texts that are too long are cut after a word.
 */
export function keepMachineText(
  store: Store,
  part: ProfilePart,
  { version, texts }: Pick<WantedMachineText, "version" | "texts">,
  by: string,
): Promise<boolean> {
  return transactLady<boolean>(store, part.ladyId, async () => {
    const [lady, account] = await store.kv.getMany<[LadyRecord, User]>([
      keys.lady(part.ladyId),
      keys.user(part.ladyId),
    ]);
    if (!lady.value || !account.value || versionOf(lady.value) !== version) return { done: false };
    if (languageForMachine(lady.value, account.value, part.locale) === null) return { done: false };
    const localized = withMachineTexts(lady.value, part.locale, texts, { by, at: store.now() });
    const record = { ...lady.value, localized: { ...lady.value.localized, [part.locale]: localized } };
    return { commit: store.kv.atomic().check(lady).set(lady.key, record), result: true, lady: record };
  });
}

function withMachineTexts(
  lady: LadyRecord,
  locale: WordLocale,
  texts: string[],
  { by, at }: { by: string; at: number },
): LadyTranslation {
  const earlier = lady.localized[locale];
  const parts = openParts(lady, locale);
  const made = texts.values();
  const { firstname, city, quote, about, idealPartner } = earlier ?? lady;
  const words = { firstname, city, quote, about, idealPartner, interests: [] as string[] };
  for (const { field, kept, most, text } of parts) {
    const shown = kept ?? shortened(made.next().value ?? text, most);
    if (field === "interest") words.interests.push(shown);
    else words[field] = shown;
  }
  // If an author's texts stand among them, the author is named beside the machine.
  const hasKept = parts.some(({ kept }) => kept !== null);
  const person = hasKept && earlier?.author ? { author: earlier.author, at: earlier.at } : { at };
  return { ...words, ...person, machine: by, version: versionOf(lady) };
}

/** Cuts a text to `most` UTF-16 units, its ellipsis included; between words if that does not lose half of it. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 1).toWellFormed().replace(/\uFFFD$/, "");
  const atWord = cut.replace(/\s+\S*$/u, "");
  return `${(atWord.length > most / 2 ? atWord : cut).trimEnd()}…`;
}
