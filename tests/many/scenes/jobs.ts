/** What must follow a commit is done by one of the processes, once. */
import { expect } from "expect";
import { addJob } from "../../../kv/store/jobs/queue.ts";
import { until } from "../../patience.ts";
import type { Stage } from "../stage.ts";

const mails = 60;

export async function jobs({ store, people: { james }, mailServer, say }: Stage): Promise<void> {
  const isMeant = ({ envelopeTo, subject }: { envelopeTo: string[]; subject?: string }) =>
    envelopeTo[0] === james.user.email && /password/i.test(subject ?? "");
  for (let at = 0; at < mails; at++) {
    const op = store.kv.atomic();
    addJob(store, op, { kind: "password_changed_mail", userId: james.user.id });
    expect((await op.commit()).ok).toBe(true);
  }
  const came = () => mailServer.mails.filter(isMeant);
  await until(() => came().length >= mails, "all mails");
  // A mail is doubled if two processes find it at once: so this waits until each has looked again.
  await new Promise((resolve) => setTimeout(resolve, 2000));
  expect(came()).toHaveLength(mails);
  expect(new Set(came().map(({ messageId }) => messageId)).size).toBe(mails);
  say(`${mails} mails, each sent once by one of the four`);
}
