/** What people write to the site waits until somebody says that it is answered. */
import { expect } from "expect";
import type { Store } from "../open.ts";
import { auditRecords } from "../store/audit_log.ts";
import { runDueJobs } from "../store/jobs/queue.ts";
import { refuse } from "../store/refusals.ts";
import { contactMessageById, contactMessages, keepContactMessage, setContactAnswered } from "./contact_messages.ts";
import { storeWithAdmins } from "../testing/safety.ts";
import { afterMeanwhile, createJames } from "../testing/store.ts";
import { suspend } from "./suspensions.ts";

const ada = 9001;
const paging = { page: 1, limit: 20 };

async function write(store: Store, body: string): Promise<string> {
  const words = { name: "Paul", email: "paul@example.test", topic: "question", locale: "en", userId: null } as const;
  const kept = await keepContactMessage(store, { ...words, body, address: "203.0.113.7" });
  if (!kept.ok) throw new Error(kept.reason);
  return kept.id;
}

const bodies = async (store: Store, isAnswered: boolean) =>
  (await contactMessages(store, isAnswered, paging)).messages.map(({ body }) => body);

Deno.test("what waits is read oldest first; what is answered leaves, and may come back", async () => {
  using store = await storeWithAdmins(ada, ada + 1);
  const ids: string[] = [];
  for (const body of ["First.", "Second.", "Third."]) {
    store.clock.advance({ minutes: 1 });
    ids.push(await write(store, body));
  }
  expect(await bodies(store, false)).toEqual(["First.", "Second.", "Third."]);
  const answer = (at: number, isAnswered: boolean) =>
    setContactAnswered(store, { messageId: ids[at]!, isAnswered, actorId: ada });
  expect(await answer(1, true)).toMatchObject({ ok: true, message: { answeredBy: ada } });
  expect(await answer(1, true)).toMatchObject({ reason: "conflict" });
  store.clock.advance({ minutes: 1 });
  await answer(0, true);
  expect([await bodies(store, false), await bodies(store, true)]).toEqual([["Third."], ["First.", "Second."]]);
  await answer(1, false);
  expect(await bodies(store, false)).toEqual(["Second.", "Third."]);
  expect((await contactMessageById(store, ids[1]!))!.answeredBy).toBeUndefined();
  expect(await setContactAnswered(store, { messageId: "none", isAnswered: true, actorId: ada }))
    .toMatchObject({ reason: "not_found" });
  const { records } = await auditRecords(store, { page: 1, limit: 9 });
  expect(records.map(({ action, actorId }) => [action, actorId])).toEqual([
    ["message_reopened", ada],
    ["message_answered", ada],
    ["message_answered", ada],
  ]);
  // The log holds no words and no address.
  expect(JSON.stringify(records)).not.toMatch(/paul|First|Second/i);
});

Deno.test("the same words are one message while it waits; after its answer they wait and are mailed again", async () => {
  using store = await storeWithAdmins(ada, ada + 1);
  const mailed: string[] = [];
  const mails = async () => {
    await runDueJobs(store, (job) => {
      if (job.kind === "contact_mail") mailed.push(job.messageId);
      return Promise.resolve();
    }, (_, error) => {
      throw error;
    });
    return mailed.length;
  };
  const messageId = await write(store, "Please call me back.");
  expect(await write(store, "Please call me back.")).toBe(messageId);
  expect([await bodies(store, false), await mails()]).toEqual([["Please call me back."], 1]);
  await setContactAnswered(store, { messageId, isAnswered: true, actorId: ada });
  store.clock.advance({ days: 60 });
  await Promise.all([write(store, "Please call me back."), write(store, "Please call me back.")]);
  expect([await bodies(store, false), await bodies(store, true)]).toEqual([["Please call me back."], []]);
  expect(await mails()).toBe(2);
  // It counts as written now: in the queue, and for how long it is kept.
  expect((await contactMessageById(store, messageId))!.at).toBe(store.now());
});

Deno.test("of two who answer at once one is told", async () => {
  using store = await storeWithAdmins(ada, ada + 1);
  const messageId = await write(store, "Hello.");
  const both = await Promise.all(
    [ada, ada + 1].map((actorId) => setContactAnswered(store, { messageId, isAnswered: true, actorId })),
  );
  expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
});

Deno.test("only an admin who is not kept out says that a message is answered, to the moment of the commit", async () => {
  using store = await storeWithAdmins(ada, ada + 1);
  const { id: james } = await createJames(store);
  const messageId = await write(store, "Hello.");
  const answer = (actorId: number, by: Store = store) =>
    setContactAnswered(by, { messageId, isAnswered: true, actorId });
  for (const actorId of [james, 4711]) expect(await answer(actorId)).toEqual(refuse("wrong_role"));
  const keepOut = () =>
    suspend(store, { userId: ada + 1, kind: "conduct", reason: "Left", facts: "Left.", actorId: ada });
  expect(await answer(ada + 1, afterMeanwhile(store, keepOut))).toEqual(refuse("wrong_role"));
  expect(await answer(ada + 1)).toEqual(refuse("wrong_role"));
  expect((await contactMessageById(store, messageId))!.answeredAt).toBeUndefined();
  const { records } = await auditRecords(store, { page: 1, limit: 9 });
  expect(records.map(({ action }) => action)).toEqual(["user_suspended"]);
});
