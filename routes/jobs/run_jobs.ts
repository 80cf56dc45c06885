/**
 * Runs the jobs of the store while the site serves: every second, and at once when a request says there is one, each lane
 * beside the others. Once a day it makes sure that the nightly clearing, the figures and the news of saved searches are
 * planned: a job that was given up plans nothing any more.
 */
import { getLogger } from "@logtape/logtape";
import { planFigures } from "../../kv/records/figures.ts";
import { planRetention } from "../../kv/records/retention.ts";
import { utcDayOf } from "../../kv/store/days.ts";
import { Trouble } from "../../kv/store/health/trouble.ts";
import { LaneRunner } from "../../kv/store/jobs/lane_runner.ts";
import { isGivenUp, type Lane, laneNames } from "../../kv/store/jobs/lanes.ts";
import { bringJobsBack, moveJobsIntoLanes } from "../../kv/store/jobs/upkeep.ts";
import { attemptsAtMost, type Job } from "../../kv/store/jobs/work.ts";
import type { Dependencies } from "../http/env.ts";
import { planSearchAlerts } from "./mails/search_alerts.ts";
import { withoutAddresses } from "./without_addresses.ts";
import { doWork } from "./work.ts";

const log = getLogger(["vesna", "jobs"]);

const pollEveryMs = 1000;
/** How long to rest between looks while the store cannot be written. */
const restsMs = { firstMs: 1000, longestMs: 15_000 };
/** Repeated, because an instance of an older build may go on writing beside this one for a while. */
const moveEveryMs = 60_000;
/** From which step back the clock was put right, rather than merely corrected. */
const jumpMs = 1000;

export interface JobRunner {
  /** Looks for due jobs now instead of within the second. */
  wake: () => void;
  /** Looks for due jobs, and resolves when those that were found, and the jobs that they added, are done. */
  runDue: () => Promise<void>;
  /** Stops, and resolves when the running jobs have ended. */
  stop: () => Promise<void>;
}

/**
 * Starts the runner, which `wakeJobs` of the site wakes; it polls on real time, because the store's clock may run
 * faster. While `isClockInDoubt` nothing begins, because what seems due may not be.
 */
export function startJobRunner(deps: Dependencies, isClockInDoubt: () => boolean = () => false): JobRunner {
  const workOf = (lane: Lane) => ({
    run: (job: Job) => doWork(deps, job),
    onFailure: (job: Job, error: unknown) => report(deps, lane, job, error),
  });
  const lanes = new Map(laneNames.map((lane) => [lane, new LaneRunner(deps.store, lane, workOf(lane))]));
  const tried = new Tries();
  let doneCount = 0;
  const looks = [...lanes].map(([name, lane]) =>
    tried.of(`the lane ${name}`, async () => {
      doneCount += await lane.runDue();
    })
  );
  const upkeep = tried.of("the upkeep of jobs", upkeepOf(deps, (lane, key) => lanes.get(lane)!.hasInHand(key)));

  const wake = () => isClockInDoubt() || looks.forEach((look) => look());
  const poll = () => {
    if (isClockInDoubt()) return;
    upkeep();
    wake();
  };
  const timer = setInterval(poll, pollEveryMs);
  const runner: JobRunner = {
    wake,
    async runDue() {
      for (let before = NaN; before !== doneCount;) {
        before = doneCount;
        poll();
        await tried.settled();
      }
    },
    async stop() {
      clearInterval(timer);
      deps.wakeJobs = undefined;
      for (const lane of lanes.values()) lane.stop();
      await tried.stop();
    },
  };
  deps.wakeJobs = wake;
  poll();
  return runner;
}

/** Work that is repeated and may fail: a store that is locked for a moment must not end the runner. */
class Tries {
  #underWay = new Set<Promise<void>>();
  #isStopped = false;

  of(name: string, work: () => Promise<unknown>): () => void {
    const trouble = new Trouble(restsMs);
    const tryOnce = async () => {
      try {
        await work();
        if (trouble.worked()) log.info("{name} goes on", { name });
      } catch (error) {
        if (trouble.failed()) log.error("{name} stands still: {error}", { name, error: withoutAddresses(error) });
      }
    };
    return () => {
      if (this.#isStopped || trouble.isResting) return;
      const trying = tryOnce();
      this.#underWay.add(trying);
      trying.finally(() => this.#underWay.delete(trying));
    };
  }

  /** Resolves when all work that is under way now has ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.settled();
  }
}

function upkeepOf({ store }: Dependencies, isInHand: (lane: Lane, key: Deno.KvKey) => boolean): () => Promise<void> {
  let running: Promise<void> | null = null;
  let plannedDay: number | null = null;
  let lastMs = Infinity;
  let moveAt = -Infinity;

  async function keepUp(): Promise<void> {
    if (performance.now() >= moveAt) {
      await moveJobsIntoLanes(store.kv);
      moveAt = performance.now() + moveEveryMs;
    }
    const now = store.now();
    if (now < lastMs - jumpMs) await bringJobsBack(store.kv, now, isInHand);
    lastMs = now;
    const today = utcDayOf(now);
    if (today === plannedDay) return;
    await planRetention(store);
    await planFigures(store);
    await planSearchAlerts(store);
    plannedDay = today;
  }

  return () => running ??= keepUp().finally(() => running = null);
}

function report({ running }: Dependencies, lane: Lane, job: Job, error: unknown): void {
  const attempt = job.attempts + 1;
  running.jobs.failed(lane, attempt);
  const facts = { kind: job.kind, id: job.id, attempt, error: withoutAddresses(error) };
  if (attempt < attemptsAtMost) log.warn("job {kind} {id} failed, attempt {attempt}: {error}", facts);
  else if (isGivenUp(lane, attempt)) log.error("job {kind} {id} was given up after attempt {attempt}: {error}", facts);
  else log.error("job {kind} {id} fails still, attempt {attempt}, and is tried again in six hours: {error}", facts);
}
