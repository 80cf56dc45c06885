/** Whether the clocks of the other instances agree with this one's, by the time that each writes into its signs of life. */
import { getLogger } from "@logtape/logtape";
import { clocksDifferMs } from "../../../kv/store/jobs/work.ts";

const log = getLogger(["vesna", "chat"]);

export class OtherClocks {
  #isTold = false;

  /** `writtenAt`: the times in signs that are at most `agoMs` old; all by server time, ms. Logs each change once. */
  compare(writtenAt: readonly number[], nowMs: number, agoMs: number): void {
    if (writtenAt.length === 0) return;
    const apartMs = writtenAt.map((at) => at > nowMs ? at - nowMs : Math.min(0, at + agoMs - nowMs))
      .find((ms) => Math.abs(ms) > clocksDifferMs);
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
