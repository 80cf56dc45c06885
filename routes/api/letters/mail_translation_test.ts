/** The calls about letters that wait for a translator: their author knows why, nobody else knows of them. */
import { expect } from "expect";
import { translator } from "../../../kv/accounts/users.ts";
import { finishTranslation, returnToAuthor } from "../../../kv/letters/translating/translation_ends.ts";
import { claimTranslation } from "../../../kv/letters/translating/translations.ts";
import { auditRecords } from "../../../kv/store/audit_log.ts";
import { testApp } from "../../testing/site.ts";
import { prefixes } from "../../../kv/store/prefixes.ts";
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
  const daria = await site.addLady({ firstname: "Daria", readsLanguages: ["ru"], readingLanguage: "ru" });
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
  // The same words again are another letter, not the one that was returned.
  expect((await read<Sent>(his.call("POST", "/api/mail", body))).letter.id).not.toBe(letter.id);
});

Deno.test("what he does not read is translated unless she says no, and of the locked letter he learns its language alone", async () => {
  await using all = await world();
  const { site, james, nadia, his, hers } = all;
  const send = (body: string, translate?: boolean) =>
    read<Sent>(hers.call("POST", "/api/mail", { recipientId: james.id, body, translate }));
  const plain = (await send("Добрый вечер, Джеймс.", false)).letter;
  expect(plain).toMatchObject({ state: null, language: "ru", translation: null });
  const { letter } = await send("Спокойной ночи, Джеймс.");
  expect(letter.state).toBe("waiting_for_translation");
  await refused(his.call("GET", `/api/mail/${letter.id}`), 404);
  await claimTranslation(site.store, nadia.id, letter.id);
  await finishTranslation(site.store, nadia.id, letter.id, ["Good night, James."]);
  expect((await read<Sent>(his.call("GET", `/api/mail/${letter.id}`))).letter)
    .toMatchObject({
      body: null,
      language: "ru",
      translation: { state: "done", body: null, language: null, author: null },
      state: null,
    });
  expect((await read<Sent>(his.call("GET", `/api/mail/${plain.id}`))).letter)
    .toMatchObject({ body: "Добрый вечер, Джеймс.", language: "ru", translation: null });
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
  const { records } = await auditRecords(site.store, { page: 1, limit: 20 });
  expect(records.every(({ actorId }) => actorId === nadia.id)).toBe(true);
  expect(records.map(({ action, subject }) => `${action} ${subject}`).toSorted()).toEqual([
    "call_denied /api/mail",
    "call_denied /api/mail/1",
    "call_denied /api/mail/1",
    "call_denied /api/mail/1",
    "page_denied /lady/mail/inbox",
    "page_denied /man/mail/inbox",
    `page_denied /man/mail/new-conversation/${daria.id}`,
  ]);
});

Deno.test("each says by PATCH what is read and into what is translated", async () => {
  await using all = await world();
  const { daria, his, hers } = all;
  const wanted = { wantsTranslation: false, readsLanguages: ["en", "ru"] };
  await read(hers.call("PATCH", "/api/users/", wanted));
  const body = { recipientId: daria.id, body: "Dear Daria" };
  expect((await read<Sent>(his.call("POST", "/api/mail", body))).letter.state).toBe(null);
  const { user } = await read<{ user: object }>(his.call("PATCH", "/api/users", { ...wanted, readingLanguage: "uk" }));
  expect(user).toMatchObject({ wantsTranslation: false, readsLanguages: ["en", "ru", "uk"], readingLanguage: "uk" });
  await refused(hers.call("PATCH", "/api/users", { acceptsIntroductions: true }), 403, "wrong_role");
  await refused(hers.call("PATCH", "/api/users", {}), 422, "invalid");
  await refused(hers.call("PATCH", "/api/users", { readsLanguages: ["tlh"] }), 422, "invalid");
  await refused(hers.call("PATCH", "/api/users", { readingLanguage: "be" }), 422, "invalid");
});

Deno.test("either of the two asks for a translation of a letter that has come, once, and its reader is told", async () => {
  await using all = await world();
  const { site, james, nadia, his, hers } = all;
  const body = { recipientId: james.id, body: "Добрый вечер, Джеймс.", translate: false };
  const { letter } = await read<Sent>(hers.call("POST", "/api/mail", body));
  const ask = (who: typeof his) => who.call("POST", `/api/mail/${letter.id}/translation`);
  const waiting = { translation: { state: "waiting" } };
  for (const who of [his, his, hers]) expect(await read(ask(who))).toEqual(waiting);
  await claimTranslation(site.store, nadia.id, letter.id);
  await finishTranslation(site.store, nadia.id, letter.id, ["Good evening, James."]);
  expect((await read<Sent>(his.call("GET", `/api/mail/${letter.id}`))).letter.translation)
    .toMatchObject({ state: "done", body: "Good evening, James.", language: "en" });
  expect(await read(ask(hers))).toMatchObject({ translation: { state: "done" } });
  const jobs = await Array.fromAsync(site.store.kv.list<{ kind: string }>({ prefix: prefixes.jobs() }));
  expect(jobs.filter(({ value }) => value.kind === "translation_mail").length).toBe(1);
});

Deno.test("no translation is asked for what is locked, of others, or in a language its reader reads", async () => {
  await using all = await world();
  const { site, james, daria, his, hers } = all;
  const write = async (text: string) => {
    const body = { recipientId: james.id, body: text, translate: false };
    return (await read<Sent>(hers.call("POST", "/api/mail", body))).letter.id;
  };
  await write("Hello James, this is my first letter to you.");
  await read(his.call("POST", "/api/mail", { recipientId: daria.id, body: "Dear Daria", translate: false }));
  const locked = await write("Доброй ночи, Джеймс. Пишите мне.");
  const ask = (who: typeof his, id: number) => who.call("POST", `/api/mail/${id}/translation`);
  await refused(ask(his, locked), 402, "letter_locked");
  const english = await write("I have read your letter with pleasure, thank you.");
  await refused(ask(hers, english), 409, "translation_not_needed");
  const wei = await site.visitorAs(await site.addMan());
  await refused(ask(wei, english), 404, "not_found");
  await refused(ask(site.visitor(), english), 401, "not_signed_in");
});
