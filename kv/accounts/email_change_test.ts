import { expect } from "expect";
import { reinstate, suspend } from "../safety/suspensions.ts";
import { runDueJobs } from "../store/jobs/queue.ts";
import type { Job } from "../store/jobs/work.ts";
import { keys } from "../store/keys.ts";
import { prefixes } from "../store/prefixes.ts";
import { createVera } from "../testing/safety.ts";
import {
  afterMeanwhile,
  createPeople,
  createUser,
  testPassword as currentPassword,
  type TestStore,
  testStore,
} from "../testing/store.ts";
import {
  beginEmailChange,
  cancelEmailChange,
  emailChangeKeyOf,
  emailChangeOf,
  emailChangeSeconds,
  finishEmailChange,
  openEmailChange,
} from "./email_change.ts";
import {
  beginPasswordReset,
  openPasswordReset,
  passwordResetById,
  recoveryKeyOf,
} from "./signing_in/password_reset.ts";
import { replacePassword } from "./signing_in/passwords.ts";
import { userByEmail, userById } from "./users.ts";

async function jobsOf(store: TestStore): Promise<Job[]> {
  const jobs: Job[] = [];
  await runDueJobs(store, (job) => Promise.resolve(void jobs.push(job)), (_job, error) => jobs.push(error as Job));
  return jobs;
}

async function wish(store: TestStore, userId: number, email: string) {
  const begun = await beginEmailChange(store, userId, { email, currentPassword });
  if (!begun.ok) throw new Error(begun.reason);
  return { userId, key: emailChangeKeyOf(store, begun.change) };
}

Deno.test("the old address stays until the new one is confirmed, and then leads to nobody", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  const link = await wish(store, james.id, " James@New.test ");
  expect((await jobsOf(store)).map(({ kind }) => kind).sort()).toEqual([
    "email_change_mail",
    "email_change_notice_mail",
  ]);
  expect((await userById(store, james.id))!.email).toBe("james@demo.test");
  expect(await openEmailChange(store, link)).not.toBeNull();
  expect(await finishEmailChange(store, link)).toMatchObject({ ok: true, user: { email: "james@new.test" } });
  expect((await userByEmail(store, "james@new.test"))!.id).toBe(james.id);
  expect(await userByEmail(store, "james@demo.test")).toBeNull();
  expect(await jobsOf(store)).toMatchObject([{
    kind: "email_change_notice_mail",
    to: "james@demo.test",
    isDone: true,
  }]);
  // A second press.
  expect(await finishEmailChange(store, link)).toMatchObject({ reason: "expired" });
  // The address is free for others.
  await createUser(store, { email: "james@demo.test" });
});

Deno.test("without the password nothing is mailed, and the address that one has is no wish", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  const guess = await beginEmailChange(store, james.id, { email: "a@new.test", currentPassword: "Wrong-2026!" });
  expect(guess).toMatchObject({ reason: "wrong_password" });
  const same = await beginEmailChange(store, james.id, { email: "JAMES@demo.test", currentPassword });
  expect(same).toMatchObject({ reason: "invalid", fields: { email: "wrong_value" } });
  expect([await jobsOf(store), await emailChangeOf(store, james.id)]).toEqual([[], null]);
});

Deno.test("after a clock that was ahead, the same wish is mailed again, not told as just mailed", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  store.clock.advance({ hours: 12 });
  await wish(store, james.id, "james@new.test");
  store.clock.advance({ hours: -12 });
  const before = await Array.fromAsync(store.kv.list({ prefix: prefixes.jobs() }));
  await wish(store, james.id, "james@new.test");
  expect((await Array.fromAsync(store.kv.list({ prefix: prefixes.jobs() }))).length).toBe(before.length + 2);
});

Deno.test("a wish that is sent twice within a minute is mailed once, and its link holds", async () => {
  using store = await testStore();
  const { james, wei } = await createPeople(store);
  const [first, second] = await Promise.all([
    wish(store, james.id, "one@new.test"),
    wish(store, james.id, "one@new.test"),
  ]);
  expect([second, await wish(store, james.id, " One@new.test")]).toEqual([first, first]);
  expect((await jobsOf(store)).map(({ kind }) => kind).toSorted()).toEqual([
    "email_change_mail",
    "email_change_notice_mail",
  ]);
  store.clock.advance({ seconds: 60 });
  const third = await wish(store, james.id, "one@new.test");
  expect([third.key === first.key, (await jobsOf(store)).length]).toEqual([false, 2]);
  // Nor is the owner of a taken address told twice, and a wish that was taken back is mailed anew.
  await wish(store, james.id, wei.email);
  await wish(store, james.id, wei.email);
  expect((await jobsOf(store)).length).toBe(2);
  await cancelEmailChange(store, james.id);
  await wish(store, james.id, wei.email);
  expect((await jobsOf(store)).length).toBe(2);
});

Deno.test("a taken address answers alike, only its owner is told, and no key makes it somebody else's", async () => {
  using store = await testStore();
  const { james, wei } = await createPeople(store);
  const link = await wish(store, james.id, wei.email);
  const jobs = await jobsOf(store);
  expect(jobs.map(({ kind }) => kind).sort()).toEqual(["already_registered_mail", "email_change_notice_mail"]);
  expect(await finishEmailChange(store, link)).toMatchObject({ reason: "expired" });
  expect((await userByEmail(store, wei.email))!.id).toBe(wei.id);
});

Deno.test("an address that somebody takes meanwhile is theirs", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  const link = await wish(store, james.id, "tom@new.test");
  const tom = await createUser(store, { email: "tom@new.test" });
  expect(await finishEmailChange(store, link)).toMatchObject({ reason: "expired" });
  expect([(await userByEmail(store, "tom@new.test"))!.id, (await userById(store, james.id))!.email])
    .toEqual([tom.id, "james@demo.test"]);
});

Deno.test("an address that somebody takes, and a wish that is taken back, at the very moment of the press", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  const link = await wish(store, james.id, "tom@new.test");
  const taking = afterMeanwhile(store, () => createUser(store, { email: "tom@new.test" }));
  expect(await finishEmailChange(taking, link)).toMatchObject({ reason: "expired" });
  const other = await wish(store, james.id, "jim@new.test");
  const cancelling = afterMeanwhile(store, () => cancelEmailChange(store, james.id));
  expect(await finishEmailChange(cancelling, other)).toMatchObject({ reason: "expired" });
  expect((await userById(store, james.id))!.email).toBe("james@demo.test");
});

Deno.test("a newer wish, a withdrawn one, a late press and another's key spend the link", async () => {
  using store = await testStore();
  const { james, wei } = await createPeople(store);
  const first = await wish(store, james.id, "one@new.test");
  const second = await wish(store, james.id, "two@new.test");
  const weis = await wish(store, wei.id, "three@new.test");
  for (const link of [first, { ...weis, userId: james.id }, { userId: james.id, key: "" }, { userId: 77, key: "x" }]) {
    expect(await openEmailChange(store, link)).toBeNull();
    expect(await finishEmailChange(store, link)).toMatchObject({ reason: "expired" });
  }
  store.clock.advance({ seconds: emailChangeSeconds });
  expect(await finishEmailChange(store, second)).toMatchObject({ reason: "expired" });
  expect(await emailChangeOf(store, james.id)).toBeNull();
  const third = await wish(store, james.id, "four@new.test");
  await cancelEmailChange(store, james.id);
  expect(await finishEmailChange(store, third)).toMatchObject({ reason: "expired" });
});

Deno.test("pressed twice in the same moment it holds once", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  const link = await wish(store, james.id, "one@new.test");
  const both = await Promise.all([finishEmailChange(store, link), finishEmailChange(store, link)]);
  expect(both.filter(({ ok }) => ok).length).toBe(1);
});

Deno.test("a link for a new password that went to the old address opens nothing any more", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  await beginPasswordReset(store, james.email);
  const [job] = await jobsOf(store);
  if (job?.kind !== "password_reset_mail") throw new Error("no mail");
  const recoveryKey = recoveryKeyOf(store, (await passwordResetById(store, job.resetId))!);
  expect(await openPasswordReset(store, { email: james.email, recoveryKey })).not.toBeNull();
  await finishEmailChange(store, await wish(store, james.id, "one@new.test"));
  for (const email of [james.email, "one@new.test"]) {
    expect(await openPasswordReset(store, { email, recoveryKey })).toBeNull();
  }
});

Deno.test("who knew the former password gets the account neither by a wished address nor by a link for a password", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  const link = await wish(store, james.id, "thief@new.test");
  await beginPasswordReset(store, james.email);
  expect(await replacePassword(store, james.id, "Autumn-2026!", null)).toBe(true);
  expect(await emailChangeOf(store, james.id)).toBeNull();
  expect(await finishEmailChange(store, link)).toMatchObject({ reason: "expired" });
  expect(await store.kv.get(keys.passwordResetOfUser(james.id))).toMatchObject({ value: null });
  expect((await jobsOf(store)).map(({ kind }) => kind)).toContain("email_change_notice_mail");
});

Deno.test("a wish whose password is replaced at the very moment is none", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  const meanwhile = afterMeanwhile(store, () => replacePassword(store, james.id, "Autumn-2026!", null));
  const begun = await beginEmailChange(meanwhile, james.id, { email: "thief@new.test", currentPassword });
  expect(begun).toMatchObject({ reason: "wrong_password" });
  expect(await emailChangeOf(store, james.id)).toBeNull();
});

Deno.test("who is suspended meanwhile keeps the address, whose mailbox is kept out, until the end of the suspension", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  const vera = await createVera(store);
  const link = await wish(store, james.id, "james@new.test");
  await suspend(store, { userId: james.id, kind: "conduct", reason: "Rude letters", actorId: vera.id });
  expect(await finishEmailChange(store, link)).toMatchObject({ ok: false, reason: "expired" });
  expect((await userById(store, james.id))!.email).toBe("james@demo.test");
  await reinstate(store, { userId: james.id, reason: "Cleared", actorId: vera.id });
  expect(await finishEmailChange(store, link)).toMatchObject({ ok: true, user: { email: "james@new.test" } });
});
