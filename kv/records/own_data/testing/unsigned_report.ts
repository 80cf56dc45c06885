/** For tests of own data: a member who reports without signing in, is answered, and objects to the answer. */
import type { User } from "../../../accounts/users.ts";
import { fileGuestAppeal, reportKeyOf } from "../../../safety/guest_appeals.ts";
import { fileGuestReport } from "../../../safety/guest_reports.ts";
import { answerReport } from "../../../safety/reports.ts";
import type { TestStore } from "../../../testing/store.ts";

/** `answeredBy` is the admin who answers the report. */
export async function reportUnsigned(
  store: TestStore,
  { email }: User,
  { about, answeredBy }: { about: User; answeredBy: User },
): Promise<void> {
  const address = "192.0.2.7";
  const filed = await fileGuestReport(store, {
    pointed: { kind: "user", id: about.id },
    category: "fake",
    text: "without signing in he tells of chestnuts",
    name: "Ambrose",
    email,
    locale: "en",
    address,
  });
  if (!filed.ok) throw new Error(filed.reason);
  const { id: reportId } = filed.report;
  const answer = {
    reportId,
    actorId: answeredBy.id,
    outcome: "not_confirmed",
    words: "she answers him of pecans",
  } as const;
  const answered = await answerReport(store, answer);
  if (!answered.ok) throw new Error(answered.reason);
  const key = reportKeyOf(store, reportId);
  const objected = await fileGuestAppeal(store, {
    reportId,
    key,
    address,
    text: "without signing in he objects with pistachios",
  });
  if (!objected.ok) throw new Error(objected.reason);
}
