/** The call that lists the movements of credits: each explained, newest first, for men only. */
import { expect } from "expect";
import { testApp } from "../testing/site.ts";
import { read, refused } from "./testing/calls.ts";

interface History {
  history: { id: number; date: string; details: string; credits: number; operation: string }[];
  totalCount: number;
}

Deno.test("James reads what became of his credits, each line with its reason", async () => {
  await using site = await testApp();
  const james = await site.addMan({ firstname: "James", credits: 50 });
  const olena = await site.addLady({}, { firstname: "Olena" });
  const [asJames, asOlena] = [await site.visitorAs(james), await site.visitorAs(olena)];
  await read(asJames.call("POST", "/api/mail", { recipientId: olena.id, body: "Hello" }));
  const { letter } = await read<{ letter: { id: number } }>(
    asOlena.call("POST", "/api/mail", { recipientId: james.id, body: "Hello James" }),
  );
  site.advance(60_000);
  await read(asJames.call("PATCH", `/api/mail/${letter.id}`, { isRead: true, isPaid: true }));
  for (
    const path of ["/en/api/users/me/balance/history", "/en/api/users/me/balance/history/?page=1&limit=20&profileId=7"]
  ) {
    const answer = await read<History>(asJames.call("GET", path));
    expect(Object.keys(answer).sort()).toEqual(["history", "totalCount"]);
    expect(answer.totalCount).toBe(3);
    expect(answer.history.map(({ credits, operation }) => [credits, operation])).toEqual([
      [-5, "opened_letter"],
      [-10, "sent_letter"],
      [50, "refill"],
    ]);
    expect(answer.history[0]).toMatchObject({ id: 3, date: "2026-03-14T12:01:00.000Z" });
    for (const { details } of answer.history.slice(0, 2)) expect(details).toContain("Olena");
  }
  const second = await read<History>(asJames.call("GET", "/api/users/me/balance/history?page=2&limit=2"));
  expect([second.totalCount, second.history.map(({ id }) => id)]).toEqual([3, [1]]);
  await refused(asJames.call("GET", "/api/users/me/balance/history?limit=101"), 422, "invalid");
});

Deno.test("the history can be asked for one kind of movement and for days, both included", async () => {
  await using site = await testApp();
  const james = await site.addMan({ credits: 50 });
  const olena = await site.addLady();
  for (let day = 0; day < 3; day++) {
    site.advance(24 * 3600_000);
    await read(
      (await site.visitorAs(james)).call("POST", "/api/mail", { recipientId: olena.id, body: `Hello ${day}` }),
    );
  }
  const browser = await site.visitorAs(james);
  const ids = async (query: string) => {
    const { history, totalCount } = await read<History>(
      browser.call("GET", `/api/users/me/balance/history?${query}`),
    );
    expect(totalCount).toBeGreaterThanOrEqual(history.length);
    return [totalCount, ...history.map(({ id }) => id)];
  };
  expect(await ids("operation=sent_letter")).toEqual([3, 4, 3, 2]);
  expect(await ids("operation=sent_letter&limit=2&page=2")).toEqual([3, 2]);
  expect(await ids("operation=video")).toEqual([0]);
  expect(await ids("dateFrom=2026-03-15&dateTo=2026-03-16")).toEqual([2, 3, 2]);
  expect(await ids("dateFrom=2026-03-16")).toEqual([2, 4, 3]);
  expect(await ids("dateTo=2026-03-14&operation=refill")).toEqual([1, 1]);
  for (const wrong of ["operation=gift", "dateFrom=2026-02-30", "dateTo=yesterday"]) {
    await refused(browser.call("GET", `/api/users/me/balance/history?${wrong}`), 422, "invalid");
  }
});

Deno.test("ladies, staff and guests have no credits to ask for", async () => {
  await using site = await testApp();
  const path = "/api/users/me/balance/history";
  await refused(site.visitor().call("GET", path), 401, "not_signed_in");
  for (const groupId of [2, 3, 4, 5] as const) {
    const person = groupId === 2 ? await site.addLady() : await site.addPerson({ groupId });
    await refused((await site.visitorAs(person)).call("GET", path), 403, "wrong_role");
  }
});
