/**
 * Two people whom a block separates try every door to each other: each call and page that names a person, and each list.
 * The calls come from the list of all calls: a new call that names a person needs a line in the table here.
 */
import { expect } from "expect";
import type { LadyPhoto } from "../../kv/ladies/record.ts";
import { noteVisit } from "../../kv/ladies/visits.ts";
import { sendLetter } from "../../kv/letters/sending.ts";
import { setBlocked } from "../../kv/safety/blocks.ts";
import { suspend } from "../../kv/safety/suspensions.ts";
import { prefixes } from "../../kv/store/prefixes.ts";
import { approve } from "../../kv/testing/verifications.ts";
import { jpeg } from "../../services/testing/pictures.ts";
import { calls } from "../api/index.ts";
import { read } from "../api/testing/calls.ts";
import { fileOf, send } from "../api/testing/pictures.ts";
import { testApp, type Visitor } from "../testing/site.ts";

/** What a call answers him and her: the code of a refusal, "open" for success, or "any" where it does not matter. */
const doors: Record<string, { him: string; her: string }> = {
  "get /girls/:id": { him: "not_found", her: "wrong_role" },
  "get /users/:id/photos": { him: "not_found", her: "not_found" },
  "get /users/:id/videos": { him: "not_found", her: "any" },
  "post /users/:id/favorite": { him: "blocked", her: "wrong_role" },
  "patch /men/:id": { him: "forbidden", her: "wrong_role" },
  "post /mail": { him: "blocked", her: "blocked" },
  "post /users/:id/talk": { him: "blocked", her: "blocked" },
  "patch /users/:id/talk": { him: "blocked", her: "blocked" },
  // A block ends the invitations between two people, so that there is none to answer.
  "delete /invitations/:id": { him: "request_over", her: "request_over" },
  "post /vote/girl": { him: "blocked", her: "wrong_role" },
  // Whoever has blocked whom, one can still keep away from somebody, or report her or him.
  "delete /users/:id/favorite": { him: "open", her: "wrong_role" },
  "post /users/:id/mute": { him: "open", her: "wrong_role" },
  "delete /users/:id/mute": { him: "open", her: "wrong_role" },
  "post /users/:id/block": { him: "open", her: "open" },
  "delete /users/:id/block": { him: "open", her: "open" },
  "post /users/:id/report": { him: "open", her: "open" },
};

const namesSomebody = /^\/(?:users|girls|men|invitations)\/:id|^\/mail$|^\/vote\/girl$/;
const named = calls.filter(({ method, path }) => namesSomebody.test(path) && !(method === "get" && path === "/mail"));

const her = "/static/images/her-face.webp";
const his = "/static/images/his-face.webp";
const faceOf = (path: string): LadyPhoto => ({
  id: 1,
  key: "face",
  path,
  pathOfQuad: path,
  sizes: { full: path, medium: path, quad: path, avatar: path },
});

async function world() {
  const site = await testApp();
  const { store } = site;
  const james = await site.addMan({ firstname: "James", credits: 100, photo: faceOf(his) as never });
  const olena = await site.addLady({ firstname: "Olena" }, { firstname: "Olena", photos: [faceOf(her)] });
  const [asJames, asOlena] = [await site.visitorAs(james), await site.visitorAs(olena)];
  const write = (authorId: number, recipientId: number) =>
    sendLetter(store, { authorId, recipientId, body: "Before", sendKey: store.randomToken() });
  await write(olena.id, james.id);
  await write(james.id, olena.id);
  await noteVisit(store, james.id, olena.id);
  await asJames.call("POST", `/api/users/${olena.id}/favorite`);
  store.ladies.setOnline(olena.id, true);
  return { site, store, james, olena, asJames, asOlena, [Symbol.asyncDispose]: () => site.close() };
}

type World = Awaited<ReturnType<typeof world>>;

/** A body that passes the schema of every call, so that the block decides. */
const bodyFor = (otherId: number) => ({
  id: otherId,
  recipientId: otherId,
  body: "Hello again",
  category: "abuse",
  text: "Rude",
  kind: "text",
  moments: ["2026-03-20T18:00:00.000Z"],
  talkId: "none",
  answer: "decline",
});

async function tryCall(visitor: Visitor, otherId: number, { method, path }: { method: string; path: string }) {
  const body = method === "get" || method === "delete" ? undefined : bodyFor(otherId);
  const response = await visitor.call(method.toUpperCase(), `/api${path.replace(":id", String(otherId))}`, body);
  const text = await response.text();
  const code = response.ok ? "open" : (JSON.parse(text) as { code: string }).code;
  return { code, text };
}

Deno.test("every call that names a person has a line in the table", () => {
  expect(named.map(({ method, path }) => `${method} ${path}`).filter((door) => !(door in doors))).toEqual([]);
  expect(Object.keys(doors).filter((door) => !named.some(({ method, path }) => `${method} ${path}` === door))).toEqual(
    [],
  );
});

for (const byHer of [true, false]) {
  Deno.test(`blocked by ${byHer ? "her" : "him"}, every call refuses both, and none shows a face`, async () => {
    await using w = await world();
    const [blockerId, blockedId] = byHer ? [w.olena.id, w.james.id] : [w.james.id, w.olena.id];
    for (const call of named) {
      await setBlocked(w.store, blockerId, blockedId, true);
      const door = `${call.method} ${call.path}`;
      const [him, herself] = [
        await tryCall(w.asJames, w.olena.id, call),
        await tryCall(w.asOlena, w.james.id, call),
      ];
      const expected = doors[door]!;
      expect([door, him.code, expected.her === "any" ? "any" : herself.code]).toEqual([
        door,
        expected.him,
        expected.her,
      ]);
      expect([door, him.text.includes(her), herself.text.includes(his)]).toEqual([door, false, false]);
      // The call that blocks may have added a block in the other direction.
      await setBlocked(w.store, blockedId, blockerId, false);
    }
  });

  Deno.test(`blocked by ${byHer ? "her" : "him"}, no page and no list shows the other's face`, async () => {
    await using w = await world();
    const before = await facesSeen(w);
    expect(before.filter(([, seen]) => !seen)).toEqual([]);
    const [blockerId, blockedId] = byHer ? [w.olena.id, w.james.id] : [w.james.id, w.olena.id];
    await setBlocked(w.store, blockerId, blockedId, true);
    expect((await facesSeen(w)).filter(([, seen]) => seen)).toEqual([]);
    await setBlocked(w.store, blockerId, blockedId, false);
    expect((await facesSeen(w)).filter(([, seen]) => !seen)).toEqual([]);
  });
}

Deno.test("across a block nobody is told where the other lives now, how old she or he is, or that a letter was read", async () => {
  await using w = await world();
  await setBlocked(w.store, w.james.id, w.olena.id, true);
  await (await w.asJames.call("PATCH", "/api/users", { city: "Newhome" })).body?.cancel();
  const hers = await read<{ letters: { id: number; isRead: boolean }[] }>(w.asOlena.get("/api/mail?type=outbox"));
  const [{ id, isRead }] = hers.letters as [{ id: number; isRead: boolean }];
  expect(isRead).toBe(false);
  const ofHis = `/en/man/mail/introduction/conversation/${w.olena.id}/${id}`;
  await (await w.asJames.get(ofHis)).body?.cancel();
  const dialogues = async () => await (await w.asOlena.get("/api/dialogues")).text();
  const page = async () => {
    const path = `/en/lady/mail/outbox/conversation/${w.james.id}/${id}`;
    return await (await w.asOlena.get(path)).text();
  };
  const readOf = async () =>
    (await read<typeof hers>(w.asOlena.get("/api/mail?type=outbox"))).letters.find((letter) => letter.id === id)!
      .isRead;
  for (const text of [await dialogues(), await page()]) expect(text).not.toContain("Newhome");
  expect([await readOf(), (await page()).includes("Not read yet.")]).toEqual([false, true]);
  expect(await (await w.asJames.get("/api/dialogues")).text()).toContain('"age":0');
  // He himself has read it, and nothing is kept from her any more once he reads it again without a block.
  await setBlocked(w.store, w.james.id, w.olena.id, false);
  expect([(await dialogues()).includes("Newhome"), await readOf()]).toEqual([true, false]);
  await (await w.asJames.get(ofHis)).body?.cancel();
  expect(await readOf()).toBe(true);
});

Deno.test("who knows neither of the two sees both as before", async () => {
  await using w = await world();
  await setBlocked(w.store, w.olena.id, w.james.id, true);
  const wei = await w.site.visitorAs(await w.site.addMan({ firstname: "Wei" }));
  expect(await (await wei.get("/en/search")).text()).toContain(her);
  expect(await (await w.site.visitor().get("/en/search")).text()).toContain(her);
});

/** Every place where one of the two could see the other's face, and whether it is shown there. */
async function facesSeen(
  { store, asJames, asOlena, james, olena }: World,
): Promise<[string, boolean][]> {
  const letterId = Number((await Array.fromAsync(store.kv.list({ prefix: prefixes.letters() })))[0]!.key[1]);
  const hisPlaces = [
    "/en/",
    "/en/search",
    "/en/girls/Online_Ladies",
    "/en/girls/New_Ladies",
    "/en/girls/Top_50",
    "/en/girls/Favorites",
    "/en/girls/Vote_of_the_Day",
    "/en/man/mail/inbox",
    `/en/man/mail/introduction/conversation/${olena.id}/${letterId}`,
    `/en/report/${olena.id}`,
    `/en/block/${olena.id}`,
    "/api/girls",
    "/api/girls?online=1",
    `/api/girls?id=${olena.id}`,
    "/api/users/me/favorite",
    "/api/vote/get-girls",
    "/api/dialogues",
    "/api/mail?type=introduction",
  ];
  const herPlaces = [
    "/en/lady/mail/inbox",
    `/en/lady/man/${james.id}`,
    `/en/lady/mail/outbox/conversation/${james.id}/${letterId}`,
    `/en/report/${james.id}`,
    "/api/dialogues",
    "/api/mail?type=outbox",
  ];
  const seen: [string, boolean][] = [];
  for (const path of hisPlaces) seen.push([path, (await (await asJames.get(path)).text()).includes(her)]);
  for (const path of herPlaces) seen.push([path, (await (await asOlena.get(path)).text()).includes(his)]);
  // A search by her number redirects to her; if she cannot be found, the page says so.
  seen.push(["/en/search?id=…", (await asJames.get(`/en/search?id=${olena.id}`)).status === 302]);
  const profile = await asJames.get(`/en/girl/x-1-x-x-${olena.id}`);
  seen.push(["/en/girl/…", profile.status === 301 && (await (await asJames.follow(profile)).text()).includes(her)]);
  return seen;
}

Deno.test("the files of a photo open for neither of the two, and of a suspended lady for nobody", async () => {
  await using w = await world();
  const photo = (await read<{ photo: { id: number; path: string } }>(
    send(w.asOlena, "/api/photos/", { photo: [fileOf(await jpeg(), "spring.jpg")] }),
  )).photo;
  await approve(w.store, "photo", photo.id);
  const status = async (visitor: Visitor) => {
    const response = await visitor.get(photo.path);
    await response.arrayBuffer();
    return response.status;
  };
  const another = await w.site.visitorAs(await w.site.addMan());
  expect([await status(w.asJames), await status(another)]).toEqual([200, 200]);
  await setBlocked(w.store, w.james.id, w.olena.id, true);
  expect([await status(w.asJames), await status(another), await status(w.asOlena)]).toEqual([404, 200, 200]);
  await setBlocked(w.store, w.james.id, w.olena.id, false);
  const { id: actorId } = await w.site.addPerson({ groupId: 3 });
  await suspend(w.store, { userId: w.olena.id, kind: "conduct", reason: "Rude", actorId });
  expect([await status(w.asJames), await status(another)]).toEqual([404, 404]);
  expect((await w.asJames.get(`/api/users/${w.olena.id}/photos`)).status).toBe(404);
});
