/** Which case of a fraud has a mail for each man; what the mail says is tested where it is written. */
import { expect } from "expect";
import { admin } from "../accounts/users.ts";
import { balanceOf } from "../credits/ledger/ledger.ts";
import { sendLetter } from "../letters/sending.ts";
import { audit } from "../records/audit.ts";
import { runDueJobs } from "../store/jobs/queue.ts";
import { createVera, runSafetyJobs } from "../testing/safety.ts";
import { createPeople, createUser, testStore } from "../testing/store.ts";
import { answerAppeal, fileAppeal } from "./appeals.ts";
import { beginFraudMail, type FraudNotice } from "./fraud_mails.ts";
import { noticeById } from "./notices.ts";
import { suspend } from "./suspensions.ts";

Deno.test("a case after one that was taken back tells its men by mail, also where both reach back from the same suspension", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const [vera, ben] = [
    await createVera(store),
    await createUser(store, { groupId: admin, firstname: "Ben", email: "ben@staff.test" }),
  ];
  const keepOut = async (kind: "conduct" | "fraud") => {
    store.clock.advance({ minutes: 5 });
    const kept = await suspend(store, { userId: olena.id, kind, reason: "Stolen photos", actorId: vera.id });
    return kept.ok ? kept.user.suspension!.decisionId! : NaN;
  };
  /** The ladies of whom the mails to James within the next minutes tell. */
  const mails = async () => {
    const told: number[] = [];
    for (let minute = 0; minute < 4; minute++) {
      store.clock.advance({ minutes: 1 });
      await runDueJobs(store, async (job) => {
        if (job.kind !== "fraud_mail") return;
        const notice = await noticeById(store, job.userId, job.noticeId) as FraudNotice;
        if (await beginFraudMail(store, notice)) told.push(notice.ladyId);
      }, (_job, error) => {
        throw error;
      });
    }
    return told;
  };
  await sendLetter(store, { authorId: james.id, recipientId: olena.id, body: "A letter.", sendKey: "the-first" });
  await keepOut("conduct");
  const decisionId = await keepOut("fraud");
  await runSafetyJobs(store);
  await fileAppeal(store, { userId: olena.id, decisionId, text: "I am no fraud." });
  const answer = { userId: olena.id, decisionId, actorId: ben.id, isReversed: true, words: "You are no fraud." };
  expect((await answerAppeal(store, answer)).ok).toBe(true);
  expect(await mails()).toEqual([]);
  await keepOut("fraud");
  await runSafetyJobs(store);
  expect(await mails()).toEqual([olena.id]);
  expect([await balanceOf(store, james.id), await audit(store)]).toEqual([200, []]);
});
