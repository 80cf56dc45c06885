/** What must follow the end of sessions follows, though the process that ended them got no answer from the store. */
import { expect } from "expect";
import type { Store } from "../../open.ts";
import { suspend } from "../../safety/suspensions.ts";
import { StoreUnavailable } from "../../store/health/health.ts";
import { runDueJobs } from "../../store/jobs/queue.ts";
import { keys } from "../../store/keys.ts";
import { addDevice } from "../../testing/devices.ts";
import { asDistantProcess, Way } from "../../testing/distant_store.ts";
import { appOf, createAdmin, createEnrolled } from "../../testing/factors.ts";
import { createVera } from "../../testing/safety.ts";
import { createJames, createOlena, testPassword, type TestStore, testStore } from "../../testing/store.ts";
import { subscriptionsOf } from "../push_subscriptions.ts";
import { clearRemovedStaff, removeStaff, resetFactor } from "../staff.ts";
import { userById } from "../users.ts";
import { changePassword, passwordHashOf, passwordOf, replacePassword } from "./passwords.ts";
import { beginOffer, confirmOffer, secondFactorOf, spendCode } from "./second_factors.ts";
import { endEarlierSessions, endNotes } from "./session_ends.ts";
import { endSession, newSession, sessionByToken, sessionsOf, setSession, startSession } from "./sessions.ts";

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
  store.clock.advance({ seconds: 1 });
  const after = await signInOn(store, james.id, "after");
  // It is in use for a while before the job is done.
  store.clock.advance({ minutes: 6 });
  await sessionByToken(store, after.token);
  await runJobs(store);
  expect((await sessionsOf(store, james.id)).map(({ tokenHash }) => tokenHash)).toEqual([after.session.tokenHash]);
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

Deno.test("a new app ends the other sessions, and a lost one all, also where the store answers it too late", async () => {
  using store = await testStore();
  const ada = await createAdmin(store);
  const [own] = [await startSession(store, ada.id, true), await startSession(store, ada.id, true)];
  const app = await appOf(store, ada.id, await beginOffer(store, own.session));
  const isEnrolled = async () => await secondFactorOf(store, ada.id) !== null;
  await unanswered(store, (late) => confirmOffer(late, own.session, { code: app.code() }), isEnrolled);
  expect((await sessionsOf(store, ada.id)).length).toBe(2);
  // She signs in on two devices more; the code of the second is noted with the second factor.
  store.clock.advance({ seconds: 40 });
  const [desk, train] = [await startSession(store, ada.id, true), await startSession(store, ada.id, true)];
  await spendCode(store, ada.id, { code: app.code() });
  await runJobs(store);
  const left = [own, desk, train].map(({ session }) => session.tokenHash).sort();
  expect((await sessionsOf(store, ada.id)).map(({ tokenHash }) => tokenHash).sort()).toEqual(left);

  await unanswered(store, (late) => resetFactor(late, ada.email), async () => !await isEnrolled());
  expect((await sessionsOf(store, ada.id)).length).toBe(3);
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
  // He signs in to read the reasons, and his account is written meanwhile.
  store.clock.advance({ seconds: 1 });
  const reading = await startSession(store, james.id, false);
  await store.kv.set(keys.user(james.id), await userById(store, james.id));
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
