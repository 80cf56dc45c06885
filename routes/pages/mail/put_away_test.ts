/** Putting letters away and back from pages, without a script: what is offered, where it leads, and who is kept out. */
import { expect } from "expect";
import { unreadCounts } from "../../../kv/letters/boxes.ts";
import { letterById } from "../../../kv/letters/letters.ts";
import { type Desk, htmlOf, secret, testDesk, withSealedLetter } from "./testing/mail.ts";

const his = (desk: Desk, letterId: number, box = "inbox") =>
  `/en/man/mail/${box}/conversation/${desk.olena.id}/${letterId}`;
const hers = (desk: Desk, letterId: number, box = "inbox") =>
  `/en/lady/mail/${box}/conversation/${desk.james.id}/${letterId}`;
const remove = (letterId: number) => ({ action: "delete", letterId: String(letterId) });
const restore = (letterId: number) => ({ action: "restore", letterId: String(letterId) });

Deno.test("each letter can be deleted, and the page that follows offers to undo it", async () => {
  await using desk = await testDesk();
  const { introduction, answer, sealed } = await withSealedLetter(desk);
  const page = await htmlOf(desk.his.get(his(desk, answer.id)));
  for (const { id } of [introduction, answer, sealed]) {
    expect(page).toContain(`name="action" value="delete"/><input type="hidden" name="letterId" value="${id}"/>`);
  }
  const deleted = await desk.his.post(his(desk, answer.id), remove(introduction.id));
  expect(deleted.headers.get("location")).toBe(`${his(desk, answer.id)}?deleted=${introduction.id}`);
  const after = await htmlOf(desk.his.follow(deleted));
  expect(after).not.toContain("Good evening from Lviv.");
  expect(after).toContain("Good evening from Utrecht.");
  expect(after).toContain("The letter now lies among the deleted ones.");
  expect(after).toContain(`action="${his(desk, introduction.id, "deleted")}"`);
  const back = await desk.his.post(his(desk, introduction.id, "deleted"), restore(introduction.id));
  expect(back.headers.get("location")).toBe(
    `${his(desk, introduction.id, "introduction")}#letter-${introduction.id}`,
  );
  const restored = await htmlOf(desk.his.follow(back));
  expect(restored).toContain("Good evening from Lviv.");
  expect(restored).toContain("The letter is back where it was.");
});

Deno.test("deleting the letter that is open leads to what is left, and the last one to the box", async () => {
  await using desk = await testDesk();
  const { introduction, answer, sealed } = await withSealedLetter(desk);
  const first = await desk.his.post(his(desk, sealed.id), remove(sealed.id));
  expect(first.headers.get("location")).toBe(`${his(desk, answer.id)}?deleted=${sealed.id}`);
  // A second press of the same button.
  const again = await desk.his.post(his(desk, sealed.id), remove(sealed.id));
  expect(again.headers.get("location")).toBe(`${his(desk, answer.id)}?deleted=${sealed.id}`);
  await desk.his.post(his(desk, answer.id), remove(answer.id));
  const last = await desk.his.post(his(desk, introduction.id), remove(introduction.id));
  expect(last.headers.get("location")).toBe(`/en/man/mail/inbox?deleted=${introduction.id}`);
  const box = await htmlOf(desk.his.follow(last));
  expect(box).toContain("Undo");
  expect(box).toContain("No letters yet");
});

Deno.test("the deleted box shows each letter alone, sealed ones sealed, and the other's letters are untouched", async () => {
  await using desk = await testDesk();
  const { answer, sealed } = await withSealedLetter(desk);
  for (const { id } of [answer, sealed]) await desk.his.post(his(desk, id), remove(id));
  const box = await htmlOf(desk.his.get("/en/man/mail/deleted"));
  expect(box).toContain(`${his(desk, sealed.id, "deleted")}#letter-${sealed.id}`);
  expect(box).toContain("A sealed letter");
  expect(box).not.toContain("heron");
  const alone = await htmlOf(desk.his.get(his(desk, sealed.id, "deleted")));
  expect(alone).toContain("Break the seal");
  expect(alone).toContain("Put back");
  expect(alone).not.toContain("heron");
  expect(alone.match(/<article/g)?.length).toBe(1);
  expect(alone).not.toContain('class="compose"');
  const herThread = await htmlOf(desk.hers.get(hers(desk, answer.id)));
  expect(herThread).toContain(secret);
  expect(herThread).toContain("Good evening from Utrecht.");
});

Deno.test("a sealed letter can be paid for where it lies among the deleted", async () => {
  await using desk = await testDesk();
  const { sealed } = await withSealedLetter(desk);
  await desk.his.post(his(desk, sealed.id), remove(sealed.id));
  const opened = await desk.his.post(his(desk, sealed.id, "deleted"), { action: "open", letterId: String(sealed.id) });
  expect(await htmlOf(desk.his.follow(opened))).toContain(secret);
});

Deno.test("an address among the wrong ones leads to where the letter lies", async () => {
  await using desk = await testDesk();
  const { introduction, sealed } = await withSealedLetter(desk);
  const early = await desk.his.get(his(desk, introduction.id, "deleted"));
  expect(early.headers.get("location")).toBe(
    `${his(desk, introduction.id, "introduction")}#letter-${introduction.id}`,
  );
  await desk.his.post(his(desk, sealed.id), remove(sealed.id));
  const late = await desk.his.get(his(desk, sealed.id));
  expect(late.headers.get("location")).toBe(`${his(desk, sealed.id, "deleted")}#letter-${sealed.id}`);
});

Deno.test("a lady reaches her deleted letters quietly, and they come back unread", async () => {
  await using desk = await testDesk();
  const { answer } = await withSealedLetter(desk);
  expect(await htmlOf(desk.hers.get("/en/lady/mail/inbox"))).toContain('href="/en/lady/mail/deleted"');
  const gone = await desk.hers.post(hers(desk, answer.id), remove(answer.id));
  expect(gone.status).toBe(303);
  expect(await unreadCounts(desk.site.store, desk.olena.id)).toEqual({ inbox: 0, introduction: 0 });
  const undone = await desk.hers.post(hers(desk, answer.id, "deleted"), restore(answer.id));
  expect(undone.headers.get("location")).toBe(`${hers(desk, answer.id)}#letter-${answer.id}`);
  expect(await unreadCounts(desk.site.store, desk.olena.id)).toEqual({ inbox: 1, introduction: 0 });
});

Deno.test("letters of others, and forms from elsewhere, put nothing away", async () => {
  await using desk = await testDesk();
  const { answer, sealed } = await withSealedLetter(desk);
  const wei = await desk.site.addMan({ firstname: "Wei", credits: 50 });
  const daria = await desk.site.addLady({ firstname: "Daria" });
  const weis = await desk.write(wei, desk.olena, "Good evening from Taipei.");
  const toDaria = await desk.write(desk.james, daria, "Good evening, Daria.");
  for (const id of [weis.id, toDaria.id, 999_999]) {
    expect((await desk.his.post(his(desk, answer.id), remove(id))).status).toBe(404);
  }
  const theirs = await desk.site.visitorAs(wei);
  expect((await theirs.post(his(desk, sealed.id), remove(sealed.id))).status).toBe(404);
  const foreign = { method: "POST", body: new URLSearchParams(remove(sealed.id)) };
  expect(
    (await desk.his.request(his(desk, sealed.id), { ...foreign, headers: { origin: "https://x.example" } })).status,
  )
    .toBe(403);
  for (const { id } of [weis, toDaria, sealed]) {
    expect((await letterById(desk.site.store, id))?.deletedAt).toEqual({ man: null, lady: null });
  }
  const nothing = await htmlOf(desk.his.get(`/en/man/mail/inbox?deleted=${weis.id}`));
  expect(nothing).not.toContain("Undo");
});
