/** The calls about votes: one for each man and UTC day, then 409; and what a vote changes. */
import { expect } from "expect";
import { testApp } from "../testing/site.ts";
import { read, refused } from "./testing/calls.ts";

interface Girls {
  girls: { id: number; name: string }[];
}

Deno.test("a vote moves a lady up at once; the second of the day is refused with the time to wait", async () => {
  await using site = await testApp();
  const olena = await site.addLady({ firstname: "Olena" });
  const daria = await site.addLady({ firstname: "Daria" });
  const man = await site.addMan();
  const james = await site.visitorAs(man);
  const top = async () =>
    (await read<Girls>(site.visitor().call("GET", "/api/girls?sort=top"))).girls.map(({ id }) => id);
  const ballot = await read<Girls>(site.visitor().call("GET", "/api/vote/get-girls?relations=mainphoto"));
  expect(ballot.girls.map(({ id }) => id).sort()).toEqual([olena.id, daria.id].sort());
  expect(await top()).toEqual([olena.id, daria.id]);
  const voted = await read<{ girl: { id: number; votes: number } }>(
    james.call("POST", "/api/vote/girl", { id: daria.id }),
  );
  expect(voted.girl).toMatchObject({ id: daria.id, votes: 1 });
  expect(await top()).toEqual([daria.id, olena.id]);
  const again = james.call("POST", "/api/vote/girl", { id: olena.id });
  await refused(again, 409, "already_voted");
  expect((await again).headers.get("retry-after")).toBe(String(12 * 3600));
  site.advance(12 * 3600_000);
  const tomorrow = await site.visitorAs(man);
  await read(tomorrow.call("POST", "/api/vote/girl/", { id: String(olena.id) }));
  expect(await top()).toEqual([olena.id, daria.id]);
});

Deno.test("a repeat under one Idempotency-Key is answered as the first, and is no second vote", async () => {
  await using site = await testApp();
  const olena = await site.addLady();
  const james = await site.visitorAs(await site.addMan());
  const send = () =>
    read<{ girl: { votes: number } }>(
      james.call("POST", "/api/vote/girl", { id: olena.id }, { headers: { "idempotency-key": "one" } }),
    );
  expect(await send()).toEqual(await send());
});

Deno.test("guests, ladies and staff have no vote, and nonsense is named", async () => {
  await using site = await testApp();
  const olena = await site.addLady();
  const hidden = await site.addLady({}, { isPublished: false });
  await refused(site.visitor().call("POST", "/api/vote/girl", { id: olena.id }), 401, "not_signed_in");
  for (const groupId of [2, 3, 4, 5] as const) {
    const other = await site.visitorAs(await site.addPerson({ groupId }));
    await refused(other.call("POST", "/api/vote/girl", { id: olena.id }), 403, "wrong_role");
  }
  await refused((await site.visitorAs(olena)).call("GET", "/api/vote/get-girls"), 403, "wrong_role");
  const james = await site.visitorAs(await site.addMan());
  await refused(james.call("POST", "/api/vote/girl", {}), 422, "invalid");
  await refused(james.call("POST", "/api/vote/girl", { id: "x" }), 422, "invalid");
  await refused(james.call("POST", "/api/vote/girl", { id: hidden.id }), 404, "not_found");
});

Deno.test("a script that tries and tries is stopped", async () => {
  await using site = await testApp();
  const olena = await site.addLady();
  const james = await site.visitorAs(await site.addMan());
  const statuses: number[] = [];
  for (let tries = 0; tries < 32; tries++) {
    const answer = await james.call("POST", "/api/vote/girl", { id: olena.id });
    statuses.push(answer.status);
    await answer.body?.cancel();
  }
  expect(statuses).toEqual([200, ...Array(29).fill(409), 429, 429]);
});
