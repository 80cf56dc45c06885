/** The clocks and dice that the site takes from its surroundings, replaced for the length of a run. */
import type { SimulatedTime } from "./simulated_time.ts";

interface Timer {
  isOff: boolean;
}

/** Does the work while timers, real time and dice are the simulation's; each timer belongs to the process that set it. */
export async function inSimulatedTime<T>(time: SimulatedTime, work: () => Promise<T>): Promise<T> {
  const timers = new Map<number, Timer>();
  let count = 0;
  const set = (run: (...args: unknown[]) => void, ms: number, isAgain: boolean, args: unknown[]): number => {
    const id = ++count;
    const timer: Timer = { isOff: false };
    timers.set(id, timer);
    const of = time.current;
    const wait = () =>
      time.after(ms, of, "timer", () => {
        if (timer.isOff) return;
        if (isAgain) wait();
        else timers.delete(id);
        run(...args);
      });
    wait();
    return id;
  };
  const clear = (id?: number) => {
    const timer = timers.get(id ?? 0);
    if (timer) timer.isOff = true;
    timers.delete(id ?? 0);
  };
  const simulated = {
    setTimeout: (run: () => void, ms = 0, ...args: unknown[]) => set(run, ms, false, args),
    // In a browser, too, at least one millisecond passes.
    setInterval: (run: () => void, ms = 0, ...args: unknown[]) => set(run, Math.max(1, ms), true, args),
    clearTimeout: clear,
    clearInterval: clear,
  };
  const { setTimeout, setInterval, clearTimeout, clearInterval } = globalThis;
  const { random } = Math;
  Object.assign(globalThis, simulated);
  Math.random = time.random;
  Object.defineProperty(performance, "now", { value: () => time.nowMs, configurable: true });
  try {
    return await work();
  } finally {
    Object.assign(globalThis, { setTimeout, setInterval, clearTimeout, clearInterval });
    Math.random = random;
    // Without it the method of the prototype stands there again.
    delete (performance as { now?: unknown }).now;
  }
}
