/**
 * Runs the jobs of the store while the site serves: every second, and at once when a request says there is one. Once a day
 * it sees to it that the nightly clearing is planned: a job that was given up plans nothing any more.
 */
import { getLogger } from "@logtape/logtape";
import { utcDayOf } from "../../kv/days.ts";
import { attemptsAtMost, type Job, runDueJobs } from "../../kv/jobs.ts";
import { planRetention } from "../../kv/retention.ts";
import type { House } from "../env.ts";
import { doWork } from "./work.ts";

const log = getLogger(["vesna", "jobs"]);

const pollEveryMs = 1000;

export interface JobRunner {
  /** Looks for due jobs now instead of within the second. */
  poke: () => void;
  /** Ends after the jobs that are running. */
  stop: () => Promise<void>;
}

const runners = new WeakMap<House, JobRunner>();

/** Tells the runner of a house, where there is one, that a job was just committed. */
export const pokeJobs = (house: House): void => runners.get(house)?.poke();

/** Starts the runner; it polls on real time, because the store's clock may run faster. */
export function startJobRunner(house: House): JobRunner {
  let isStopped = false;
  let isPoked = false;
  let running: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let plannedDay: number | null = null;

  function run(): void {
    clearTimeout(timer);
    if (isStopped) return;
    if (running) return void (isPoked = true);
    isPoked = false;
    running = runOnce().finally(() => {
      running = null;
      if (isPoked) run();
      else if (!isStopped) timer = setTimeout(run, pollEveryMs);
    });
  }

  /** Never throws: a store that is locked for a moment must not end the runner. */
  async function runOnce(): Promise<void> {
    try {
      await runDueJobs(house.store, (job) => doWork(house, job), report);
      await planDay();
    } catch (error) {
      log.error("jobs could not be run: {error}", { error: withoutAddresses(error) });
    }
  }

  async function planDay(): Promise<void> {
    const today = utcDayOf(house.store.now());
    if (today === plannedDay) return;
    await planRetention(house.store);
    plannedDay = today;
  }

  const runner: JobRunner = {
    poke: run,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      runners.delete(house);
      await running;
    },
  };
  runners.set(house, runner);
  run();
  return runner;
}

function report(job: Job, error: unknown): void {
  const facts = { kind: job.kind, id: job.id, attempt: job.attempts + 1, error: withoutAddresses(error) };
  if (facts.attempt < attemptsAtMost) log.warn("job {kind} {id} failed, attempt {attempt}: {error}", facts);
  else log.error("job {kind} {id} was given up after attempt {attempt}: {error}", facts);
}

/** Mail servers repeat the recipient in their answers; the log must not. */
export function withoutAddresses(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.replace(/[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g, "…").slice(0, 500);
}
