import { expect } from "expect";
import { testApp } from "../testing/site.ts";

async function world() {
  const site = await testApp();
  const james = await site.addMan({ firstname: "James" });
  const olena = await site.addLady({ firstname: "Olena" });
  const [his, hers] = [await site.visitorAs(james), await site.visitorAs(olena)];
  const close = () => site[Symbol.asyncDispose]();
  return { site, james, olena, his, hers, [Symbol.asyncDispose]: close };
}

const moments = ["2026-03-28T18:00Z", "2026-03-29T20:00:00+03:00"];

Deno.test("James proposes by a call, Olena agrees by another, and each finds it in the list", async () => {
  await using world_ = await world();
  const { james, olena, his, hers } = world_;
  const proposed = await his.call("POST", `/api/users/${olena.id}/talk`, { kind: "video", moments });
  expect(proposed.status).toBe(200);
  const { talk } = await proposed.json();
  expect(talk).toMatchObject({ userId: olena.id, isOwn: true, state: "proposed", at: null });
  expect(talk.moments).toEqual(["2026-03-28T18:00:00.000Z", "2026-03-29T17:00:00.000Z"]);
  const answer = { talkId: talk.id, answer: "agree", at: "2026-03-29T17:00Z" };
  const agreed = await hers.call("PATCH", `/api/users/${james.id}/talk`, answer);
  expect((await agreed.json()).talk).toMatchObject({ isOwn: false, state: "agreed", at: "2026-03-29T17:00:00.000Z" });
  for (const who of [his, hers]) {
    expect((await (await who.get("/api/talks")).json()).talks).toMatchObject([{ id: talk.id, state: "agreed" }]);
  }
  expect((await his.call("PATCH", `/api/users/${olena.id}/talk`, { talkId: talk.id, answer: "call_off" })).status)
    .toBe(200);
  expect((await (await hers.get("/api/talks")).json()).talks).toEqual([]);
});

Deno.test("what cannot be is refused by its name, and nothing is there then", async () => {
  await using world_ = await world();
  const { james, olena, his, hers } = world_;
  const path = `/api/users/${olena.id}/talk`;
  const propose = (body: Record<string, unknown>) => his.call("POST", path, { kind: "text", moments, ...body });
  for (const wrong of [[], ["2026-03-01T18:00Z"], ["2026-09-01T18:00Z"], ["tomorrow"], ["2026-03-28T18:00:30Z"]]) {
    expect((await propose({ moments: wrong })).status).toBe(422);
  }
  expect((await his.call("POST", `/api/users/${james.id}/talk`, { kind: "text", moments })).status).toBe(403);
  expect((await his.call("POST", "/api/users/99999/talk", { kind: "text", moments })).status).toBe(404);
  expect((await (await his.get("/api/talks")).json()).talks).toEqual([]);
  const { talk } = await (await propose({})).json();
  const answer = (body: Record<string, unknown>) =>
    hers.call("PATCH", `/api/users/${james.id}/talk`, { talkId: talk.id, ...body });
  expect((await answer({ answer: "agree" })).status).toBe(422);
  expect((await answer({ answer: "call_off" })).status).toBe(409);
  expect((await propose({ kind: "video" })).status).toBe(409);
});
