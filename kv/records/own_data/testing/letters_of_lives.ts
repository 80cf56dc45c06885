/** The letters of the full lives, with a picture each; some wait for a translator. */
import { changeOwn } from "../../../ladies/profiles.ts";
import type { User } from "../../../accounts/users.ts";
import { addAttachment, attachmentFile } from "../../../letters/attachments.ts";
import { keepTerm } from "../../../letters/translating/glossary.ts";
import type { Letter } from "../../../letters/letter.ts";
import { saveLetterDraft } from "../../../letters/letter_drafts.ts";
import { openLetter } from "../../../letters/opening.ts";
import { sendLetter } from "../../../letters/sending.ts";
import { keepMachineDraft, saveDraft } from "../../../letters/translating/translation_drafts.ts";
import { finishTranslation } from "../../../letters/translating/translation_ends.ts";
import { claimTranslation } from "../../../letters/translating/translations.ts";
import type { TestStore } from "../../../testing/store.ts";
import { type Cast, must, type Put } from "./cast.ts";

export type Letters = Record<
  "hers" | "herPaid" | "herSealed" | "his" | "hisSecond" | "hisWaiting" | "toHimWaiting",
  Letter
>;

/** Writes the letters, each a minute after the one before, and pays for those that are read. */
export async function writeLetters(
  store: TestStore,
  { him, her, olena, wei, nadia }: Cast,
  put: Put,
): Promise<Letters> {
  let sent = 0;
  const send = async (
    author: User,
    recipient: User,
    body: string,
    whose: "man" | "lady" | null,
    translate?: boolean,
  ) => {
    store.clock.advance({ minutes: 1 });
    const attachmentIds: string[] = [];
    if (whose) {
      const facts = { width: 4, height: 4, bytes: 600 };
      const name = `${author.firstname}.jpg`;
      const wanted = { name, type: "image/webp", full: facts, thumb: facts, digest: `d${sent}` };
      const { attachment } = must(await addAttachment(store, author.id, wanted));
      for (const size of ["full", "thumb"] as const) await put(whose, attachmentFile(attachment.id, size));
      attachmentIds.push(attachment.id);
    }
    const wanted = { authorId: author.id, recipientId: recipient.id, body, attachmentIds, translate };
    return must(await sendLetter(store, { ...wanted, sendKey: `full-life-${++sent}` })).letter;
  };
  const hers = await send(her, wei, "Dear friend,\n\nher first letter of poppies", "lady");
  must(await openLetter(store, wei.id, hers.id, false));
  await send(wei, her, "Thank you for the poppies that came", null);
  const herPaid = await send(her, wei, "her paid letter of cherry stones", "lady");
  must(await openLetter(store, wei.id, herPaid.id, true));
  const herSealed = await send(her, wei, "her sealed letter of storks", "lady");
  const his = await send(him, olena, "a schooner called Periwinkle came by", "man");
  const hisSecond = await send(him, olena, "his second letter about tangerines", "man");
  await send(olena, him, "To my friend of the sea", null);
  const toHimWaiting = await send(olena, him, "A letter of hers that waits", null, true);
  must(await changeOwn(store, olena.id, { account: { readsLanguages: ["ru"], readingLanguage: "ru" } }));
  const translated = await send(him, olena, "his second letter about tangerines, translated", null);
  must(await claimTranslation(store, nadia.id, translated.id));
  must(await finishTranslation(store, nadia.id, translated.id, ["a schooner called Periwinkle, in Russian"]));
  const hisWaiting = await send(him, olena, "his letter that waits, of walnuts", "man");
  must(await claimTranslation(store, nadia.id, hisWaiting.id));
  must(await saveDraft(store, nadia.id, hisWaiting.id, ["his letter that waits, of walnuts (begun)"]));
  must(await keepMachineDraft(store, nadia.id, hisWaiting.id, ["his letter that waits, of walnuts (machine)"]));
  const direction = { manId: him.id, ladyId: olena.id, from: "en", to: "ru" };
  must(await keepTerm(store, direction, { term: "Term-of-Periwinkle", translation: "барвинок", by: nadia.id }));
  for (
    const [owner, partner, body] of [[him, olena, "he begins of lanterns"], [
      her,
      wei,
      "she begins of quinces",
    ]] as const
  ) {
    const begun = { body, sendKey: store.randomToken(), attachmentIds: [], base: 0, ageMs: 0 };
    must(await saveLetterDraft(store, owner.id, partner.id, begun));
    must(await saveLetterDraft(store, owner.id, partner.id, { ...begun, body: "newer words" }));
  }
  const loose = { width: 4, height: 4, bytes: 600 };
  for (const [whose, owner] of [["man", him], ["lady", her]] as const) {
    const wanted = { name: `${owner.firstname}.jpg`, type: "image/webp", full: loose, thumb: loose, digest: "loose" };
    const { attachment } = must(await addAttachment(store, owner.id, wanted));
    for (const size of ["full", "thumb"] as const) await put(whose, attachmentFile(attachment.id, size));
  }
  return { hers, herPaid, herSealed, his, hisSecond, hisWaiting, toHimWaiting };
}
