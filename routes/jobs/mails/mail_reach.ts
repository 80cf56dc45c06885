/** Hands mails over, and learns whom they do not reach: such people are sent only codes, links and warnings. */
import { noteReached, noteUnreachable } from "../../../kv/accounts/mail_reach.ts";
import { userByEmail } from "../../../kv/accounts/users.ts";
import { laneOf } from "../../../kv/store/jobs/lanes.ts";
import type { Job } from "../../../kv/store/jobs/work.ts";
import { AddressRefused, type Mail } from "../../../services/mail/email.ts";
import type { Dependencies } from "../../http/env.ts";

/** Whether a mail may be sent: codes and warnings always, anything else only to an address that mails reach. */
export async function mayBeMailed({ store }: Dependencies, to: string, kind: Job["kind"]): Promise<boolean> {
  return laneOf(kind) === "codes" || (await userByEmail(store, to))?.unreachable === undefined;
}

/** Throws if the mail was not accepted and another try may help; notes an address that was refused for good. */
export async function handOver({ store, mailer }: Dependencies, mail: Mail): Promise<void> {
  try {
    await mailer.send(mail);
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
    return await noteUnreachable(store, mail.to, { why: "refused", at: store.now() });
  }
  await noteReached(store, mail.to, { by: "accepted", at: store.now() });
}
