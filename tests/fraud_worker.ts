/**
 * A process that the test of a fraud's refunds may kill at any moment: does the jobs that are due until none is left.
 * Arguments: the store's file, and what its clock says.
 */
import { openStore } from "../kv/open.ts";
import { gatherFraud, refundFraud } from "../kv/safety/fraud_cases.ts";
import { runDueJobs } from "../kv/store/jobs/queue.ts";

const [file, nowMs] = Deno.args;
const store = await openStore({
  location: file,
  secret: "a secret that only tests may know",
  now: () => Number(nowMs),
});
const say = (word: string) => Deno.stdout.writeSync(new TextEncoder().encode(`${word}\n`));
say("open");
for (let done = 1; done > 0;) {
  done = await runDueJobs(store, async (job) => {
    if (job.kind === "fraud_gather") await gatherFraud(store, job);
    if (job.kind === "fraud_refund") await refundFraud(store, job);
  }, (_job, error) => console.error(error));
}
say("done");
await store.close();
