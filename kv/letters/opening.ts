/** Opening and reading: the man pays once for a locked letter; whatever is free is read by being shown. */
import { isSuspended, type User, userById } from "../accounts/users.ts";
import { balanceOf, post } from "../credits/ledger/ledger.ts";
import type { Store } from "../open.ts";
import { contactRefusal } from "../safety/background/contact.ts";
import { isBlockedBetween } from "../safety/blocks.ts";
import { changeRecord } from "../store/commit.ts";
import { alsoIfLate } from "../store/health/health.ts";
import { keys } from "../store/keys.ts";
import { refuse, type Result } from "../store/refusals.ts";
import { authorIdOf, incomingBoxOf, isLocked, isReadAndTold, type Letter, recipientIdOf } from "./letter.ts";
import { letterById, letterOf } from "./letters.ts";
import { publishLetters } from "./notifications.ts";

export type Opened = Result<{ letter: Letter; balanceCredits: number | null }>;

/**
 * Marks a letter as read by its recipient. With `pay`, a man opens a locked one at its opening price, once and for
 * good. Refuses `not_found` for others' letters, and for a locked one `letter_locked` without `pay`,
 * `partner_suspended` while its author is suspended, `background_required`, and what the ledger refuses.
 */
export async function openLetter(store: Store, readerId: number, letterId: number, pay: boolean): Promise<Opened> {
  const letter = await letterOf(store, readerId, letterId);
  if (!letter) return refuse("not_found");
  if (recipientIdOf(letter) !== readerId) return { ok: true, letter, balanceCredits: null };
  if (!isLocked(letter)) return await markRead(store, letter);
  if (!pay) return refuse("letter_locked");
  // Nobody pays for a suspended author's letter.
  const author = await userById(store, letter.ladyId);
  if (author && isSuspended(author)) return refuse("partner_suspended");
  const refusal = await contactRefusal(store, letter, readerId);
  if (refusal) return refusal;
  const isUntold = await isBlockedBetween(store, readerId, letter.ladyId);

  const tell = () => publishLetters(store, [readerId]);
  const posting = post(store, {
    manId: readerId,
    operation: "opened_letter",
    deltaCredits: -letter.openingPriceCredits,
    reference: { letterId, partnerId: letter.ladyId },
    idempotencyKey: `letter-open:${letterId}`,
  }, {
    read: () => store.kv.getMany<[Letter, User]>([keys.letter(letterId), keys.user(letter.ladyId)]),
    add(op, entry, [current, author]) {
      if (!current.value || !isLocked(current.value)) return refuse("conflict");
      if (author.value && isSuspended(author.value)) return refuse("partner_suspended");
      op.check(current, author)
        .set(current.key, {
          ...current.value,
          paidAt: entry.at,
          readAt: entry.at,
          ...(isUntold && { isReadUntold: true }),
        })
        .delete(keys.unread(readerId, incomingBoxOf(letter), letterId));
    },
  });
  const posted = await alsoIfLate(posting, tell);
  if (!posted.ok) return posted;
  tell();
  const opened = (await letterById(store, letterId))!;
  const balanceCredits = posted.isRepeat ? await balanceOf(store, readerId) : posted.entry.balanceAfter;
  return { ok: true, letter: opened, balanceCredits };
}

/**
 * Notes the first reading of a letter that is not locked, for its reader alone while a block keeps the two apart; its
 * author hears of it once it is read again after that.
 */
async function markRead(store: Store, letter: Letter): Promise<Opened> {
  if (isReadAndTold(letter)) return { ok: true, letter, balanceCredits: null };
  const isUntold = await isBlockedBetween(store, recipientIdOf(letter), authorIdOf(letter));
  const tell = () => publishLetters(store, [recipientIdOf(letter)]);
  const opening = changeRecord<Letter>(store, keys.letter(letter.id), (current, op) => {
    if (isReadAndTold(current) || (current.readAt !== null && isUntold)) return current;
    op.delete(keys.unread(recipientIdOf(current), incomingBoxOf(current), current.id));
    const { isReadUntold: _, ...rest } = current;
    return { ...rest, readAt: current.readAt ?? store.now(), ...(isUntold && { isReadUntold: true }) };
  });
  const opened = await alsoIfLate(opening, tell);
  if (!opened.ok) return opened;
  tell();
  return { ok: true, letter: opened.record, balanceCredits: null };
}
