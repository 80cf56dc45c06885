/** Hands mails over, and learns whom they do not reach: such people are sent only codes, links and warnings. */
import { getLogger } from "@logtape/logtape";
import { noteReached, noteUnreachable } from "../../../kv/accounts/mail_reach.ts";
import { userByEmail } from "../../../kv/accounts/users.ts";
import { laneOf } from "../../../kv/store/jobs/lanes.ts";
import type { Job } from "../../../kv/store/jobs/work.ts";
import type { Mail } from "../../../services/mail/email.ts";
import { MailRefused } from "../../../services/mail/refusals.ts";
import type { Dependencies } from "../../http/env.ts";
import { withoutAddresses } from "../without_addresses.ts";
import type { Addressed } from "./addressed.ts";

const log = getLogger(["vesna", "mails"]);

/** Whether a mail may be sent: codes and warnings always, anything else only to an address that mails reach. */
export async function mayBeMailed({ store }: Dependencies, to: string, kind: Job["kind"]): Promise<boolean> {
  return laneOf(kind) === "codes" || (await userByEmail(store, to))?.unreachable === undefined;
}

/**
 * Throws if the mail was not accepted and another try may help; notes an address that nobody has. If its server leaves that
 * open, only what becomes of other mails tells (kv/accounts/mail_doubts.ts), and a code is tried on while somebody waits
 * for it.
 */
export async function handOver(
  { store, mailer, running: { mailDoubts } }: Dependencies,
  mail: Mail,
  { kind, awaitedUntil = Infinity }: { kind: Job["kind"] } & Pick<Addressed, "awaitedUntil">,
): Promise<void> {
  try {
    await mailer.send(mail);
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    const { about } = error;
    if (about !== "address" && mailDoubts.refused(mail.to, about)) {
      log.error("the mail server takes no mails of this site: {error}", { error: withoutAddresses(error) });
    }
    const isNobodys = about === "address" || (about === "either" && mailDoubts.isNobodys(mail.to, store.now()));
    if (isNobodys) await noteUnreachable(store, mail.to, { why: "refused", at: store.now() });
    const isAwaited = laneOf(kind) === "codes" && store.now() < awaitedUntil;
    if (about === "address" || (isNobodys && !isAwaited)) return;
    throw error;
  }
  if (mailDoubts.taken(mail.to, store.now())) log.info("the mail server takes mails of this site again");
  await noteReached(store, mail.to, { by: "accepted", at: store.now() });
}
