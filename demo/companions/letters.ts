/** A companion at her desk: reads each letter that comes, and answers it once. */
import { getLogger } from "@logtape/logtape";
import { unreadIds } from "../../kv/letters/boxes/boxes.ts";
import { letterOf } from "../../kv/letters/letters.ts";
import { lettersTopic } from "../../kv/letters/notifications.ts";
import { openLetter } from "../../kv/letters/opening.ts";
import { sendLetter } from "../../kv/letters/sending.ts";
import { finishTranslation } from "../../kv/letters/translating/translation_ends.ts";
import { claimTranslation } from "../../kv/letters/translating/translations.ts";
import type { Store } from "../../kv/open.ts";
import { userOf } from "../people.ts";
import { answerIn, type Character } from "./lines.ts";

const log = getLogger(["vesna", "demo"]);

/** How long she takes to answer. */
const answerMs = 10_000;

interface Desk {
  store: Store;
  character: Character;
  pause: (ms: number) => Promise<void>;
}

/** Answers every letter to her, including those that wait already, until the returned function is called. */
export async function answerLetters({ store, character, pause }: Desk): Promise<() => void> {
  const [lady, translator] = await Promise.all([userOf(store, character.key), userOf(store, "translator")]);
  let isStopped = false;
  let tail = Promise.resolve();
  const look = () => {
    tail = tail.then(async () => {
      const { inbox, introduction } = await unreadIds(store, lady.id);
      for (const letterId of [...introduction, ...inbox]) {
        await pause(answerMs);
        if (isStopped) return;
        await answerLetter(store, character, { letterId, ladyId: lady.id, translatorId: translator.id });
      }
    }).catch((error) => log.error("a companion's letters wait: {error}", { error }));
  };
  const stopListening = store.pubsub.listen(lettersTopic(lady.id), look);
  look();
  return () => {
    isStopped = true;
    stopListening();
  };
}

/** Answers a letter and marks it as read; a repeated answer is the same letter. The demo's translator translates it. */
async function answerLetter(
  store: Store,
  character: Character,
  { letterId, ladyId, translatorId }: { letterId: number; ladyId: number; translatorId: number },
): Promise<void> {
  const letter = await letterOf(store, ladyId, letterId);
  if (!letter) return;
  const { language } = character;
  const sent = await sendLetter(store, {
    authorId: ladyId,
    recipientId: letter.manId,
    body: answerIn(character, language).join("\n\n"),
    language,
    sendKey: `companion-answer-${letterId}`,
  });
  await openLetter(store, ladyId, letterId, false);
  if (!sent.ok) return log.info("a companion's letter was refused: {reason}", { reason: sent.reason });
  if (sent.letter.deliveredAt !== null) return;
  const claimed = await claimTranslation(store, translatorId, sent.letter.id);
  // If it cannot be claimed, it waits for a translator, like any letter.
  if (claimed.ok) {
    await finishTranslation(store, translatorId, sent.letter.id, answerIn(character, claimed.translation.to));
  }
}
