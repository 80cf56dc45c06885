/** What the worker does with forms that get no answer, between pages and a line that the test makes. */
import { expect } from "expect";
import { sentAsField } from "../../islands/offline/sent_as.ts";
import { testApp } from "../testing/site.ts";

interface Timer {
  ms: number;
  ring: () => void;
}

interface FormEvent {
  request: object;
  respondWith: (answer: Promise<Response>) => void;
}

/** The site's own worker; the test says when a sent form fails or is answered, and when time has passed. */
async function workerOf() {
  await using site = await testApp();
  const script = await (await site.visitor().get("/worker.js")).text();
  const heard = new Map<string, (event: FormEvent) => void>();
  /** What each page was asked for; `own` is the form that it waits for. */
  const pages: { own: string; asked: string[] }[] = [];
  const timers = new Set<Timer>();
  const line: { answer: (response: Response) => void; fail: () => void }[] = [];
  const client = (page: typeof pages[number]) => ({
    postMessage({ unanswered }: { unanswered: string }, [port]: MessagePort[]) {
      page.asked.push(unanswered);
      if (unanswered === page.own) port!.postMessage("told");
      port!.close();
    },
  });
  const self = {
    addEventListener: (name: string, listen: (event: FormEvent) => void) => heard.set(name, listen),
    clients: { matchAll: () => Promise.resolve(pages.map(client)) },
  };
  const globals = {
    self,
    location: { origin: "http://vesna.test" },
    fetch: () => new Promise((answer, fail) => line.push({ answer, fail: () => fail(new TypeError("no line")) })),
    setTimeout: (ring: (with_: unknown) => void, ms: number, value: unknown) => {
      const timer = { ms, ring: () => (timers.delete(timer), ring(value)) };
      timers.add(timer);
      return timer;
    },
    clearTimeout: (timer: Timer) => timers.delete(timer),
  };
  new Function(...Object.keys(globals), script)(...Object.values(globals));
  return {
    pages,
    timers,
    line,
    /** A page sends its form, whose fields the worker reads as a browser gives them. */
    send(body: string): Promise<Response> {
      const request = {
        mode: "navigate",
        method: "POST",
        url: "http://vesna.test/en/man/men-account/about",
        referrer: "http://vesna.test/en/man/men-account/about",
        headers: new Headers({ "content-type": "application/x-www-form-urlencoded" }),
        clone: () => new Response(body),
      };
      const { promise, resolve } = Promise.withResolvers<Response>();
      heard.get("fetch")!({ request, respondWith: resolve });
      return promise;
    },
  };
}

const named = (name: string) => `about=Words&${sentAsField}=${name}`;

/** Waits until the worker has set this timer, and lets it ring. */
async function pass(timers: Set<Timer>, ms: number): Promise<void> {
  for (;;) {
    const timer = [...timers].find((each) => each.ms === ms);
    if (timer) return timer.ring();
    await new Promise((resolve) => setTimeout(resolve));
  }
}

Deno.test("a failure is told by the page whose form it was, though another one has sent the same form to the same address", async () => {
  const { pages, line, timers, send } = await workerOf();
  pages.push({ own: "first", asked: [] }, { own: "second", asked: [] });
  const answers = [send(named("first")), send(named("second"))];
  line.forEach(({ fail }) => fail());
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([204, 204]);
  expect(pages.map(({ asked }) => asked.sort())).toEqual([["first", "second"], ["first", "second"]]);
  for (const timer of timers) timer.ring();
});

Deno.test("a form that nobody waits for any more fails as it would without the worker", async () => {
  const { pages, line, timers, send } = await workerOf();
  // James has pressed once more, and a form from before the scripts came has no name.
  pages.push({ own: "second", asked: [] });
  for (const body of [named("first"), "about=Words"]) {
    const answer = send(body);
    line.at(-1)!.fail();
    await pass(timers, 1000);
    expect((await answer).type).toBe("error");
  }
});

Deno.test("a form that hangs is given up well before a browser would end the worker and send it again", async () => {
  const { pages, line, timers, send } = await workerOf();
  pages.push({ own: "first", asked: [] });
  const hanging = send(named("first"));
  expect([...timers].map(({ ms }) => ms)).toEqual([180_000]);
  await pass(timers, 180_000);
  expect((await hanging).status).toBe(204);
  expect(line).toHaveLength(1);
  for (const timer of timers) timer.ring();

  const answered = send(named("second"));
  line[1]!.answer(new Response("Saved"));
  expect(await (await answered).text()).toBe("Saved");
  expect(timers.size).toBe(0);
});
