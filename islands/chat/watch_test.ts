/** A message counts as seen once three quarters of it are in view on a page that is not hidden. */
import { expect } from "expect";
import { watchSeen } from "./watch.ts";

interface Look {
  seq: number;
  ratio: number;
  /** Visible height in pixels; the view is 400 high. */
  px?: number;
}

/** A screen of messages; the test tells its observer what is in view. */
function screen(seqs: number[]) {
  const messages = seqs.map((seq) => ({ dataset: { unseen: String(seq) } }));
  const watched = new Set<unknown>();
  let tell: (looks: Look[]) => void = () => {};
  let thresholds: number[] = [];
  const asked = new Map<string, () => void>();
  const document = {
    hidden: false,
    addEventListener: (name: string, listen: () => void) => asked.set(name, listen),
    removeEventListener: (name: string) => asked.delete(name),
  };
  class Observer {
    constructor(see: (entries: unknown[]) => void, options: { threshold: number[] }) {
      thresholds = options.threshold;
      tell = (looks) =>
        see(looks.map(({ seq, ratio, px = 40 }) => ({
          target: messages[seqs.indexOf(seq)],
          intersectionRatio: ratio,
          intersectionRect: { height: px },
          rootBounds: { height: 400 },
        })));
    }
    observe = (message: unknown) => watched.add(message);
    unobserve = (message: unknown) => watched.delete(message);
    disconnect = () => watched.clear();
  }
  const before = {
    document: Reflect.get(globalThis, "document"),
    watch: Reflect.get(globalThis, "IntersectionObserver"),
  };
  Object.assign(globalThis, { document, IntersectionObserver: Observer });
  return {
    scroller: { querySelectorAll: () => messages } as unknown as HTMLElement,
    look: (...looks: Look[]) => tell(looks),
    hide: (isHidden: boolean) => void (document.hidden = isHidden),
    comeBack: () => asked.get("visibilitychange")?.(),
    watched,
    thresholds: () => thresholds,
    [Symbol.dispose]: () =>
      void Object.assign(globalThis, { document: before.document, IntersectionObserver: before.watch }),
  };
}

Deno.test("three quarters of a message in view are seen, less is not, and each is said once", () => {
  using on = screen([1, 2]);
  const seen: number[] = [];
  const stop = watchSeen(on.scroller, (seq) => seen.push(seq));
  expect(on.thresholds()).toContain(0.75);
  on.look({ seq: 1, ratio: 0.74 });
  expect(seen).toEqual([]);
  on.look({ seq: 1, ratio: 0.75 }, { seq: 2, ratio: 0.5 });
  expect(seen).toEqual([1]);
  expect(on.watched.size).toBe(1);
  stop();
  expect(on.watched.size).toBe(0);
});

Deno.test("a message longer than the view is seen when it fills three quarters of it", () => {
  using on = screen([1]);
  const seen: number[] = [];
  watchSeen(on.scroller, (seq) => seen.push(seq));
  on.look({ seq: 1, ratio: 0.2, px: 299 });
  expect(seen).toEqual([]);
  on.look({ seq: 1, ratio: 0.2, px: 300 });
  expect(seen).toEqual([1]);
});

Deno.test("nothing is seen on a page that nobody looks at, and all of it is looked at again afterwards", () => {
  using on = screen([1]);
  const seen: number[] = [];
  watchSeen(on.scroller, (seq) => seen.push(seq));
  on.hide(true);
  on.look({ seq: 1, ratio: 1 });
  expect(seen).toEqual([]);
  on.hide(false);
  on.comeBack();
  expect(on.watched.size).toBe(1);
  on.look({ seq: 1, ratio: 1 });
  expect(seen).toEqual([1]);
});
