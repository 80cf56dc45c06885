/** The numbers of a year are those of the log, and outlive what they count. */
import { expect } from "expect";
import { admin } from "../accounts/users.ts";
import { changeOwn } from "../ladies/profiles.ts";
import { answerAppeal, fileAppeal } from "../safety/appeals.ts";
import { fileGuestReport } from "../safety/guest_reports.ts";
import { fileReport } from "../safety/report_filing.ts";
import { suspend } from "../safety/suspensions.ts";
import { warn } from "../safety/warnings.ts";
import { addAuditRecord } from "../store/audit_log.ts";
import { createVera } from "../testing/safety.ts";
import { createPeople, createUser, testStore } from "../testing/store.ts";
import { addShownPhoto } from "../testing/verifications.ts";
import { photoMark, takePhotoDown } from "../vetting/photo_takedown.ts";
import { photosOf } from "../vetting/photos.ts";
import { shownTextsOf, textMark } from "../vetting/shown_texts.ts";
import { takeTextDown } from "../vetting/text_takedown.ts";
import { addAuditCheckpoint } from "./audit_checkpoints.ts";
import { yearOfDecisions } from "./transparency.ts";

Deno.test("a year counts reports, answers, decisions and appeals, and nothing of another year", async () => {
  using store = await testStore();
  const { james, wei, olena, daria } = await createPeople(store);
  const vera = await createVera(store);
  const ben = await createUser(store, { groupId: admin, email: "ben@staff.test" });
  for (const [reporter, hours] of [[james, 2], [wei, 6]] as const) {
    const about = { reporterId: reporter.id, reportedId: olena.id, text: "", from: "profile" } as const;
    const filed = await fileReport(store, { ...about, category: "money" });
    store.clock.advance({ hours });
    const reportId = filed.ok ? filed.report.id : NaN;
    const answers = { reportId, words: "Thank you." };
    await warn(store, { userId: olena.id, words: "No money.", actorId: vera.id, answers, ground: "money" });
  }
  for (const text of ["A false age.", "And a false name."]) {
    await fileReport(store, { reporterId: wei.id, reportedId: olena.id, category: "fake", text, from: "profile" });
  }
  const again = { action: "report_filed", actorId: wei.id, details: { category: "fake" } };
  await addAuditRecord(store, { ...again, subject: "report:3" });
  await fileGuestReport(store, {
    pointed: { kind: "user", id: daria.id },
    category: "illegal",
    text: "A stolen identity.",
    name: "",
    email: "marta@elsewhere.test",
    locale: "en",
    address: "192.0.2.7",
  });
  const kept = await suspend(store, { userId: daria.id, kind: "fraud", reason: "Stolen photos", actorId: vera.id });
  const decisionId = kept.ok ? kept.user.suspension!.decisionId! : NaN;
  await fileAppeal(store, { userId: daria.id, decisionId, text: "It is me." });
  const answer = { userId: daria.id, decisionId, actorId: ben.id, isReversed: true, words: "It is." };
  await answerAppeal(store, answer);
  const photoId = await addShownPhoto(store, james.id);
  const seen = photoMark((await photosOf(store, james))[0]!);
  await takePhotoDown(store, { userId: james.id, photoId, seen, reason: "An actor.", actorId: vera.id });
  await changeOwn(store, james.id, { profile: { quote: "Buy my watches" } });
  const text = textMark((await shownTextsOf(store, james)).find(({ kind }) => kind === "quote")!);
  await takeTextDown(store, { userId: james.id, text: "quote", seen: text, reason: "An offer.", actorId: vera.id });
  await addAuditCheckpoint(store);
  const counted = await yearOfDecisions(store, 2026);
  expect(counted).toMatchObject({
    reports: { money: 2, illegal: 1, fake: 1 },
    sources: { member: 3, guest: 1 },
    outcomes: { acted: 2, not_confirmed: 0 },
    medianAnswerMs: 4 * 3600_000,
    decisions: { warning: 2, suspension: 1, photo: 0, shown_photo: 1, shown_text: 1 },
    grounds: { money: 2, identity: 1, photo: 1, conduct: 1, unnamed: 0 },
    appeals: { filed: 1, upheld: 0, reversed: 1 },
  });
  expect(await yearOfDecisions(store, 2025)).toMatchObject({ sources: { member: 0, guest: 0 }, medianAnswerMs: null });
});
