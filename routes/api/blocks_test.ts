/** The call that blocks, and what it does to everything else that two people can try with each other. */
import { expect } from "expect";
import { balanceOf } from "../../kv/credits/ledger/ledger.ts";
import { takeDown } from "../../kv/testing/publication.ts";
import { openChat } from "../live/chat_socket.ts";
import { testApp } from "../testing/site.ts";
import { read, refused, silent } from "./testing/calls.ts";

async function world() {
  const site = await testApp();
  const james = await site.addMan({ firstname: "James", credits: 100 });
  const olena = await site.addLady({ firstname: "Olena" }, { firstname: "Olena" });
  const [his, hers] = [await site.visitorAs(james), await site.visitorAs(olena)];
  return { site, james, olena, his, hers, [Symbol.asyncDispose]: () => site.close() };
}

const letter = (recipientId: number) => ({ recipientId: String(recipientId), body: "Good evening" });

Deno.test("who was blocked writes no letter and no introduction, nor does who blocked; taken back, both may", async () => {
  await using w = await world();
  const { james, olena, his, hers } = w;
  expect(await read(hers.call("POST", `/api/users/${james.id}/block`))).toEqual({ block: { userId: james.id } });
  await read(hers.call("POST", `/api/users/${james.id}/block/`));
  await refused(his.call("POST", "/api/mail", letter(olena.id)), 403, "blocked");
  await refused(hers.call("POST", "/api/mail", letter(james.id)), 403, "blocked");
  expect((await read<{ totalCount: number }>(his.call("GET", "/api/users/me/balance/history"))).totalCount).toBe(1);

  // Only she can take back her block.
  await silent(his.call("DELETE", `/api/users/${olena.id}/block`));
  await refused(his.call("POST", "/api/mail", letter(olena.id)), 403, "blocked");
  await silent(hers.call("DELETE", `/api/users/${james.id}/block`));
  await read(his.call("POST", "/api/mail", letter(olena.id)));
  await read(hers.call("POST", "/api/mail", letter(james.id)));
});

Deno.test("the page that sends letters refuses one to who has blocked its author, and charges nothing", async () => {
  await using w = await world();
  const path = `/en/man/mail/new-conversation/${w.olena.id}`;
  const openBefore = await (await w.his.get(path)).text();
  const sendKey = /name="sendKey" value="([^"]+)"/.exec(openBefore)![1]!;
  await read(w.hers.call("POST", `/api/users/${w.james.id}/block`));
  expect((await w.his.get(path)).status).toBe(403);
  const sent = await w.his.post(path, { body: "Good evening", sendKey });
  expect(sent.status).toBe(403);
  expect(await sent.text()).toContain("You cannot reach this person.");
  expect(await balanceOf(w.site.store, w.james.id)).toBe(100);
});

Deno.test("neither is shown to the other: not in lists, not by the profile, not in calls", async () => {
  await using w = await world();
  const { site, olena, his } = w;
  const wei = await site.visitorAs(await site.addMan({ firstname: "Wei" }));
  site.store.ladies.setOnline(olena.id, true);
  const seen = async (visitor: typeof his) => {
    const { girls } = await read<{ girls: { isOnline: boolean }[] }>(visitor.call("GET", "/api/girls"));
    const { totalCount } = await read<{ totalCount: number }>(visitor.call("GET", "/api/girls?online=1"));
    const list = await (await visitor.get("/en/girls/Online_Ladies")).text();
    // A visitor who may see her is redirected to her proper address; for others nothing is found even here.
    const found = await visitor.get(`/en/girl/x-1-x-x-${olena.id}`);
    const profile = found.status === 301 ? await visitor.follow(found) : found;
    const isShownOnline = (await profile.text()).includes("presence--on");
    return [girls.map(({ isOnline }) => isOnline), totalCount, list.includes("Olena"), profile.status, isShownOnline];
  };
  // Twice, so that a page kept for one of them would be found out if it were shown to the other.
  for (let round = 0; round < 2; round++) {
    expect(await seen(his)).toEqual([[true], 1, true, 200, true]);
    await read(w.hers.call("POST", `/api/users/${w.james.id}/block`));
    expect(await seen(wei)).toEqual([[true], 1, true, 200, true]);
    expect(await seen(his)).toEqual([[], 0, false, 404, false]);
    expect(await seen(wei)).toEqual([[true], 1, true, 200, true]);
    await silent(w.hers.call("DELETE", `/api/users/${w.james.id}/block`));
  }
});

Deno.test("only a man and a lady who are signed in block each other", async () => {
  await using w = await world();
  const { site, james, olena, his, hers } = w;
  const other = await site.addMan();
  await refused(site.visitor().call("POST", `/api/users/${olena.id}/block`), 401, "not_signed_in");
  await refused(his.call("POST", `/api/users/${other.id}/block`), 404, "not_found");
  await refused(his.call("POST", `/api/users/${james.id}/block`), 404, "not_found");
  await refused(his.call("POST", "/api/users/4711/block"), 404, "not_found");
  await refused(his.call("POST", "/api/users/x/block"), 404, "not_found");
  await refused(hers.call("DELETE", `/api/users/${olena.id}/block`), 404, "not_found");
  const clerk = await site.visitorAs(await site.addPerson({ groupId: 3 }));
  await refused(clerk.call("POST", `/api/users/${olena.id}/block`), 403, "wrong_role");
});

Deno.test("taking a block back tells of nobody: who is not known is not found, and whom one blocked is known", async () => {
  await using w = await world();
  const { site, james, olena, his } = w;
  const hidden = await site.addLady({}, { isPublished: false });
  const asHidden = await site.visitorAs(hidden);
  await refused(his.call("DELETE", `/api/users/${hidden.id}/block`), 404, "not_found");
  await refused(asHidden.call("DELETE", `/api/users/${james.id}/block`), 404, "not_found");
  await silent(his.call("DELETE", `/api/users/${olena.id}/block`));
  await read(his.call("POST", `/api/users/${olena.id}/block`));
  await takeDown(site.store, olena.id);
  await silent(his.call("DELETE", `/api/users/${olena.id}/block`));
});

Deno.test("a block of a lady who is hidden is taken back twice alike for a minute, by call and page, and a stranger learns nothing", async () => {
  await using w = await world();
  const [path, page] = [`/api/users/${w.olena.id}/block`, `/en/unblock/${w.olena.id}`];
  const wei = await w.site.visitorAs(await w.site.addMan({ firstname: "Wei" }));
  const block = () => read(w.his.call("POST", path));
  await block();
  await takeDown(w.site.store, w.olena.id);
  await block();
  for (let press = 0; press < 2; press++) await silent(w.his.call("DELETE", path));
  for (let press = 0; press < 2; press++) {
    const pressed = await w.his.post(page, {});
    expect(pressed.status).toBe(303);
    expect(await (await w.his.follow(pressed)).text()).toContain("Olena is no longer blocked.");
  }
  await refused(wei.call("DELETE", path), 404, "not_found");
  expect((await wei.post(page, {})).status).toBe(404);
  // It is the end of a block alone that is told again: he cannot block her anew.
  await refused(w.his.call("POST", path), 404, "not_found");
  w.site.advance(60_000);
  await refused(w.his.call("DELETE", path), 404, "not_found");
  expect((await w.his.post(page, {})).status).toBe(404);
});

Deno.test("a block that was written before the server died still reaches the chat when it is asked for again", async () => {
  await using w = await world();
  const told: unknown[] = [];
  const chat = await openChat(w.site.deps);
  const changed = chat.blockChanged.bind(chat);
  chat.blockChanged = (...what) => changed(...what).finally(() => told.push(what));
  for (let twice = 0; twice < 2; twice++) await read(w.hers.call("POST", `/api/users/${w.james.id}/block`));
  expect(told).toEqual([[w.olena.id, w.james.id, true], [w.olena.id, w.james.id, true]]);
});
