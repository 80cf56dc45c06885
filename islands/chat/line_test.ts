/** The line feels its pulse, measures how long an answer takes, and gives up a door that does not open. */
import { expect } from "expect";
import { writeFrame } from "../../chat/shared/frames.ts";
import { Line } from "./line.ts";
import { until } from "../../tests/patience.ts";
import { withTimers } from "./testing_timers.ts";
import type { Link } from "./types.ts";

/** A chat that answers the pulse and nothing else, and remembers what it was told. */
function pulseServer() {
  const told: { event: string; data: Record<string, number> }[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, (request) => {
    const { socket, response } = Deno.upgradeWebSocket(request);
    socket.onmessage = ({ data }) => {
      const frame = JSON.parse(data);
      told.push(frame);
      if (frame.event === "latency-start") socket.send(writeFrame("latency-back", frame.data));
    };
    return response;
  });
  return { told, server, url: `ws://127.0.0.1:${server.addr.port}/` };
}

Deno.test("every seven seconds the line is asked for a sign of life, and says how long that took", async () => {
  const { told, server, url } = pulseServer();
  await withTimers("setInterval", (ms) => ms >= 5000, async (put) => {
    const links: Link[] = [];
    const line = new Line(url, { heard: () => {}, linked: (link) => links.push(link) });
    const pulse = put.find(({ ms }) => ms === 7000)!;
    // Until the line stands there is nothing to feel.
    await until(() => {
      pulse.run();
      return told.some(({ event }) => event === "latency-start");
    }, "the pulse");
    const latency = await until(() => told.find(({ event }) => event === "latency"), "how long it took");
    expect(told[0]).toMatchObject({ event: "latency-start", data: { startTimeLatency: expect.any(Number) } });
    expect(latency.data.latency).toBeGreaterThanOrEqual(0);
    expect(links).not.toContain("lost");
    line.close();
  });
  await server.shutdown();
});

Deno.test("a door that has not opened after five seconds is given up and tried again", async () => {
  // It lets in and then says nothing, as a server does that hangs.
  const door = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const guests: Deno.Conn[] = [];
  const letIn = (async () => {
    for await (const guest of door) guests.push(guest);
  })();
  await withTimers("setTimeout", (ms) => ms >= 5000, async (put) => {
    const links: Link[] = [];
    const line = new Line(`ws://127.0.0.1:${door.addr.port}/`, { heard: () => {}, linked: (link) => links.push(link) });
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
