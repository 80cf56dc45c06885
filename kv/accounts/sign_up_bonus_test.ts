/** The credits for joining come once to a mailbox, whatever is deleted and whatever stands after a plus. */
import { expect } from "expect";
import { balanceOf } from "../credits/ledger/ledger.ts";
import { audit } from "../records/audit.ts";
import { clearTonight } from "../records/testing/nights.ts";
import { prefixes } from "../store/prefixes.ts";
import { eraseAll } from "../testing/deletions.ts";
import { asking, proofOf, tom } from "../testing/sign_ups.ts";
import { createMan, testPassword, type TestStore, testStore } from "../testing/store.ts";
import { hashPassword } from "./signing_in/passwords.ts";
import { confirmByCode } from "./confirming.ts";
import { deleteAccount } from "./deletions.ts";
import { beginEmailChange, emailChangeKeyOf, finishEmailChange } from "./email_change.ts";
import { bonusAhead, bonusMarkDays, hasHadBonus } from "./sign_up_bonus.ts";
import { beginSignUp, codeOf, confirmationById } from "./sign_up.ts";
import { lady, type User } from "./users.ts";

/** Signs up under an address, proves it, and tells with how many credits the account begins. */
async function join(store: TestStore, email: string, groupId: 1 | 2 = 1): Promise<{ user: User; credits: number }> {
  const passwordHash = await hashPassword(testPassword);
  const { id } = await beginSignUp(store, { ...tom, passwordHash, groupId, email }, asking);
  const proven = await confirmByCode(store, proofOf(email), codeOf(store, (await confirmationById(store, id))!));
  if (!proven.ok) throw new Error(proven.reason);
  return { user: proven.user, credits: await balanceOf(store, proven.user.id) };
}

/** Gives the account another address. */
async function move(store: TestStore, { id }: User, email: string): Promise<User> {
  const wished = await beginEmailChange(store, id, { email, currentPassword: testPassword });
  if (!wished.ok) throw new Error(wished.reason);
  const moved = await finishEmailChange(store, { userId: id, key: emailChangeKeyOf(store, wished.change) });
  if (!moved.ok) throw new Error(moved.reason);
  return moved.user;
}

async function leave(store: TestStore, { id }: User): Promise<void> {
  const deleted = await deleteAccount(store, id, { password: testPassword, wantsRefund: false });
  if (!deleted.ok) throw new Error(deleted.reason);
  await eraseAll(store);
}

Deno.test("the first account of a mailbox begins with 20 credits, and who deletes it and joins again with none", async () => {
  using store = await testStore();
  const first = await join(store, "tom@x.test");
  expect([first.credits, await hasHadBonus(store, first.user.id)]).toEqual([20, true]);
  await leave(store, first.user);
  for (const email of ["tom@x.test", "tom+again@x.test"]) {
    expect(await bonusAhead(store, email)).toBe("had");
    const again = await join(store, email);
    expect([again.credits, await hasHadBonus(store, again.user.id)]).toEqual([0, false]);
    await leave(store, again.user);
  }
  expect((await join(store, "wei@x.test")).credits).toBe(20);
  expect(await audit(store)).toEqual([]);
});

Deno.test("two addresses of one mailbox get the credits once, while both accounts are there", async () => {
  using store = await testStore();
  const credits = [];
  for (const email of ["tom+1@x.test", "tom+2@x.test", "TOM@x.test", "tim@x.test"]) {
    credits.push((await join(store, email)).credits);
  }
  expect(credits).toEqual([20, 0, 0, 20]);
  expect(await audit(store)).toEqual([]);
});

Deno.test("confirmed in the same moment, only one of two addresses of a mailbox gets the credits", async () => {
  using store = await testStore();
  const both = await Promise.all(["tom+1@x.test", "tom+2@x.test"].map((email) => join(store, email)));
  expect(both.map(({ credits }) => credits).toSorted((one, other) => one - other)).toEqual([0, 20]);
});

Deno.test("a lady takes no credits from her mailbox, and an account without them leaves nothing", async () => {
  using store = await testStore();
  await leave(store, (await join(store, "vera@x.test", lady)).user);
  await leave(store, await createMan(store, { email: "paul@x.test" }));
  expect((await join(store, "vera@x.test")).credits).toBe(20);
  expect(await bonusAhead(store, "paul@x.test")).toBe("comes");
});

Deno.test("a year after the account is deleted nothing is left of it, and what is kept until then names nobody", async () => {
  using store = await testStore();
  const { user } = await join(store, "tom@x.test");
  store.clock.advance({ days: 300 });
  await leave(store, user);
  const marks = () => Array.fromAsync(store.kv.list({ prefix: prefixes.bonusMarks() }));
  expect((await marks()).map(({ value }) => value)).toEqual([{ at: expect.any(Number) }]);
  expect(JSON.stringify(await marks())).not.toMatch(/tom|x\.test/);
  store.clock.advance({ days: bonusMarkDays - 1 });
  await clearTonight(store);
  expect(await bonusAhead(store, "tom@x.test")).toBe("had");
  store.clock.advance({ days: 1 });
  expect(await bonusAhead(store, "tom@x.test")).toBe("comes");
  await clearTonight(store);
  expect(await marks()).toEqual([]);
  expect((await join(store, "tom@x.test")).credits).toBe(20);
});

Deno.test("after a change of the address it is the mailbox that had the credits which gets none for another year", async () => {
  using store = await testStore();
  const { user } = await join(store, "tom@x.test");
  store.clock.advance({ days: 300 });
  for (const email of ["tim@y.test", "tim@z.test"]) await move(store, user, email);
  await leave(store, user);
  store.clock.advance({ days: 66 });
  await clearTonight(store);
  expect(await bonusAhead(store, "tom+again@x.test")).toBe("had");
  expect((await join(store, "tom@x.test")).credits).toBe(0);
  for (const email of ["tim@y.test", "tim@z.test"]) expect((await join(store, email)).credits).toBe(20);
  expect(await audit(store)).toEqual([]);
});

Deno.test("who changes only what stands after a plus, or never had the credits, carries no mailbox along", async () => {
  using store = await testStore();
  const { user } = await join(store, "tom@x.test");
  expect(await move(store, user, "tom+new@x.test")).not.toHaveProperty("bonusMailbox");
  const second = (await join(store, "tom+2@x.test")).user;
  expect(await move(store, second, "tim@y.test")).not.toHaveProperty("bonusMailbox");
});
