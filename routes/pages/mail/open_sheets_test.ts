/** What a sheet tells whose reader is out of reach meanwhile: its writer hears why, and nobody else learns who is here. */
import { expect } from "expect";
import { deleteAccount } from "../../../kv/accounts/deletions.ts";
import { admin, man } from "../../../kv/accounts/users.ts";
import { balanceOf } from "../../../kv/credits/ledger/ledger.ts";
import { lettersOfThread } from "../../../kv/letters/boxes/threads.ts";
import { setBlocked } from "../../../kv/safety/blocks.ts";
import { suspend } from "../../../kv/safety/suspensions.ts";
import { takeDown } from "../../../kv/testing/publication.ts";
import { testPassword } from "../../testing/site.ts";
import { composerFields, htmlOf, type MailWorld, sheetOf, testMail, withSealedLetter } from "./testing/mail.ts";

const pathTo = (id: number) => `/en/man/mail/new-conversation/${id}`;

/** A sheet that James was just shown: where it is sent, and its fields with something written. */
async function openSheet({ his, olena }: MailWorld, body: string) {
  const { action, sendKey } = composerFields(await htmlOf(his.get(pathTo(olena.id))));
  return { action, fields: { action: "send", sendKey, body } };
}

async function suspendHer({ site }: MailWorld, userId: number) {
  const { id: actorId } = await site.addPerson({ groupId: admin, firstname: "Vera" });
  return await suspend(site.store, { userId, kind: "conduct", reason: "Rude words", actorId });
}

/** What may separate the two while he writes, and what he is told then. */
const partings = {
  "she blocks him": {
    part: (world: MailWorld) => setBlocked(world.site.store, world.olena.id, world.james.id, true),
    status: 403,
    told: "You cannot reach this person.",
  },
  "she is suspended": {
    part: (world: MailWorld) => suspendHer(world, world.olena.id),
    status: 403,
    told: "This account is not active at present.",
  },
  "she deletes the account": {
    part: ({ site, olena }: MailWorld) =>
      deleteAccount(site.store, olena.id, { password: testPassword, wantsRefund: false }),
    status: 404,
    told: "The letters stay; no new ones can be sent.",
  },
  "she is taken down": {
    part: (world: MailWorld) => takeDown(world.site.store, world.olena.id),
    status: 404,
    told: "Olena is not receiving letters at present.",
  },
};

for (const [parting, { part, status, told }] of Object.entries(partings)) {
  Deno.test(`where ${parting} while he writes to her for the first time, he is told, and the words stay`, async () => {
    await using world = await testMail();
    const { action, fields } = await openSheet(world, "Too late.");
    await part(world);
    const answer = await world.his.post(action, fields);
    const html = await htmlOf(answer);
    expect([answer.status, sheetOf(html), html.includes(told)]).toEqual([status, "Too late.", true]);
    // The sheet that comes back is sent to the same address, and told the same.
    expect(composerFields(html)).toMatchObject({ action, sendKey: fields.sendKey });
    const asked = await world.his.post(action, fields, { headers: { accept: "application/json" } });
    const { failure, sendKey } = await asked.json();
    expect([asked.status, sendKey, failure.message.includes(told)]).toEqual([status, fields.sendKey, true]);
    const { letters } = await lettersOfThread(world.site.store, world.james.id, world.olena.id, { page: 1, limit: 9 });
    expect([await balanceOf(world.site.store, world.james.id), letters]).toEqual([200, []]);
  });
}

Deno.test("a form to a number tells nobody who has it: hidden, suspended, gone, whether she blocked him, another man, or nobody ever", async () => {
  await using world = await testMail();
  const { site, his } = world;
  const { action, fields } = await openSheet(world, "Hello?");
  const [hidden, suspended, hiddenBlocker, suspendedBlocker, gone, unseen] = [
    await site.addLady({ firstname: "Halyna" }),
    await site.addLady({ firstname: "Katarzyna" }),
    await site.addLady({ firstname: "Svitlana" }),
    await site.addLady({ firstname: "Tamara" }),
    await site.addLady({ firstname: "Polina" }),
    await site.addLady({ firstname: "Zoryana" }, { isPublished: false, firstTimeActivatedAt: null }),
  ];
  for (const { id } of [hiddenBlocker, suspendedBlocker]) await setBlocked(site.store, id, world.james.id, true);
  for (const { id } of [hidden, hiddenBlocker]) await takeDown(site.store, id);
  for (const { id } of [suspended, suspendedBlocker]) await suspendHer(world, id);
  await deleteAccount(site.store, gone.id, { password: testPassword, wantsRefund: false });
  const wei = await site.addPerson({ groupId: man, firstname: "Wei" });
  const unknown = [hidden, suspended, hiddenBlocker, suspendedBlocker, gone, unseen, wei];
  const sheet = new URL(action, "http://vesna.test").search;
  // The proof of one sheet opens no other number.
  for (const query of ["", sheet, "?sheet=guessed"]) {
    const answers = await Promise.all([...unknown, { id: 999_999 }].map(async ({ id }) => {
      const answer = await his.post(pathTo(id) + query, fields);
      const html = await htmlOf(answer);
      expect([answer.status, sheetOf(html), composerFields(html).action]).toEqual([404, "Hello?", pathTo(id)]);
      expect(html).toContain("No letter can be sent from this page at present.");
      return html.replaceAll(String(id), "N").replace(/nonce="[^"]*"/g, "");
    }));
    expect(new Set(answers.map((html) => html.match(/<main[\s\S]*<\/main>/)![0])).size).toBe(1);
  }
  for (const { id } of unknown) expect((await his.get(pathTo(id))).status).toBe(404);
  const call = (recipientId: number) => his.call("POST", "/api/mail", { recipientId, body: "Hello?" });
  for (const { id } of unknown) expect((await call(id)).status).toBe(404);
});

Deno.test("whoever has letters of a lady hears by any form that she is suspended or not receiving", async () => {
  await using world = await testMail();
  await withSealedLetter(world);
  const fields = { action: "send", sendKey: "a-key-of-james", body: "Hello?" };
  const tell = async () => await htmlOf(world.his.post(pathTo(world.olena.id), fields));
  await takeDown(world.site.store, world.olena.id);
  expect(await tell()).toContain("Olena is not receiving letters at present.");
  await suspendHer(world, world.olena.id);
  expect(await tell()).toContain("This account is not active at present.");
});
