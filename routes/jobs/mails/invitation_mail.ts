/** The mail that tells its reader who asked to talk and did not reach her or him, with a link to the conversation. */
import { lady, usersByIds } from "../../../kv/accounts/users.ts";
import { claimInvitationMail } from "../../../kv/chats/invitation_mails.ts";
import type { InvitationMailJob, Job } from "../../../kv/store/jobs/work.ts";
import type { Dependencies } from "../../http/env.ts";
import { chatLink } from "../invitation_push.ts";
import { nameBeforeWords, nameFor } from "./letter_mail.ts";
import { sendMail } from "./mail_jobs.tsx";
import { link, text } from "./mail_layout.tsx";
import { unsubscribingOf } from "./unsubscribing.ts";

/** Sends it if such mails are still wished, neither of the two blocks the other, and none was sent within the day. */
export async function sendInvitationMail(deps: Dependencies, job: Job & InvitationMailJob): Promise<void> {
  const { store } = deps;
  if (!await claimInvitationMail(store, job)) return;
  const [recipient, author] = await usersByIds(store, [job.toId, job.askerId]);
  if (!recipient || !author) return;
  const known = await nameFor(deps, { author, recipient });
  const name = known && nameBeforeWords(recipient.locale, known);
  const { href, headers } = unsubscribingOf(store, recipient.id, "invitations");
  const side = recipient.groupId === lady ? "lady" : "man";
  await sendMail(deps, {
    to: recipient.email,
    locale: recipient.locale,
    write: (words) => {
      const { t, brand, linkTo } = words;
      const key = name ? "mails:invitation" : "mails:invitation.unnamed";
      return {
        subject: t(`${key}.subject`, { name, brand }),
        blocks: [
          text(t(`${key}.lead`, { name })),
          link(t("mails:invitation.link"), chatLink(linkTo, side, author.id), true),
          link(t("mails:invitation.off"), href(words)),
        ],
        reason: t("mails:invitation.reason", { brand }),
      };
    },
    headers,
  }, job);
}
