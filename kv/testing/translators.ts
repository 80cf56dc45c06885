/** For tests of translations: two translators, ladies who want translations, and letters that wait. */
import { translator, type User } from "../accounts/users.ts";
import type { Letter } from "../letters/letter.ts";
import { sendLetter, type WantedLetter } from "../letters/sending.ts";
import { releaseUntranslated } from "../letters/translating/translation_ends.ts";
import type { Store } from "../open.ts";
import { tamper } from "../records/audit/testing/lived_in_world.ts";
import { runDueJobs } from "../store/jobs/queue.ts";
import { keys } from "../store/keys.ts";
import { createPeople, createUser, type TestStore } from "./store.ts";

export const createNadia = (store: Store): Promise<User> =>
  createUser(store, { groupId: translator, firstname: "Nadia", lastname: "Hrytsenko", email: "nadia@staff.test" });

export const createPetro = (store: Store): Promise<User> =>
  createUser(store, { groupId: translator, firstname: "Petro", email: "petro@staff.test" });

/** The four people, of whom Daria reads Russian alone, and two translators. */
export async function createTranslationWorld(store: TestStore) {
  const people = await createPeople(store);
  await tamper<User>(store, keys.user(people.daria.id), { readsLanguages: ["ru"], readingLanguage: "ru" });
  await tamper<User>(store, keys.user(people.olena.id), { readsLanguages: ["en", "ru"], readingLanguage: "ru" });
  return { ...people, nadia: await createNadia(store), petro: await createPetro(store) };
}

let sendings = 0;

/** Sends a letter a minute after the last; throws what is refused. */
export async function send(
  store: TestStore,
  author: User,
  recipient: User,
  more: Partial<WantedLetter> = {},
): Promise<Letter> {
  store.clock.advance({ minutes: 1 });
  const sendKey = `translated-by-test-${++sendings}`;
  const body = "Dear Daria,\n\nThe drawer is sorted.\n\nJames";
  const sent = await sendLetter(store, { authorId: author.id, recipientId: recipient.id, body, sendKey, ...more });
  if (!sent.ok) throw new Error(sent.reason);
  return sent.letter;
}

/** Runs the jobs that are due; only those that end the wait for a translation do anything. */
export async function runJobs(store: Store): Promise<void> {
  const failures: unknown[] = [];
  await runDueJobs(store, async (job) => {
    if (job.kind === "release_untranslated") await releaseUntranslated(store, job.letterId);
  }, (_job, error) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
