/** The calls about letters that wait for a translator: their author knows why, nobody else knows of them. */
import { expect } from "expect";
import { translator } from "../../../kv/accounts/users.ts";
import { finishTranslation, returnToAuthor } from "../../../kv/letters/translation_ends.ts";
import { claimTranslation } from "../../../kv/letters/translations.ts";
import { auditRecords } from "../../../kv/store/audit_log.ts";
import { testApp } from "../../testing/site.ts";
import { read, refused } from "../testing/calls.ts";

interface Sent {
  letter: {
    id: number;
    state: string | null;
    body: string | null;
    translation: { body: string; language: string; author: string } | null;
  };
}

async function world() {
  const site = await testApp();
  const james = await site.addMan({ firstname: "James", credits: 100 });
  const daria = await site.addLady({ firstname: "Daria" }, { wantsTranslation: true, readsLanguages: ["ru"] });
  const nadia = await site.addPerson({ groupId: translator, firstname: "Nadia", lastname: "Hrytsenko" });
  const [his, hers, nadias] = [
    await site.visitorAs(james),
    await site.visitorAs(daria),
    await site.visitorAs(nadia),
  ];
  return { site, james, daria, nadia, his, hers, nadias, [Symbol.asyncDispose]: site.close };
}

Deno.test("his letter says to him that it waits, and is nowhere for her until it comes with both texts", async () => {
  await using all = await world();
  const { site, james, daria, nadia, his, hers } = all;
  const body = { recipientId: daria.id, body: "Dear Daria, good evening." };
  const { letter } = await read<Sent>(his.call("POST", "/api/mail", body));
  expect(letter.state).toBe("waiting_for_translation");
  await refused(hers.call("GET", `/api/mail/${letter.id}`), 404);
  const inbox = () => read<{ letters: Sent["letter"][]; totalNewCount: number }>(hers.call("GET", "/api/mail"));
  expect(await inbox()).toMatchObject({ letters: [], totalNewCount: 0 });

  await claimTranslation(site.store, nadia.id, letter.id);
  await finishTranslation(site.store, nadia.id, letter.id, ["Добрый вечер, Дарья."]);
  const [come] = (await inbox()).letters;
  expect(come).toMatchObject({
    state: null,
    body: body.body,
    translation: { body: "Добрый вечер, Дарья.", language: "ru", author: "Nadia Hrytsenko" },
  });
  expect((await read<Sent>(his.call("GET", `/api/mail/${letter.id}`))).letter.state).toBe(null);
  expect(james.id).not.toBe(daria.id);
});

Deno.test("a returned letter says so to its author", async () => {
  await using all = await world();
  const { site, daria, nadia, his } = all;
  const body = { recipientId: daria.id, body: "Dear Daria, call me." };
  const { letter } = await read<Sent>(his.call("POST", "/api/mail", body));
  await claimTranslation(site.store, nadia.id, letter.id);
  await returnToAuthor(site.store, nadia.id, letter.id, "A telephone number.");
  expect((await read<Sent>(his.call("GET", `/api/mail/${letter.id}`))).letter.state).toBe("returned");
  // The same words again are another letter, not the one that never came.
  expect((await read<Sent>(his.call("POST", "/api/mail", body))).letter.id).not.toBe(letter.id);
});

Deno.test("she asks for a translation with `translate`, and of the locked letter he learns nothing", async () => {
  await using all = await world();
  const { site, james, nadia, his, hers } = all;
  const send = (body: string, translate?: boolean) =>
    read<Sent>(hers.call("POST", "/api/mail", { recipientId: james.id, body, translate }));
  expect((await send("Добрый вечер, Джеймс.")).letter.state).toBe(null);
  const { letter } = await send("Спокойной ночи, Джеймс.", true);
  expect(letter.state).toBe("waiting_for_translation");
  await refused(his.call("GET", `/api/mail/${letter.id}`), 404);
  await claimTranslation(site.store, nadia.id, letter.id);
  await finishTranslation(site.store, nadia.id, letter.id, ["Good night, James."]);
  expect((await read<Sent>(his.call("GET", `/api/mail/${letter.id}`))).letter)
    .toMatchObject({ body: null, translation: null, state: null });
  await read(his.call("PATCH", `/api/mail/${letter.id}`, { isRead: true, isPaid: true }));
  expect((await read<Sent>(his.call("GET", `/api/mail/${letter.id}`))).letter.translation?.body)
    .toBe("Good night, James.");
});

Deno.test("a translator can neither read, change nor send a letter by any call, and each try is noted", async () => {
  await using all = await world();
  const { site, james, daria, nadia, nadias, his } = all;
  const { letter } = await read<Sent>(his.call("POST", "/api/mail", { recipientId: daria.id, body: "Dear Daria" }));
  await refused(nadias.call("GET", `/api/mail/${letter.id}`), 403, "wrong_role");
  await refused(nadias.call("PATCH", `/api/mail/${letter.id}`, { isRead: true, isPaid: true }), 403, "wrong_role");
  await refused(nadias.call("DELETE", `/api/mail/${letter.id}`), 403, "wrong_role");
  await refused(nadias.call("POST", "/api/mail", { recipientId: james.id, body: "Hello" }), 403, "wrong_role");
  for (const path of ["man/mail/inbox", "lady/mail/inbox", `man/mail/new-conversation/${daria.id}`]) {
    expect((await nadias.get(`/en/${path}`)).status).toBe(403);
  }
  const { lines } = await auditRecords(site.store, { page: 1, limit: 20 });
  expect(lines.every(({ actorId }) => actorId === nadia.id)).toBe(true);
  expect(lines.map(({ action, subject }) => `${action} ${subject}`).toSorted()).toEqual([
    "call_denied /api/mail",
    "call_denied /api/mail/1",
    "call_denied /api/mail/1",
    "call_denied /api/mail/1",
    "page_denied /lady/mail/inbox",
    "page_denied /man/mail/inbox",
    `page_denied /man/mail/new-conversation/${daria.id}`,
  ]);
});

Deno.test("she says by PATCH how she reads; his wishes are not hers, nor hers his", async () => {
  await using all = await world();
  const { daria, his, hers } = all;
  const wanted = { wantsTranslation: false, readsLanguages: ["en", "ru"] };
  await read(hers.call("PATCH", "/api/users/", wanted));
  const body = { recipientId: daria.id, body: "Dear Daria" };
  expect((await read<Sent>(his.call("POST", "/api/mail", body))).letter.state).toBe(null);
  await refused(his.call("PATCH", "/api/users", wanted), 403, "wrong_role");
  await refused(hers.call("PATCH", "/api/users", { acceptsIntroductions: true }), 403, "wrong_role");
  await refused(hers.call("PATCH", "/api/users", {}), 422, "invalid");
  await refused(hers.call("PATCH", "/api/users", { readsLanguages: ["tlh"] }), 422, "invalid");
});
