/** Whether the clocks of the other instances agree with this one's, by the time that each writes into its signs of life. */
import { getLogger } from "@logtape/logtape";
import { clocksDifferMs } from "../../../kv/store/jobs/work.ts";

const log = getLogger(["vesna", "chat"]);

/** When another instance showed its sign, by its own clock (ms since the epoch). */
interface Sign {
  id: string;
  at: number;
}

export class OtherClocks {
  /** By how much the clocks of other instances are ahead, as far as their last signs told. */
  #aheadMs = new Map<string, number>();
  #isTold = false;

  /** `signs` are at most `agoMs` old, `alive` all instances that live; by server time. Logs each change once. */
  compare(
    signs: readonly Sign[],
    { alive, nowMs, agoMs }: { alive: ReadonlySet<string>; nowMs: number; agoMs: number },
  ): void {
    for (const { id, at } of signs) this.#aheadMs.set(id, at > nowMs ? at - nowMs : Math.min(0, at + agoMs - nowMs));
    for (const id of this.#aheadMs.keys()) if (!alive.has(id)) this.#aheadMs.delete(id);
    const apartMs = [...this.#aheadMs.values()].find((ms) => Math.abs(ms) > clocksDifferMs);
    if ((apartMs !== undefined) === this.#isTold) return;
    this.#isTold = apartMs !== undefined;
    if (apartMs === undefined) return log.warn("the clocks of all instances agree again");
    log.error(
      "the clock of another instance is at least {seconds} s {where}: work is done twice, and nobody takes an invitation in time. " +
        "Put the clocks right (NTP)",
      { seconds: Math.round(Math.abs(apartMs) / 1000), where: apartMs > 0 ? "ahead" : "behind" },
    );
  }
}
