/** The vote of the day as a page: the ballot, one press, and the answer to a second one. */
import { expect } from "expect";
import { castVote, voteOfToday } from "../../../kv/ladies/votes.ts";
import { testApp } from "../../testing/site.ts";
import { expectHolds, expectLacks, mainOf, namesIn } from "./testing/html.ts";

const path = "/en/girls/Vote_of_the_Day";

Deno.test("a man votes by a button, and the page says whose his vote is and when the next one comes", async () => {
  await using site = await testApp();
  const olena = await site.addLady({}, { firstname: "Olena" });
  const daria = await site.addLady({}, { firstname: "Daria" });
  const man = await site.addMan();
  const james = await site.visitorAs(man);
  const before = await mainOf(await james.get(path));
  expect(namesIn(before).sort()).toEqual(["Daria", "Olena"]);
  expectHolds(before, "Vote for Olena", "Vote for Daria");
  const voted = await james.post(path, { id: String(daria.id) });
  expect([voted.status, voted.headers.get("location")]).toEqual([303, `${path}#keep-${daria.id}`]);
  const after = await mainOf(await james.follow(voted));
  expectHolds(after, "You voted for Daria today. You can vote again at 00:00 UTC, in 12 hours.");
  expectLacks(after, "Vote for");
  const again = await james.post(path, { id: String(olena.id) });
  expect([again.status, again.headers.get("retry-after")]).toEqual([409, String(12 * 3600)]);
  expectHolds(await mainOf(again), 'role="alert"', "You have already voted today.");
  expect((await voteOfToday(site.store, man.id))!.ladyId).toBe(daria.id);
  const top = await mainOf(await james.get("/en/girls/Top_50"));
  expect(namesIn(top)).toEqual(["Daria", "Olena"]);
  expectHolds(top, `href="${path}"`);
});

Deno.test("a guest sees the ballot and is asked to log in when he votes; ladies are led to their letters", async () => {
  await using site = await testApp();
  const olena = await site.addLady({}, { firstname: "Olena" });
  expectHolds(await mainOf(await site.visitor().get(path)), "Vote for Olena");
  const refused = await site.visitor().post(path, { id: String(olena.id) });
  expect(refused.status).toBe(401);
  expectHolds(await mainOf(refused), 'role="alert"', "Please login or register!");
  const lady = await (await site.visitorAs(olena)).get(path);
  expect([lady.status, lady.headers.get("location")]).toEqual([302, "/en/lady/mail/inbox"]);
  const staff = await site.visitorAs(await site.addPerson({ groupId: 3 }));
  expectLacks(await mainOf(await staff.get(path)), "Vote for");
  expect((await staff.post(path, { id: String(olena.id) })).status).toBe(403);
  const james = await site.visitorAs(await site.addMan());
  expect((await james.post(path, { id: "999999" })).status).toBe(404);
  expect((await james.post(path, { id: "x" })).status).toBe(422);
  expect((await james.post(path, { id: "1" }, { headers: { origin: "https://elsewhere.test" } })).status).toBe(403);
});

Deno.test("her own page takes the vote of the day as well, while there is one", async () => {
  await using site = await testApp();
  const olena = await site.addLady({}, { firstname: "Olena" });
  const daria = await site.addLady({}, { firstname: "Daria" });
  const man = await site.addMan();
  const james = await site.visitorAs(man);
  const profile = async (id: number) => {
    const page = await james.get(`/en/girl/x-${id}`);
    return await mainOf(page.status === 301 ? await james.follow(page) : page);
  };
  expectHolds(await profile(olena.id), "Give her your vote today");
  expectLacks(await mainOf(await site.visitor().get(`/en/girl/Olena-35-Ukraine-Lviv-${olena.id}`)), "my vote");
  await castVote(site.store, man.id, olena.id);
  expectHolds(await profile(olena.id), "Your vote today");
  expectLacks(await profile(olena.id), "Give her your vote");
  expectLacks(await profile(daria.id), "Give her your vote", "Your vote today");
});

Deno.test("nobody on the ballot is said calmly, in three languages", async () => {
  await using site = await testApp();
  for (const [prefix, words] of [["/en", "Nobody is here yet"], ["", "這裡還沒有人"], ["/zh-hans", "这里还没有人"]]) {
    expectHolds(await mainOf(await site.visitor().get(`${prefix}/girls/Vote_of_the_Day`)), words!);
  }
});
