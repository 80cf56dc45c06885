/**
 * `deno task approve`: lists what waits for approval, oldest first; with numbers approves it, or with --refuse refuses it,
 * for a reason that the person who asked reads. Asks a running server, which alone may change its store; opens the store
 * of a stopped one.
 */
import { isAbsolute, resolve } from "node:path";
import { openStore } from "../kv/open.ts";
import { decide, rejectionReasonLengthMax } from "../kv/vetting/approval_decisions.ts";
import { type ApprovalView, approvalViews, type Wish } from "../kv/vetting/approval_views.ts";
import type { Config } from "../services/config.ts";
import { DataDirUnavailable, holdDataDir } from "../services/data_dir.ts";
import { readOperatorFile } from "../services/operator_file.ts";
import { approvalPath, approvalsPath } from "../services/operator_paths.ts";
import { askServer, printable } from "./store/ask_server.ts";
import { configOfTask, run, writingOfTask } from "./store/command.ts";
import { Fault } from "./store/fault.ts";
import { presentStore } from "./store/presence.ts";

/** Where approvals are read and decided: at the server, or in the store itself. */
interface ApprovalQueue {
  waiting: () => Promise<ApprovalView[]>;
  /** Whether it waited and is decided now. */
  decide: (id: number, isApproved: boolean, reason?: string) => Promise<boolean>;
  close: () => void | Promise<void>;
}

const reasonFlag = "--reason=";
const usage = "usage: deno task approve [NUMBER … [--refuse [--reason=WORDS]]]";

if (import.meta.main) {
  await run("approve", async () => {
    const { ids, isApproved, reason } = wanted(Deno.args);
    const config = configOfTask();
    const queue = await queueOf(config, ids.length > 0);
    try {
      if (ids.length === 0) show(config, await queue.waiting());
      let missing = 0;
      for (const id of ids) {
        const isDecided = await queue.decide(id, isApproved, reason);
        console.log(isDecided ? `${id} ${isApproved ? "approved" : "refused"}` : `${id} does not wait (any more)`);
        if (!isDecided) missing++;
      }
      if (missing > 0) throw new Fault(`${missing} of ${ids.length} did not wait; look at the list again`);
    } finally {
      await queue.close();
    }
  });
}

function wanted(args: string[]): { ids: number[]; isApproved: boolean; reason?: string } {
  const isRefusal = args.includes("--refuse");
  const reasons = args.filter((each) => each.startsWith(reasonFlag)).map((each) => each.slice(reasonFlag.length));
  const numbers = args.filter((each) => each !== "--refuse" && !each.startsWith(reasonFlag));
  const isUnderstood = numbers.every((each) => /^\d{1,15}$/.test(each)) && !(isRefusal && numbers.length === 0) &&
    reasons.length <= (isRefusal ? 1 : 0) && reasons.every((reason) => reason.length <= rejectionReasonLengthMax);
  if (!isUnderstood) throw new Fault(usage);
  return { ids: numbers.map(Number), isApproved: !isRefusal, reason: reasons[0] };
}

async function queueOf(config: Config, isWriting: boolean): Promise<ApprovalQueue> {
  // A remote store may be opened by several processes.
  if (config.kvUrl) return await storeQueue(config.kvUrl, config, isWriting);
  // Opening a store creates one if there is none.
  await presentStore(config.dataDir);
  try {
    const hold = await holdDataDir(config.dataDir);
    return await storeQueue(`${config.dataDir}/kv.sqlite3`, config, isWriting, hold.release);
  } catch (error) {
    if (!(error instanceof DataDirUnavailable)) throw error;
    const server = await readOperatorFile(config);
    if (!server) throw error;
    return serverQueue(server);
  }
}

async function storeQueue(
  location: string,
  config: Config,
  isWriting: boolean,
  release: () => void = () => {},
): Promise<ApprovalQueue> {
  const writing = isWriting ? writingOfTask() : { secret: config.secret };
  const store = await openStore({ location, ...writing, isVisitor: true });
  return {
    waiting: () => approvalViews(store),
    decide: async (id, isApproved, reason) => (await decide(store, id, isApproved, { reason })).ok,
    async close() {
      await store.close();
      release();
    },
  };
}

function serverQueue(server: { url: string; key: string }): ApprovalQueue {
  return {
    waiting: async () => (await askServer(server, approvalsPath, "GET")).body.approvals,
    decide: async (id, isApproved, reason) =>
      (await askServer(server, approvalPath(String(id), isApproved ? "approve" : "refuse"), "POST", { reason })).isOk,
    close: () => {},
  };
}

function show(config: Config, waiting: ApprovalView[]): void {
  if (waiting.length === 0) return console.log("nothing waits");
  for (const view of waiting) {
    const { id, kind, userId, askedAt, isFirst, wishes } = view;
    const when = new Date(askedAt).toISOString().slice(0, 16).replace("T", " ");
    const note = isFirst ? ", whom it publishes" : "";
    console.log(`${id}  ${kind} of ${printable(view.firstname)} (${userId})${note}, ${when} UTC`);
    for (const { what, from, to, askedBy } of wishes) {
      console.log(`    ${what}: ${inWords(from)} → ${inWords(to)}${asker(askedBy)}`);
    }
    if (view.file !== null) console.log(`    ${placeOf(config, view.file)}${asker(view.addedBy)}`);
  }
  console.log(`\n${usage}`);
}

function asker(agencyId: number | null): string {
  return agencyId === null ? "" : `, asked by agency ${agencyId}`;
}

function inWords(value: Wish["from"]): string {
  if (value === null || value === undefined || value === "") return "–";
  return printable(Array.isArray(value) ? value.join(", ") : String(value));
}

function placeOf(config: Config, file: string): string {
  if (file.startsWith("/")) return file;
  if (config.s3) return `${config.s3.bucket}/${file}`;
  const folder = `${config.dataDir}/uploads/${file}`;
  return isAbsolute(folder) ? folder : resolve(folder);
}
