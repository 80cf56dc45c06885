import { expect } from "expect";
import type { User } from "../accounts/users.ts";
import { balanceOf } from "../credits/ledger/ledger.ts";
import { setSpendingLimit } from "../credits/ledger/spending_limit.ts";
import type { Store } from "../open.ts";
import { audit } from "../records/audit.ts";
import { tamper } from "../records/audit/testing/lived_in_world.ts";
import { runDueJobs } from "../store/jobs/queue.ts";
import { keys } from "../store/keys.ts";
import { checksAtMost } from "../store/handles/own_repeats.ts";
import { afterMeanwhile, asOtherProcess, createPeople, testStore, withAtomics } from "../testing/store.ts";
import {
  addAttachment,
  type Attachment,
  attachmentById,
  attachmentFor,
  attachmentsOf,
  discardAttachment,
  expireAttachment,
  looseAtMost,
  looseAttachments,
} from "./attachments.ts";
import type { Letter } from "./letter.ts";
import { textsFor } from "./letters.ts";
import { openLetter } from "./opening.ts";
import { sendLetter, type Sent } from "./sending.ts";

const size = { width: 20, height: 10, bytes: 300 };

async function upload(store: Store, owner: User, digest = store.randomToken()): Promise<Attachment> {
  const facts = { name: "spring.jpg", type: "image/webp", full: size, thumb: size, digest };
  const added = await addAttachment(store, owner.id, facts);
  if (!added.ok) throw new Error(added.reason);
  return added.attachment;
}

let sendings = 0;
const send = (
  store: Store,
  author: User,
  recipient: User,
  attachmentIds: string[],
  sendKey = `sending-${++sendings}`,
) =>
  sendLetter(store, {
    authorId: author.id,
    recipientId: recipient.id,
    body: "With a picture.",
    sendKey,
    attachmentIds,
  });

function letterOfSent(sent: Sent) {
  if (!sent.ok) throw new Error(sent.reason);
  return sent.letter;
}

Deno.test("a letter claims its pictures in its own commit, in their order", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const pictures = [await upload(store, james), await upload(store, james), await upload(store, james)];
  const ids = [pictures[2]!.id, pictures[0]!.id, pictures[1]!.id];
  const letter = letterOfSent(await send(store, james, olena, ids));
  const texts = await textsFor(store, olena.id, [letter]);
  expect(texts.get(letter.id)!.attachments).toEqual(ids);
  expect((await attachmentsOf(store, texts)).get(letter.id)!.map(({ id }) => id)).toEqual(ids);
  expect(await looseAttachments(store, james.id, ids)).toEqual([null, null, null]);
  expect(await audit(store)).toEqual([]);
});

Deno.test("the same sending again is the same letter and one charge", async () => {
  using store = await testStore();
  const { james, olena, wei } = await createPeople(store);
  const picture = await upload(store, james, "the same file");
  const first = letterOfSent(await send(store, james, olena, [picture.id], "once"));
  const again = await send(store, james, olena, [picture.id], "once");
  expect(again).toMatchObject({ ok: true, isRepeat: true, letter: { id: first.id } });
  // The file may have been uploaded anew, because no answer came.
  const anew = await upload(store, james, "the same file");
  expect(await send(store, james, olena, [anew.id], "once")).toMatchObject({
    isRepeat: true,
    letter: { id: first.id },
  });
  expect(await balanceOf(store, james.id)).toBe(190);
  const other = await upload(store, james);
  for (const ids of [[], [other.id], [picture.id, other.id]]) {
    expect(await send(store, james, olena, ids, "once")).toMatchObject({ reason: "idempotency_key_reused" });
  }
  const hers = await upload(store, olena, "hers");
  const answer = letterOfSent(await send(store, olena, james, [hers.id], "answer"));
  const answered = await send(store, olena, james, [hers.id], "answer");
  expect(answered).toMatchObject({ isRepeat: true, letter: { id: answer.id } });
  expect(await send(store, olena, james, [], "answer")).toMatchObject({ reason: "idempotency_key_reused" });
  expect(await send(store, olena, wei, [hers.id], "answer")).toMatchObject({ reason: "idempotency_key_reused" });
});

Deno.test("a picture that is gone, somebody else's or another letter's costs nothing and is named", async () => {
  using store = await testStore();
  const { james, wei, olena, daria } = await createPeople(store);
  const mine = await upload(store, james);
  const others = await upload(store, wei);
  const used = await upload(store, james);
  await send(store, james, daria, [used.id]);
  for (const bad of [others.id, used.id, "no-such-picture", "", "../x", "x".repeat(5000)]) {
    const sent = await send(store, james, olena, [mine.id, bad]);
    expect(sent).toMatchObject({ reason: "invalid", fields: { "attachments[1]": "picture_gone" } });
  }
  expect(await send(store, olena, james, [mine.id])).toMatchObject({ fields: { "attachments[0]": "picture_gone" } });
  expect(await balanceOf(store, james.id)).toBe(190);
  expect((await looseAttachments(store, james.id, [mine.id]))[0]).not.toBeNull();
  expect(await audit(store)).toEqual([]);
});

Deno.test("four pictures, or one twice, are too many", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const ids = await Promise.all([1, 2, 3, 4].map(async () => (await upload(store, james)).id));
  for (const wanted of [ids, [ids[0]!, ids[0]!]]) {
    const sent = await send(store, james, olena, wanted);
    expect(sent).toMatchObject({ reason: "invalid", fields: { attachments: "too_many_pictures" } });
  }
  expect(await balanceOf(store, james.id)).toBe(200);
});

Deno.test("a letter with three pictures stays within the checks of a commit: his with a spending limit, and her first one", async () => {
  using store = await testStore();
  const { james, olena, daria } = await createPeople(store);
  await setSpendingLimit(store, james.id, 100);
  const counts: number[] = [];
  const counted = withAtomics(store, (op) => {
    const at = counts.push(0) - 1;
    const check = op.check.bind(op);
    op.check = (...checks) => {
      counts[at]! += checks.length;
      check(...checks);
      return op;
    };
  });
  const ids = await Promise.all([1, 2, 3].map(async () => (await upload(store, james)).id));
  letterOfSent(await send(counted, james, olena, ids));
  expect(Math.max(...counts)).toBeGreaterThan(5);
  for (const her of [olena, daria]) {
    const hers = await Promise.all([1, 2, 3].map(async () => (await upload(store, her)).id));
    letterOfSent(await send(counted, her, james, hers));
  }
  expect(Math.max(...counts)).toBeLessThanOrEqual(checksAtMost);
});

Deno.test("two letters that want one picture at once: one gets it", async () => {
  using store = await testStore();
  const { james, olena, daria } = await createPeople(store);
  const { id } = await upload(store, james);
  const elsewhere = asOtherProcess(store);
  Object.assign(elsewhere, { ladies: store.ladies });
  const sent = await Promise.all([send(store, james, olena, [id]), send(elsewhere, james, daria, [id])]);
  expect(sent.filter(({ ok }) => ok).length).toBe(1);
  expect(await balanceOf(store, james.id)).toBe(190);
  expect(await audit(store)).toEqual([]);
});

Deno.test("a picture that is taken back while its letter is being sent is not in it, and nothing is charged", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  for (const author of [james, olena]) {
    const { id } = await upload(store, author);
    // Between the letter's reading and its commit.
    const late = afterMeanwhile(store, () => discardAttachment(store, author.id, id));
    const sent = await send(late, author, author === james ? olena : james, [id]);
    expect(sent).toMatchObject({ reason: "invalid", fields: { "attachments[0]": "picture_gone" } });
  }
  expect(await balanceOf(store, james.id)).toBe(200);
  expect(await audit(store)).toEqual([]);
});

Deno.test("loose pictures are their owner's alone; enclosed ones are seen by the two, once the letter is open", async () => {
  using store = await testStore();
  const { james, wei, olena, daria } = await createPeople(store);
  const maySee = async (id: string) => {
    const seen = await Promise.all([james, wei, olena, daria].map((reader) => attachmentFor(store, reader.id, id)));
    return seen.map((attachment) => attachment !== null);
  };
  const first = await upload(store, james);
  expect(await maySee(first.id)).toEqual([true, false, false, false]);
  await send(store, james, olena, [first.id]);
  expect(await maySee(first.id)).toEqual([true, false, true, false]);

  const inside = await upload(store, olena);
  const sealed = letterOfSent(await send(store, olena, james, [inside.id]));
  expect(await maySee(inside.id)).toEqual([false, false, true, false]);
  await openLetter(store, james.id, sealed.id, true);
  expect(await maySee(inside.id)).toEqual([true, false, true, false]);
  expect(await attachmentFor(store, james.id, "no-such-picture")).toBeNull();
});

Deno.test("pictures of a letter that waits for its translator are not seen by its recipient yet", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const { id } = await upload(store, james);
  const letter = letterOfSent(await send(store, james, olena, [id]));
  await tamper<Letter>(store, keys.letter(letter.id), { deliveredAt: null });
  expect(await attachmentFor(store, olena.id, id)).toBeNull();
  expect(await attachmentFor(store, james.id, id)).not.toBeNull();
});

Deno.test("nothing of a sealed letter's pictures is told to him who received it", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  await send(store, james, olena, []);
  const sealed = letterOfSent(await send(store, olena, james, [(await upload(store, olena)).id]));
  const texts = await textsFor(store, james.id, [sealed]);
  expect(texts.size).toBe(0);
  expect((await attachmentsOf(store, texts)).size).toBe(0);
  expect(JSON.stringify(sealed)).not.toContain("attachment");
});

Deno.test("one takes back one's own loose picture, and nothing else", async () => {
  using store = await testStore();
  const { james, wei, olena } = await createPeople(store);
  const { id } = await upload(store, james);
  expect(await discardAttachment(store, wei.id, id)).toBe(false);
  expect(await discardAttachment(store, james.id, id)).toBe(true);
  expect(await discardAttachment(store, james.id, id)).toBe(false);
  expect(await attachmentById(store, id)).toBeNull();
  const sent = await upload(store, james);
  await send(store, james, olena, [sent.id]);
  expect(await discardAttachment(store, james.id, sent.id)).toBe(false);
  expect(await audit(store)).toEqual([]);
});

Deno.test("what no letter has claimed after a day goes; what a letter has stays", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const loose = await upload(store, james);
  const enclosed = await upload(store, james);
  const discarded = await upload(store, james);
  await send(store, james, olena, [enclosed.id]);
  await discardAttachment(store, james.id, discarded.id);
  const cleared: string[] = [];
  const runJobs = () =>
    runDueJobs(store, async (job) => {
      if (job.kind === "loose_attachment" && await expireAttachment(store, job.attachmentId)) {
        cleared.push(job.attachmentId);
      }
    }, () => {});
  store.clock.advance({ hours: 23, minutes: 59 });
  await runJobs();
  expect(cleared.splice(0)).toEqual([discarded.id]);
  store.clock.advance({ minutes: 2 });
  await runJobs();
  // The discarded one's files might have come after its record went, so they are cleared again.
  expect(cleared.sort()).toEqual([loose.id, discarded.id].sort());
  expect(await attachmentById(store, loose.id)).toBeNull();
  expect((await attachmentById(store, enclosed.id))!.letterId).not.toBeNull();
  expect(await audit(store)).toEqual([]);
});

Deno.test("thirty may wait at once, and the thirty-first hears when there is room", async () => {
  using store = await testStore();
  const { james, wei } = await createPeople(store);
  const facts = { name: "", type: "image/webp", full: size, thumb: size, digest: "x" };
  const results = await Promise.all(
    Array.from({ length: looseAtMost + 5 }, () => addAttachment(store, james.id, facts)),
  );
  expect(results.filter(({ ok }) => ok).length).toBe(looseAtMost);
  store.clock.advance({ hours: 23 });
  expect(await addAttachment(store, james.id, facts)).toMatchObject({
    reason: "too_many_requests",
    retryAfterSeconds: 3600,
  });
  await upload(store, wei);
});
