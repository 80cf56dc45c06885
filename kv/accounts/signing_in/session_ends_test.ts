/** What must follow the end of sessions follows, though the process that ended them got no answer from the store. */
import { expect } from "expect";
import type { Store } from "../../open.ts";
import { suspend } from "../../safety/suspensions.ts";
import { StoreUnavailable } from "../../store/health/health.ts";
import { runDueJobs } from "../../store/jobs/queue.ts";
import { addDevice } from "../../testing/devices.ts";
import { keys } from "../../store/keys.ts";
import { asDistantProcess, Way } from "../../testing/distant_store.ts";
import { appOf, createAdmin, createEnrolled } from "../../testing/factors.ts";
import { createVera } from "../../testing/safety.ts";
import {
  afterMeanwhile,
  createJames,
  createOlena,
  testPassword,
  type TestStore,
  testStore,
} from "../../testing/store.ts";
import { subscriptionsOf } from "../push_subscriptions.ts";
import { clearRemovedStaff, removeStaff, resetFactor } from "../staff.ts";
import { type User, userById } from "../users.ts";
import { changePassword, passwordHashOf, passwordOf, replacePassword } from "./passwords.ts";
import { beginOffer, confirmOffer, secondFactorOf } from "./second_factors.ts";
import { endEarlierSessions, endNotes } from "./session_ends.ts";
import {
  beginSession,
  deleteSession,
  endSession,
  newSession,
  sessionByToken,
  sessionsOf,
  setSession,
  startSession,
} from "./sessions.ts";
import { signIn } from "./sign_in.ts";

/** Lets a process change something, and cuts it off before it gets the answer to what is written then. */
async function unanswered(
  store: TestStore,
  change: (store: Store) => Promise<unknown>,
  isWritten: () => Promise<boolean>,
): Promise<void> {
  const way = new Way();
  way.cutAfter = isWritten;
  const late = asDistantProcess(store, way, store.randomToken());
  const isBack = new Promise<void>((resolve) => late.health.onReturn(() => resolve()));
  await expect(change(late)).rejects.toThrow(StoreUnavailable);
  way.mend();
  await isBack;
}

/** Does the jobs about sessions that are due, as another process does; drops the others. */
const runJobs = (store: Store): Promise<number> =>
  runDueJobs(
    store,
    async (job) => {
      if (job.kind === "end_notes") await endNotes(store, job);
      if (job.kind === "end_sessions") await endEarlierSessions(store, job);
      if (job.kind === "clear_staff") await clearRemovedStaff(store, job.userId);
    },
    (_, error) => {
      throw error;
    },
  );

/** The names of a person's devices that are still notified. */
const notified = async (store: Store, userId: number): Promise<string[]> =>
  (await subscriptionsOf(store, userId)).map(({ endpoint }) => endpoint.split("/").at(-1)!).sort();

/** Signs a person in, on a device that is notified from then on. */
async function signInOn(store: Store, userId: number, name: string, mark?: string) {
  const started = await startSession(store, userId, true, mark ? { mark } : {});
  await addDevice(store, userId, { endpoint: `https://push.example/${name}` }, started.session);
  return started;
}

Deno.test("a stranger who had signed in gets no notes after a new password, also where the store answers it too late", async () => {
  using store = await testStore();
  const olena = await createOlena(store);
  const own = await signInOn(store, olena.id, "own");
  const strangers = await signInOn(store, olena.id, "stranger's");
  const before = await passwordHashOf(store, olena.id);
  await unanswered(
    store,
    (late) =>
      changePassword(late, olena.id, {
        currentPassword: testPassword,
        password: "Autumn-2026!",
        keepTokenHash: own.session.tokenHash,
      }),
    async () => await passwordHashOf(store, olena.id) !== before,
  );
  expect(await notified(store, olena.id)).toEqual(["own", "stranger's"]);
  await runJobs(store);
  expect(await notified(store, olena.id)).toEqual(["own"]);
  expect(await sessionByToken(store, own.token)).not.toBe(null);
  expect(await sessionByToken(store, strangers.token)).toBe(null);
});

Deno.test("more sessions than one commit can hold end as well, and those of the old password that began meanwhile", async () => {
  using store = await testStore();
  const james = await createJames(store);
  const old = await passwordOf(store, james.id);
  for (let n = 0; n < 205; n++) await startSession(store, james.id, false);
  const { session } = newSession(store, james.id, false, {});
  await unanswered(
    store,
    async (late) => {
      const op = late.kv.atomic();
      const commit = op.commit.bind(op);
      op.commit = async () => {
        // Signs in after the sessions were listed.
        expect((await setSession(store.kv.atomic().check(old), session).commit()).ok).toBe(true);
        return await commit();
      };
      await replacePassword(late, james.id, "Autumn-2026!", null, op);
    },
    async () => (await passwordOf(store, james.id)).versionstamp !== old.versionstamp,
  );
  expect((await sessionsOf(store, james.id)).length).toBe(6);
  await runJobs(store);
  expect(await sessionsOf(store, james.id)).toEqual([]);
});

Deno.test("who signs in with the new password before the rest is done stays signed in, and is notified", async () => {
  using store = await testStore();
  const james = await createJames(store);
  const before = await signInOn(store, james.id, "before");
  store.clock.advance({ minutes: 6 });
  expect(await replacePassword(store, james.id, "Autumn-2026!", null)).toBe(true);
  // The ended session was in use at that very moment, and slid.
  await setSession(store.kv.atomic(), { ...before.session, lastSeenAt: store.now() }).commit();
  const after = await signInOn(store, james.id, "after");
  await runJobs(store);
  expect((await sessionsOf(store, james.id)).map(({ tokenHash }) => tokenHash)).toEqual([after.session.tokenHash]);
  expect(await notified(store, james.id)).toEqual(["after"]);
});

Deno.test("who signs in with the new password is notified though that session has run out before the rest is done", async () => {
  using store = await testStore();
  const james = await createJames(store);
  const before = await signInOn(store, james.id, "before");
  expect(await replacePassword(store, james.id, "Autumn-2026!", null)).toBe(true);
  const after = await signInOn(store, james.id, "after");
  // A session of the old password that is still to end has wished notes since; the store has forgotten both sessions.
  await setSession(store.kv.atomic(), before.session).commit();
  await addDevice(store, james.id, { endpoint: "https://push.example/stranger's" }, before.session);
  store.clock.advance({ days: 31 });
  for (const { session } of [before, after]) await deleteSession(store.kv.atomic(), session).commit();
  await runJobs(store);
  expect(await notified(store, james.id)).toEqual(["after"]);
});

Deno.test("who signs out is not notified there any more, also where the store answers it too late", async () => {
  using store = await testStore();
  const james = await createJames(store);
  await signInOn(store, james.id, "phone", "the phone's mark");
  await signInOn(store, james.id, "hotel, earlier", "the hotel's mark");
  const { session, token } = await signInOn(store, james.id, "hotel", "the hotel's mark");
  store.clock.advance({ seconds: 1 });
  await unanswered(
    store,
    (late) => endSession(late, session),
    async () => await sessionByToken(store, token) === null,
  );
  expect((await notified(store, james.id)).length).toBe(3);
  // Who comes back there a moment later, and wishes notes again, gets them.
  store.clock.advance({ seconds: 1 });
  await signInOn(store, james.id, "hotel, later", "the hotel's mark");
  await runJobs(store);
  expect(await notified(store, james.id)).toEqual(["hotel, later", "phone"]);
});

/** Ada sets up an app in one of her two sessions, while the process that does it gets no answer. */
async function enrolLate(store: TestStore) {
  const ada = await createAdmin(store);
  const [own] = [await startSession(store, ada.id, true), await startSession(store, ada.id, true)];
  const app = await appOf(store, ada.id, await beginOffer(store, own.session));
  const isEnrolled = async () => await secondFactorOf(store, ada.id) !== null;
  await unanswered(store, (late) => confirmOffer(late, own.session, { code: app.code() }), isEnrolled);
  return { ada, own, app, isEnrolled };
}

Deno.test("a new app ends the other sessions, and a lost one all, also where the store answers it too late", async () => {
  using store = await testStore();
  const { ada, own, isEnrolled } = await enrolLate(store);
  expect((await sessionsOf(store, ada.id)).length).toBe(2);
  await runJobs(store);
  expect((await sessionsOf(store, ada.id)).map(({ tokenHash }) => tokenHash)).toEqual([own.session.tokenHash]);

  await unanswered(store, (late) => resetFactor(late, ada.email), async () => !await isEnrolled());
  expect((await sessionsOf(store, ada.id)).length).toBe(1);
  await runJobs(store);
  expect(await sessionsOf(store, ada.id)).toEqual([]);
});

Deno.test("who is suspended or removed has no session and no notes left, also where the store answers it too late", async () => {
  using store = await testStore();
  const [vera, james] = [await createVera(store), await createJames(store)];
  await signInOn(store, james.id, "phone");
  await unanswered(
    store,
    (late) => suspend(late, { userId: james.id, kind: "conduct", reason: "Threats", actorId: vera.id }),
    async () => (await userById(store, james.id))?.suspension !== undefined,
  );
  // He signs in to read the reasons.
  const reading = await startSession(store, james.id, false);
  await runJobs(store);
  expect((await sessionsOf(store, james.id)).map(({ tokenHash }) => tokenHash)).toEqual([reading.session.tokenHash]);
  expect(await notified(store, james.id)).toEqual([]);

  const { user } = await createEnrolled(store);
  await signInOn(store, user.id, "desk");
  const isGone = async () => await userById(store, user.id) === null;
  await unanswered(store, (late) => removeStaff(late, user.email), isGone);
  expect(await notified(store, user.id)).toEqual(["desk"]);
  await runJobs(store);
  expect([await notified(store, user.id), await sessionsOf(store, user.id)]).toEqual([[], []]);
});

/** Suspends James, while the process that does it gets no answer. */
const suspendLate = async (store: TestStore, userId: number, meanwhile = () => Promise.resolve<unknown>(null)) => {
  const vera = await createVera(store);
  await unanswered(
    store,
    (late) =>
      suspend(afterMeanwhile(late, meanwhile), { userId, kind: "conduct", reason: "Threats", actorId: vera.id }),
    async () => (await userById(store, userId))?.suspension !== undefined,
  );
};

const credentialsOf = ({ email }: User) => ({
  email,
  password: testPassword,
  remember: false,
  visitor: { address: "192.0.2.7", mark: null },
  staffNeedSecondFactor: false,
});

const hashesOf = async (store: Store, userId: number): Promise<string[]> =>
  (await sessionsOf(store, userId)).map(({ tokenHash }) => tokenHash);

Deno.test("a session that was used for a while before the late rest is done stays as well", async () => {
  using store = await testStore();
  const james = await createJames(store);
  expect(await replacePassword(store, james.id, "Autumn-2026!", null)).toBe(true);
  const after = await signInOn(store, james.id, "after");
  store.clock.advance({ minutes: 6 });
  await sessionByToken(store, after.token);
  await runJobs(store);
  expect([await hashesOf(store, james.id), await notified(store, james.id)])
    .toEqual([[after.session.tokenHash], ["after"]]);
});

Deno.test("who is suspended keeps the session for the reasons, though the account was written since", async () => {
  using store = await testStore();
  const james = await createJames(store);
  await startSession(store, james.id, true);
  await suspendLate(store, james.id);
  const answer = await signIn(store, credentialsOf(james));
  if (!("keptOut" in answer)) throw new Error("no session for the reasons");
  await store.kv.set(keys.user(james.id), { ...await userById(store, james.id), city: "Leeds" });
  await runJobs(store);
  expect(await hashesOf(store, james.id)).toEqual([answer.keptOut.session.tokenHash]);
});

Deno.test("each device that signs in with the code of a new app stays signed in", async () => {
  using store = await testStore();
  const { ada, own, app } = await enrolLate(store);
  const begun: string[] = [];
  for (let device = 0; device < 2; device++) {
    store.clock.advance({ minutes: 1 });
    const done = await signIn(store, { ...credentialsOf(ada), otp: app.code() });
    if (!done.ok) throw new Error(done.reason);
    begun.push(done.session.tokenHash);
  }
  await runJobs(store);
  expect((await hashesOf(store, ada.id)).sort()).toEqual([own.session.tokenHash, ...begun].sort());
});

Deno.test("a session that begins beside a suspension ends with it, and one that would begin late does not begin", async () => {
  using store = await testStore();
  const james = await createJames(store);
  const verified = await passwordOf(store, james.id);
  await suspendLate(store, james.id, () => signIn(store, credentialsOf(james)));
  expect((await sessionsOf(store, james.id)).length).toBe(1);
  const { session } = newSession(store, james.id, false, {});
  const late = beginSession(store.kv.atomic().check(verified), session, verified.value);
  expect((await late.commit()).ok).toBe(false);
  await runJobs(store);
  expect(await sessionsOf(store, james.id)).toEqual([]);
});

Deno.test("a late rest does not end the session that a later change keeps", async () => {
  using store = await testStore();
  const james = await createJames(store);
  // The clock is put back meanwhile.
  store.clock.advance({ minutes: 1 });
  expect(await replacePassword(store, james.id, "Autumn-2026!", null)).toBe(true);
  store.clock.advance({ seconds: -30 });
  const [own] = [await startSession(store, james.id, true), await startSession(store, james.id, true)];
  expect(await replacePassword(store, james.id, "Winter-2026!", own.session.tokenHash)).toBe(true);
  store.clock.advance({ minutes: 1 });
  await runJobs(store);
  expect(await hashesOf(store, james.id)).toEqual([own.session.tokenHash]);
});
