/** Hands mails over, and learns whom they do not reach: such people are sent only codes, links and warnings. */
import { getLogger } from "@logtape/logtape";
import { noteReached, noteUnreachable } from "../../../kv/accounts/mail_reach.ts";
import { noteNotTaken, noteTaken } from "../../../kv/accounts/mail_silence.ts";
import { userByEmail } from "../../../kv/accounts/users.ts";
import { unlessAway } from "../../../kv/store/health/health.ts";
import { laneOf } from "../../../kv/store/jobs/lanes.ts";
import type { Job } from "../../../kv/store/jobs/work.ts";
import type { Mail } from "../../../services/mail/email.ts";
import { isServersFailure, MailRefused } from "../../../services/mail/refusals.ts";
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
  deps: Dependencies,
  mail: Mail,
  { kind, awaitedUntil = Infinity }: { kind: Job["kind"] } & Pick<Addressed, "awaitedUntil">,
): Promise<void> {
  const { store, mailer, running: { mailDoubts } } = deps;
  try {
    await mailer.send(mail);
  } catch (error) {
    await noteSilence(deps, mail, error);
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
  if (await noteTaken(store)) log.info("mails are taken again");
  await noteReached(store, mail.to, { by: "accepted", at: store.now() });
}

/** Notes that a mail was not taken, unless its server took the time to say that nobody has the address. */
async function noteSilence({ store }: Dependencies, { to }: Mail, error: unknown): Promise<void> {
  if (error instanceof MailRefused && error.about === "address") return;
  // The reason why the mail was not taken matters more than that it could not be noted.
  const since = await unlessAway(noteNotTaken(store, to, { isServers: isServersFailure(error) }), null);
  if (since === null) return;
  const minutes = Math.round((store.now() - since) / 60_000);
  log.error("no mail was taken for {minutes} minutes: {error}", { minutes, error: withoutAddresses(error) });
}
