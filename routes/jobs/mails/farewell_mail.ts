/** The last mail to a person who has left: what was erased, in the words of the deletion page, and what is kept for how long. */
import { datesFor } from "../../../i18n/format.ts";
import { emailOfFarewell } from "../../../kv/accounts/farewells.ts";
import type { FarewellJob, Job } from "../../../kv/store/jobs/work.ts";
import type { Dependencies } from "../../http/env.ts";
import { goesOf, staysOf } from "../../own_data/told.ts";
import type { Words } from "./account_mails.ts";
import { sendMail } from "./mail_jobs.tsx";
import { type MailLetter, text } from "./mail_layout.tsx";

/** Throws when it must be tried again. */
export async function sendFarewell(deps: Dependencies, job: Job & FarewellJob): Promise<void> {
  const to = await emailOfFarewell(deps.store, job);
  if (to) await sendMail(deps, { to, locale: job.locale, write: (words) => farewell(words, job) }, job);
}

function farewell({ t, brand }: Words, { locale, groupId, leftAt, wasSuspended }: FarewellJob): MailLetter {
  const day = datesFor({ locale, zone: null })(leftAt, "day");
  const listed = (names: readonly string[]) => names.map((name) => text(`• ${t(`ownData:delete.${name}`)}`));
  return {
    subject: t("mails:farewell.subject", { brand }),
    blocks: [
      text(t("mails:farewell.lead", { brand, day })),
      text(t("mails:farewell.goes")),
      ...listed(goesOf(groupId)),
      text(t("mails:farewell.stays")),
      text(`• ${t("mails:farewell.log")}`),
      ...listed(staysOf(groupId, wasSuspended === true)),
      text(t("mails:farewell.end")),
    ],
    reason: t("mails:farewell.reason", { brand }),
  };
}
