/** Watches the store while the site serves: logs one line when it stops working, and one when it is well again. */
import { getLogger } from "@logtape/logtape";
import type { Store } from "../../kv/open.ts";
import type { StoreFault } from "../../kv/store/health/health.ts";

const log = getLogger(["vesna", "store"]);

/** What has happened, and what the operator does about it. */
const words: Record<StoreFault, string> = {
  full: "the disk of the store is full: writes are refused until there is room, then all goes on by itself",
  gone: "the store's file is gone or another one lies in its place: whatever is written is refused. " +
    "Put the same file back, or end the server, restore a backup and start it again",
  silent: "the store does not answer",
  cut_off: "the store answers, but not over the connection of this process, which ends so that it can be started anew",
  newer:
    "a later build has brought the store forward: whatever is written is refused. End this server and start that build",
  failing: "the store cannot be written: {cause}",
};

/** Returns how to stop watching. `cutOff` is called when only a new process can reach the store. */
export function watchStore(store: Store, cutOff: () => void): () => void {
  return store.health.watch((fault, cause) => {
    if (fault === "cut_off") cutOff();
    if (fault === null) log.warn("the store is well again");
    else log.error(words[fault], cause === undefined ? {} : { cause: String(cause) });
  });
}
