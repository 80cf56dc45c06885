/** Hands mails over, and learns by it whom they do not reach: who is not reached is sent what was asked for alone. */
import { noteReached, noteUnreachable } from "../../../kv/accounts/mail_reach.ts";
import { userByEmail } from "../../../kv/accounts/users.ts";
import { laneOf } from "../../../kv/store/jobs/lanes.ts";
import type { Job } from "../../../kv/store/jobs/work.ts";
import { AddressRefused, type Mail } from "../../../services/mail/email.ts";
import type { Dependencies } from "../../http/env.ts";

/** Codes and warnings go wherever they were asked for; what comes by itself, to who is reached by it. */
export async function mayBeMailed({ store }: Dependencies, to: string, kind: Job["kind"]): Promise<boolean> {
  return laneOf(kind) === "codes" || (await userByEmail(store, to))?.unreachable === undefined;
}

/** Throws where the mail was not accepted and another try may help; who has no such address is asked for another. */
export async function handOver({ store, mailer }: Dependencies, mail: Mail): Promise<void> {
  try {
    await mailer.send(mail);
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
    return await noteUnreachable(store, mail.to, { why: "refused", at: store.now() });
  }
  await noteReached(store, mail.to, { by: "accepted", at: store.now() });
}
