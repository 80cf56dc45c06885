/** Deleting letters and putting them back by pages, without a script: what is offered, where it leads, and who may. */
import { expect } from "expect";
import { unreadCounts } from "../../../../kv/letters/boxes/boxes.ts";
import { letterById } from "../../../../kv/letters/letters.ts";
import { htmlOf, type MailWorld, secret, testMail, withSealedLetter } from "../testing/mail.ts";

const his = (world: MailWorld, letterId: number, box = "inbox") =>
  `/en/man/mail/${box}/conversation/${world.olena.id}/${letterId}`;
const hers = (world: MailWorld, letterId: number, box = "inbox") =>
  `/en/lady/mail/${box}/conversation/${world.james.id}/${letterId}`;
const remove = (letterId: number) => ({ action: "delete", letterId: String(letterId) });
const restore = (letterId: number) => ({ action: "restore", letterId: String(letterId) });

Deno.test("each letter can be deleted, and the page that follows offers to undo it", async () => {
  await using world = await testMail();
  const { introduction, answer, sealed } = await withSealedLetter(world);
  const page = await htmlOf(world.his.get(his(world, answer.id)));
  for (const { id } of [introduction, answer, sealed]) {
    expect(page).toContain(`name="action" value="delete"/><input type="hidden" name="letterId" value="${id}"/>`);
  }
  const deleted = await world.his.post(his(world, answer.id), remove(introduction.id));
  expect(deleted.headers.get("location")).toBe(`${his(world, answer.id)}?deleted=${introduction.id}`);
  const after = await htmlOf(world.his.follow(deleted));
  expect(after).not.toContain("Good evening from Lviv.");
  expect(after).toContain("Good evening from Utrecht.");
  expect(after).toContain("The letter is under Deleted now.");
  expect(after).toContain(`action="${his(world, introduction.id, "deleted")}"`);
  const back = await world.his.post(his(world, introduction.id, "deleted"), restore(introduction.id));
  expect(back.headers.get("location")).toBe(
    `${his(world, introduction.id, "introduction")}#letter-${introduction.id}`,
  );
  const restored = await htmlOf(world.his.follow(back));
  expect(restored).toContain("Good evening from Lviv.");
  expect(restored).toContain("The letter is back where it was.");
});

Deno.test("deleting the letter that is open leads to what is left, and the last one to the box", async () => {
  await using world = await testMail();
  const { introduction, answer, sealed } = await withSealedLetter(world);
  const first = await world.his.post(his(world, sealed.id), remove(sealed.id));
  expect(first.headers.get("location")).toBe(`${his(world, answer.id)}?deleted=${sealed.id}`);
  // A second press of the same button.
  const again = await world.his.post(his(world, sealed.id), remove(sealed.id));
  expect(again.headers.get("location")).toBe(`${his(world, answer.id)}?deleted=${sealed.id}`);
  await world.his.post(his(world, answer.id), remove(answer.id));
  const last = await world.his.post(his(world, introduction.id), remove(introduction.id));
  expect(last.headers.get("location")).toBe(`/en/man/mail/inbox?deleted=${introduction.id}`);
  const box = await htmlOf(world.his.follow(last));
  expect(box).toContain("Undo");
  expect(box).toContain("No letters yet");
});

Deno.test("the deleted box shows each letter alone, sealed ones sealed, and the other's letters are untouched", async () => {
  await using world = await testMail();
  const { answer, sealed } = await withSealedLetter(world);
  for (const { id } of [answer, sealed]) await world.his.post(his(world, id), remove(id));
  const box = await htmlOf(world.his.get("/en/man/mail/deleted"));
  expect(box).toContain(`${his(world, sealed.id, "deleted")}#letter-${sealed.id}`);
  expect(box).toContain("A sealed letter");
  expect(box).not.toContain("heron");
  const alone = await htmlOf(world.his.get(his(world, sealed.id, "deleted")));
  expect(alone).toContain("Break the seal");
  expect(alone).toContain("Put back");
  expect(alone).not.toContain("heron");
  expect(alone.match(/<article/g)?.length).toBe(1);
  expect(alone).not.toContain('class="compose"');
  const herThread = await htmlOf(world.hers.get(hers(world, answer.id)));
  expect(herThread).toContain(secret);
  expect(herThread).toContain("Good evening from Utrecht.");
});

Deno.test("a sealed letter can be paid for where it lies among the deleted", async () => {
  await using world = await testMail();
  const { sealed } = await withSealedLetter(world);
  await world.his.post(his(world, sealed.id), remove(sealed.id));
  const opened = await world.his.post(his(world, sealed.id, "deleted"), {
    action: "open",
    letterId: String(sealed.id),
  });
  expect(await htmlOf(world.his.follow(opened))).toContain(secret);
});

Deno.test("an address among the wrong ones leads to where the letter lies", async () => {
  await using world = await testMail();
  const { introduction, sealed } = await withSealedLetter(world);
  const early = await world.his.get(his(world, introduction.id, "deleted"));
  expect(early.headers.get("location")).toBe(
    `${his(world, introduction.id, "introduction")}#letter-${introduction.id}`,
  );
  await world.his.post(his(world, sealed.id), remove(sealed.id));
  const late = await world.his.get(his(world, sealed.id));
  expect(late.headers.get("location")).toBe(`${his(world, sealed.id, "deleted")}#letter-${sealed.id}`);
});

Deno.test("a lady reaches her deleted letters quietly, and they come back unread", async () => {
  await using world = await testMail();
  const { answer } = await withSealedLetter(world);
  expect(await htmlOf(world.hers.get("/en/lady/mail/inbox"))).toContain('href="/en/lady/mail/deleted"');
  const gone = await world.hers.post(hers(world, answer.id), remove(answer.id));
  expect(gone.status).toBe(303);
  expect(await unreadCounts(world.site.store, world.olena.id)).toEqual({ inbox: 0, introduction: 0 });
  const undone = await world.hers.post(hers(world, answer.id, "deleted"), restore(answer.id));
  expect(undone.headers.get("location")).toBe(`${hers(world, answer.id)}#letter-${answer.id}`);
  expect(await unreadCounts(world.site.store, world.olena.id)).toEqual({ inbox: 1, introduction: 0 });
});

Deno.test("letters of others, and forms from elsewhere, put nothing away", async () => {
  await using world = await testMail();
  const { answer, sealed } = await withSealedLetter(world);
  const wei = await world.site.addMan({ firstname: "Wei", credits: 50 });
  const daria = await world.site.addLady({ firstname: "Daria" });
  const weis = await world.write(wei, world.olena, "Good evening from Taipei.");
  const toDaria = await world.write(world.james, daria, "Good evening, Daria.");
  for (const id of [weis.id, toDaria.id, 999_999]) {
    expect((await world.his.post(his(world, answer.id), remove(id))).status).toBe(404);
  }
  const theirs = await world.site.visitorAs(wei);
  expect((await theirs.post(his(world, sealed.id), remove(sealed.id))).status).toBe(404);
  const foreign = { method: "POST", body: new URLSearchParams(remove(sealed.id)) };
  expect(
    (await world.his.request(his(world, sealed.id), { ...foreign, headers: { origin: "https://x.example" } })).status,
  )
    .toBe(403);
  for (const { id } of [weis, toDaria, sealed]) {
    expect((await letterById(world.site.store, id))?.deletedAt).toEqual({ man: null, lady: null });
  }
  const nothing = await htmlOf(world.his.get(`/en/man/mail/inbox?deleted=${weis.id}`));
  expect(nothing).not.toContain("Undo");
});
