/** Tells letters as their reader may read them: of a sealed one only that it is there, and not a word of it. */
import type { User } from "../../../accounts/users.ts";
import { allLooseAttachments, type Attachment, attachmentsOf } from "../../../letters/attachments.ts";
import {
  authorIdOf,
  deletedAtFor,
  isLocked,
  type Letter,
  letterHasComeTo,
  type LetterText,
  partnerIdFor,
  readAtFor,
} from "../../../letters/letter.ts";
import { letterDraftsOf } from "../../../letters/letter_drafts.ts";
import { lettersByIds, textsFor } from "../../../letters/letters.ts";
import { threadBetween } from "../../../letters/boxes/threads.ts";
import type { Store } from "../../../open.ts";
import { keys } from "../../../store/keys.ts";
import { prefixes } from "../../../store/prefixes.ts";
import { contacts } from "./contacts.ts";
import { moment, other, type Section, type Told } from "./section.ts";

const lettersAtOnce = 50;

/** Letters by correspondent, then the deleted ones. */
export const tellLetters: Section = async function* (store, user) {
  let ids: number[] = [];
  for await (const id of letterIds(store, user.id)) {
    if (ids.push(id) < lettersAtOnce) continue;
    yield* told(store, user, ids);
    ids = [];
  }
  yield* told(store, user, ids);
};

async function* letterIds(store: Store, userId: number): AsyncGenerator<number> {
  for (const prefix of [prefixes.threadLettersOf(userId), prefixes.box(userId, "deleted")]) {
    for await (const { key } of store.kv.list({ prefix }, { batchSize: 500 })) yield Number(key.at(-1));
  }
}

async function* told(store: Store, user: User, ids: number[]): AsyncGenerator<Told> {
  const letters = (await lettersByIds(store, ids)).filter((letter) => letterHasComeTo(letter, user.id));
  const texts = await textsFor(store, user.id, letters);
  const enclosed = await attachmentsOf(store, texts);
  for (const letter of letters) {
    yield await tellOne(store, user, letter, texts.get(letter.id) ?? null, enclosed.get(letter.id) ?? []);
  }
}

async function tellOne(
  store: Store,
  user: User,
  letter: Letter,
  text: LetterText | null,
  enclosed: Attachment[],
): Promise<Told> {
  const isMine = authorIdOf(letter) === user.id;
  const asked = letter.asked?.by === user.id ? letter.asked : null;
  return {
    id: letter.id,
    with: await other(store, partnerIdFor(letter, user.id)),
    from: isMine ? "me" : "the other",
    place: letter.place?.city ?? null,
    sentAt: moment(letter.sentAt),
    deliveredAt: moment(letter.deliveredAt),
    readAt: moment(readAtFor(letter, user.id)),
    // Only the man is told when he paid, as on the letter's sheet.
    openedAt: moment(letter.manId === user.id ? letter.paidAt : null),
    putAwayAt: moment(deletedAtFor(letter, user.id)),
    isIntroduction: letter.isIntroduction,
    readByHouse: (letter.looks ?? []).map(({ at, reason }) => ({ at: moment(at), reason })),
    isSealed: !isMine && isLocked(letter),
    isErased: letter.erasedAt !== undefined,
    language: letter.language ?? null,
    askedForTranslation: asked && { at: moment(asked.at), state: asked.state },
    returnReason: isMine ? letter.returnReason ?? null : null,
    body: text?.body ?? null,
    translation: text?.translation ?? null,
    // The name that its owner gave a file is told to nobody else.
    pictures: enclosed.map(({ id, name }) => ({ file: letterPictureName(id), ...(isMine && { name }) })),
  };
}

/** What a picture is called in a ZIP. */
const letterPictureName = (attachmentId: string): string => `pictures/letter-${attachmentId}.webp`;

const ownPicture = ({ id, name }: Attachment): Told => ({ file: letterPictureName(id), name });

/**
 * Drafts of letters by their recipients; other words for the same letter are told as drafts of their own. Then the pictures
 * that belong to no draft.
 */
export const tellDrafts: Section = async function* (store, user) {
  const [drafts, loose] = await Promise.all([letterDraftsOf(store, user.id), allLooseAttachments(store, user.id)]);
  for (const { partnerId, body, writtenAt, attachmentIds, others } of drafts) {
    const to = await other(store, partnerId);
    const pictures = loose.filter(({ id }) => attachmentIds.includes(id)).map(ownPicture);
    yield { with: to, at: moment(writtenAt), body, pictures };
    for (const words of others) yield { with: to, at: moment(words.writtenAt), body: words.body, pictures: [] };
  }
  for (const picture of loose) {
    if (drafts.some(({ attachmentIds }) => attachmentIds.includes(picture.id))) continue;
    yield { with: null, at: moment(picture.createdAt), body: null, pictures: [ownPicture(picture)] };
  }
};

/** Everybody with whom this person has letters or has chatted, each once. */
export const tellCorrespondents: Section = async function* (store, user) {
  for await (const partnerId of contacts(store, user.id)) {
    const [thread, glossed] = await Promise.all([
      threadBetween(store, user.id, partnerId),
      store.kv.get(keys.conversationOf(user.id, partnerId)),
    ]);
    yield {
      ...await other(store, partnerId),
      letters: thread.value?.letterCount ?? 0,
      firstLetterAt: moment(thread.value?.firstAt),
      lastLetterAt: moment(thread.value?.lastAt),
      hasChatted: glossed.versionstamp !== null,
    };
  }
};
