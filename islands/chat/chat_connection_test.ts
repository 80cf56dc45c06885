/** The chat's connection: when it is tried again, how the pulse measures it, and when it gives up. */
import { expect } from "expect";
import { writeFrame } from "../../chat/shared/frames.ts";
import { closeCodes } from "../../chat/shared/limits.ts";
import { until } from "../../tests/patience.ts";
import { ChatConnection } from "./chat_connection.ts";
import { withTimers } from "./testing/timers.ts";
import type { Link } from "./types.ts";

/** A chat server that answers only the pulse, and records what it is told. */
function pulseServer() {
  const told: { event: string; data: Record<string, number> }[] = [];
  const sockets: WebSocket[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, (request) => {
    const { socket, response } = Deno.upgradeWebSocket(request);
    sockets.push(socket);
    socket.onmessage = ({ data }) => {
      const frame = JSON.parse(data);
      told.push(frame);
      if (frame.event === "latency-start") socket.send(writeFrame("latency-back", frame.data));
    };
    return response;
  });
  return { told, sockets, server, url: `ws://127.0.0.1:${server.addr.port}/` };
}

Deno.test("every seven seconds the connection is asked for a sign of life, and says how long that took", async () => {
  const { told, server, url } = pulseServer();
  await withTimers("setInterval", (ms) => ms >= 5000, async (put) => {
    const links: Link[] = [];
    const line = new ChatConnection(url, {
      heard: () => {},
      linked: (link) => links.push(link),
      isInChat: () => false,
    });
    const pulse = put.find(({ ms }) => ms === 7000)!;
    // Until the connection is open, no pulse is sent.
    pulse.run();
    await until(() => {
      line.tell("fetch-user-data", { uid: 7 });
      return told.length > 0;
    }, "the connection");
    expect(told.map(({ event }) => event)).not.toContain("latency-start");
    // Only once: at a second pulse before the answer the connection would be taken for dead.
    pulse.run();
    const latency = await until(() => told.find(({ event }) => event === "latency"), "how long it took");
    const felt = told.filter(({ event }) => event === "latency-start");
    expect(felt).toMatchObject([{ data: { startTimeLatency: expect.any(Number) } }]);
    expect(latency.data.latency).toBeGreaterThanOrEqual(0);
    expect(links).not.toContain("lost");
    line.close();
  });
  await server.shutdown();
});

Deno.test("a door that has not opened after five seconds is given up and tried again", async () => {
  // Accepts connections and then says nothing, as a server that hangs.
  const door = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const guests: Deno.Conn[] = [];
  const letIn = (async () => {
    for await (const guest of door) guests.push(guest);
  })();
  await withTimers("setTimeout", (ms) => ms >= 5000, async (put) => {
    const links: Link[] = [];
    const line = new ChatConnection(`ws://127.0.0.1:${door.addr.port}/`, {
      heard: () => {},
      linked: (link) => links.push(link),
      isInChat: () => false,
    });
    const patience = await until(() => put.find(({ ms }) => ms === 5000), "the end of its patience");
    expect(links).toEqual([]);
    patience.run();
    expect(await until(() => links[0], "the loss")).toBe("lost");
    await until(() => guests.length > 1, "the second try");
    line.close();
  });
  door.close();
  for (const guest of guests) guest.close();
  await letIn;
});

/** A server that opens no WebSocket and answers each HEAD request with the next of `answers`; the last one repeats. */
function closedDoor(...answers: [status: number, retryAfter?: string][]) {
  const heard = { questions: 0, knocks: 0 };
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, (request) => {
    if (request.method !== "HEAD") {
      heard.knocks++;
      return new Response(null, { status: 401 });
    }
    const [status, retryAfter] = answers[Math.min(heard.questions++, answers.length - 1)]!;
    return new Response(null, { status, headers: retryAfter ? { "retry-after": retryAfter } : {} });
  });
  return { heard, server, url: `ws://127.0.0.1:${server.addr.port}/chat/socket` };
}

Deno.test("a browser that is not told why its connection did not open asks, and says so instead of trying for ever", async () => {
  const endings: [status: number, link: Link][] = [[401, "signed_out"], [403, "refused"]];
  for (const [status, link] of endings) {
    const { heard, server, url } = closedDoor([status]);
    const links: Link[] = [];
    const line = new ChatConnection(url, {
      heard: () => {},
      linked: (link) => links.push(link),
      isInChat: () => false,
    });
    await until(() => links.at(-1) === link, `${link} of ${links}`);
    // One failed try, and one request to find out why.
    expect(heard).toEqual({ questions: 1, knocks: 1 });
    line.close();
    await server.shutdown();
  }
});

Deno.test("where too many come a connection waits as long as it is asked to, and is then tried again", async () => {
  const { heard, server, url } = closedDoor([429, "60"], [503], [204], [401]);
  await withTimers("setTimeout", (ms) => ms >= 10_000, async (put) => {
    const links: Link[] = [];
    const line = new ChatConnection(url, {
      heard: () => {},
      linked: (link) => links.push(link),
      isInChat: () => false,
    });
    const first = await until(() => put[0], "the first wait");
    expect([links.at(-1), heard.knocks]).toEqual(["busy", 1]);
    expect(first.ms).toBeGreaterThanOrEqual(60_000);
    first.run();
    const second = await until(() => put[1], "the second wait");
    expect([second.ms >= 10_000, heard.knocks]).toEqual([true, 2]);
    second.run();
    // The third answer, 204, refuses nothing: the next try comes without a long wait.
    await until(() => links.at(-1) === "signed_out", "the end");
    expect([heard.knocks, put.length]).toEqual([4, 2]);
    line.close();
  });
  await server.shutdown();
});

Deno.test("a connection that was ended because there are too many does not come back at once", async () => {
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, (request) => {
    const { socket, response } = Deno.upgradeWebSocket(request);
    socket.onopen = () => socket.close(closeCodes.tooMany, "too many tabs");
    return response;
  });
  await withTimers("setTimeout", (ms) => ms >= 10_000, async (put) => {
    const links: Link[] = [];
    const line = new ChatConnection(`ws://127.0.0.1:${server.addr.port}/`, {
      heard: () => {},
      linked: (link) => links.push(link),
      isInChat: () => false,
    });
    await until(() => put[0], "the wait");
    expect(links.at(-1)).toBe("busy");
    line.close();
  });
  await server.shutdown();
});

Deno.test("in an open chat a connection that is lost as soon as it is back is tried again soon", async () => {
  const { told, sockets, server, url } = pulseServer();
  const { now } = performance;
  let aheadMs = 0;
  performance.now = () => now.call(performance) + aheadMs;
  try {
    await withTimers("setTimeout", (ms) => ms >= 500 && ms !== 5000 && ms <= 10_000, async (put) => {
      const line = new ChatConnection(url, { heard: () => {}, linked: () => {}, isInChat: () => true });
      const isBack = async () => {
        const count = told.length;
        await until(() => {
          line.tell("latency-start", { startTimeLatency: 0 });
          return told.length > count;
        }, "the connection");
      };
      const lost = async (at: number) => {
        await isBack();
        // The grace of the loss before is over.
        aheadMs += 21_000;
        for (const socket of sockets) socket.close();
        return await until(() => put[at], `pause ${at + 1}`);
      };
      for (let at = 0; at < 7; at++) (await lost(at)).run();
      await isBack();
      line.close();
      expect(put.slice(0, 7).filter(({ ms }) => ms > 2000)).toEqual([]);
    });
  } finally {
    performance.now = now;
  }
  await server.shutdown();
});

/** The pauses before the next tries after an open connection was lost; `passes` is called before each. */
async function pausesAfterLoss(isInChat: boolean, count: number, passes: () => void = () => {}): Promise<number[]> {
  const { told, sockets, server, url } = pulseServer();
  // Not the five seconds that a try may take, and that a connection must last.
  return await withTimers("setTimeout", (ms) => ms >= 500 && ms !== 5000 && ms <= 10_000, async (put) => {
    const line = new ChatConnection(url, { heard: () => {}, linked: () => {}, isInChat: () => isInChat });
    await until(() => {
      line.tell("latency-start", { startTimeLatency: 0 });
      return told.length > 0;
    }, "the connection");
    for (const socket of sockets) socket.close();
    await server.shutdown();
    for (let at = 0; at < count; at++) {
      const pause = await until(() => put[at], `pause ${at + 1}`);
      passes();
      pause.run();
    }
    line.close();
    return put.slice(0, count).map(({ ms }) => ms);
  });
}

Deno.test("in an open chat a lost connection is tried again at least every two seconds, at uneven times", async () => {
  const pauses = await pausesAfterLoss(true, 8);
  expect(pauses.filter((ms) => ms > 2000)).toEqual([]);
  expect(new Set(pauses).size).toBe(8);
  expect(Math.max(...await pausesAfterLoss(false, 8))).toBe(10_000);
});

Deno.test("once the grace of the chat is over, a server that restarts is tried as seldom as by everybody", async () => {
  const { now } = performance;
  let aheadMs = 0;
  performance.now = () => now.call(performance) + aheadMs;
  try {
    const pauses = await pausesAfterLoss(true, 8, () => aheadMs += 5000);
    expect(Math.max(...pauses.slice(0, 4))).toBeLessThanOrEqual(2000);
    expect(Math.max(...pauses.slice(4))).toBeGreaterThan(2000);
  } finally {
    performance.now = now;
  }
});
