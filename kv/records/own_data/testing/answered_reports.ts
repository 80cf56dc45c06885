/** For tests of own data: a member who reports, signed in and not, is answered, and objects to the answers. */
import type { User } from "../../../accounts/users.ts";
import { fileGuestAppeal, reportKeyOf } from "../../../safety/guest_appeals.ts";
import { fileGuestReport } from "../../../safety/guest_reports.ts";
import { fileAppeal } from "../../../safety/appeals.ts";
import { answerReport } from "../../../safety/report_answers.ts";
import { fileReport } from "../../../safety/report_filing.ts";
import type { TestStore } from "../../../testing/store.ts";
import { must } from "./cast.ts";

/** `answeredBy` is the admin who answers the report. */
interface Answered {
  about: User;
  answeredBy: User;
}

export async function reportSigned(store: TestStore, { id }: User, { about, answeredBy }: Answered): Promise<void> {
  const told = { reporterId: id, reportedId: about.id, text: "he reports of medlar jam" } as const;
  const { report } = must(await fileReport(store, { ...told, category: "fake", from: "profile" }));
  const words = "she answers him of walnuts";
  const answered = must(
    await answerReport(store, { reportId: report.id, actorId: answeredBy.id, outcome: "not_confirmed", words }),
  );
  const { decisionId } = answered.report;
  must(await fileAppeal(store, { userId: id, decisionId: decisionId!, text: "he objects with almonds" }));
}

export async function reportUnsigned(
  store: TestStore,
  { email }: User,
  { about, answeredBy }: Answered,
): Promise<void> {
  const address = "192.0.2.7";
  const told = { pointed: { kind: "user", id: about.id }, category: "fake", email, locale: "en", address } as const;
  const { report } = must(
    await fileGuestReport(store, { ...told, text: "without signing in he tells of chestnuts", name: "Ambrose" }),
  );
  must(await fileGuestReport(store, { ...told, text: "without signing in he adds of hickories", name: "Ambrosius" }));
  const reportId = report.id;
  const words = "she answers him of pecans";
  must(
    await answerReport(store, { reportId, actorId: answeredBy.id, outcome: "not_confirmed", words, additionsRead: 1 }),
  );
  const text = "without signing in he objects with pistachios";
  must(await fileGuestAppeal(store, { reportId, key: reportKeyOf(store, reportId), address, text }));
}
