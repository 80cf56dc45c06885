/** What the screen does by itself after a while: asks again for empty lists, begins an agreed chat, tells what was seen. */
import { expect } from "expect";
import { writeFrame } from "../../chat/shared/frames.ts";
import type { ChatUser, ServerEventName, ServerEvents } from "../../chat/shared/server_events.ts";
import { until } from "../../tests/patience.ts";
import { Control } from "./control.ts";
import { james, meter } from "./testing/state.ts";
import { type PutOff, withTimers } from "./testing/timers.ts";
import { timesOf } from "./times.ts";

const olena: ChatUser = {
  userId: 2,
  profileId: 2,
  userName: "Olena",
  userPhoto: "/2.webp",
  userGender: "girl",
  birth: 31,
  allowChat: true,
  allowVideoChat: true,
  languages: [],
  companion: false,
  unread: [{ _id: 1, count: 1 }],
};
const answers: Record<string, () => string> = {
  GetAllConnectedUsers: () => writeFrame("AllConnectedUsers", { users: [] }),
  getDialogsHistory: () => writeFrame("dialogsHistoryData", { dialogs: [] }),
  getAllRequests: () => writeFrame("allRequests", { requests: [] }),
  "check-balance": () => writeFrame("balance-is", { balance: 20, error: null }),
  "text-request": () => writeFrame("text-request-sent", { to: 2 }),
  "do-start-chat-session": () =>
    writeFrame("error-event", { code: "store_unavailable", message: "in a moment", status: 503 }),
  getChatHistory: () => writeFrame("chatHistory", { messages: [], more: false, chats: [] }),
  // On a busy machine a test takes longer than a page waits for a sign of life.
  "latency-start": () => writeFrame("latency-back", { startTimeLatency: 0 }),
};

/** A minute to answer, and some seconds for the server's word that it is over. */
const unansweredMs = 65_000;

/** A chat server where nobody is online, and James's screen connected to it. */
async function screen(work: (on: Screen) => Promise<void>): Promise<void> {
  const told: string[] = [];
  const clock = { nowMs: Date.parse("2026-03-14T18:00:00Z") };
  let socket: WebSocket | null = null;
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, (request) => {
    const upgraded = Deno.upgradeWebSocket(request);
    socket = upgraded.socket;
    socket.onopen = () => socket!.send(writeFrame("conn-good", { uid: 1, socketId: "s" }));
    socket.onmessage = ({ data }) => {
      const { event, id } = JSON.parse(data);
      told.push(event);
      const answer = answers[event]?.();
      if (answer) socket!.send(id === undefined ? answer : JSON.stringify({ ...JSON.parse(answer), id }));
    };
    return upgraded.response;
  });
  const isKept = (ms: number) => [1000, 3000, unansweredMs - 30_000, unansweredMs].includes(ms);
  await withTimers("setInterval", isKept, (repeated) =>
    withTimers("setTimeout", isKept, async (later) => {
      const url = `ws://127.0.0.1:${server.addr.port}/`;
      const control = new Control(james.me, { now: () => clock.nowMs, url, sound: () => {} }, () => {});
      control.open();
      try {
        await until(() => control.state.online && control.state.recent, "the lists");
        await work({
          control,
          clock,
          repeated,
          later,
          times: (event) => told.filter((each) => each === event).length,
          hears: (event, data) => socket!.send(writeFrame(event, data)),
        });
      } finally {
        // Closed after a failure as well, or each later test of the same worker would fail by what is left open.
        control.close();
        await server.shutdown();
      }
    }));
}

interface Screen {
  control: Control;
  /** The clock that the page reads; it moves only when the test says so. */
  clock: { nowMs: number };
  repeated: PutOff[];
  later: PutOff[];
  /** How often the screen has sent an event. */
  times: (event: string) => number;
  hears: <Name extends ServerEventName>(event: Name, data: ServerEvents[Name]) => void;
}

Deno.test("while nobody is online the list is asked for every three seconds, and no longer", async () => {
  await screen(async ({ control, repeated, times, hears }) => {
    const look = repeated.find(({ ms }) => ms === 3000)!;
    expect(times("GetAllConnectedUsers")).toBe(1);
    look.run();
    await until(() => times("GetAllConnectedUsers") === 2, "the second look");
    hears("update-user-list", { users: [olena], gone: [] });
    await until(() => control.state.online!.length === 1, "Olena");
    look.run();
    // Answers come in order: a third look would have arrived before this one.
    await control.ask("getAllRequests", {});
    expect(times("GetAllConnectedUsers")).toBe(2);
  });
});

Deno.test("an empty history of dialogues is asked for once more after three seconds", async () => {
  await screen(async ({ control, later, times }) => {
    const again = later.filter(({ ms }) => ms === 3000);
    expect([again.length, times("getDialogsHistory")]).toEqual([1, 1]);
    again[0]!.run();
    await until(() => times("getDialogsHistory") === 2, "the second question");
    await control.ask("getAllRequests", {});
    expect(later.filter(({ ms }) => ms === 3000).length).toBe(1);
  });
});

Deno.test("who has accepted begins the chat after a second, should the asker not have done it", async () => {
  await screen(async ({ control, later, times, hears }) => {
    hears("text-request", { from: olena });
    await until(() => control.state.invitations.has(2), "the invitation");
    hears("text-request-answer", { status: true, ev: "accept", answer: { name: "Olena", userId: 2 } });
    const begin = await until(() => later.find(({ ms }) => ms === 1000), "the second");
    expect(times("do-start-chat-session")).toBe(0);
    begin.run();
    await until(() => times("do-start-chat-session") === 1, "the beginning");
  });
});

Deno.test("a chat that a store that is away does not begin is begun again and again, and given up when the yes is no longer good", async () => {
  await screen(async ({ control, clock, later, times, hears }) => {
    hears("text-request", { from: olena });
    hears("text-request-answer", { status: true, ev: "accept", answer: { name: "Olena", userId: 2 } });
    const next = (ms: number) => until(() => later.splice(0).findLast((each) => each.ms === ms), "the next try");
    (await next(1000)).run();
    for (const time of [2, 3, 4]) {
      (await next(3000)).run();
      await until(() => times("do-start-chat-session") === time, "the next try");
      expect(control.state.chat).toMatchObject({ id: null, partnerId: 2 });
    }
    // Its answer has come before the clock moves: one that came later would end the tries by itself.
    const last = await next(3000);
    clock.nowMs += 60_000;
    last.run();
    await until(() => control.state.chat === null, "the end of it");
    expect(control.state.flashes.at(-1)).toMatchObject({ key: "sessionFailed", values: { error: "in a moment" } });
    expect(later.filter(({ ms }) => ms === 3000)).toEqual([]);
  });
});

Deno.test("a minute is paid for the chat that the page shows, and for no other", async () => {
  await screen(async ({ control, times, hears }) => {
    hears("check-for-reserve-time", { chatId: "c1" });
    await control.ask("getAllRequests", {});
    expect(times("do-reserve-chat-time")).toBe(0);
    hears("chat-open", { id: "c1", paidUntil: control.now + 60_000, partnerId: 2 });
    for (const chatId of ["c0", "c1"]) hears("check-for-reserve-time", { chatId });
    await until(() => times("do-reserve-chat-time") > 0, "the payment");
    await control.ask("getAllRequests", {});
    expect(times("do-reserve-chat-time")).toBe(1);
  });
});

Deno.test("whoever is chosen has all messages seen after a second", async () => {
  await screen(async ({ control, later, times, hears }) => {
    hears("update-user-list", { users: [olena], gone: [] });
    await until(() => control.state.unread.get(2) === 1, "the message that was not seen");
    control.select(2);
    expect(times("setAllUnreadMsgToViewed")).toBe(0);
    later.findLast(({ ms }) => ms === 1000)!.run();
    await until(() => times("setAllUnreadMsgToViewed") === 1, "that it was seen");
  });
});

Deno.test("an invitation outlives any real time while the server's clock stands still, and no silence of the server", async () => {
  await screen(async ({ control, clock, later, hears }) => {
    hears("text-request", { from: olena });
    await until(() => control.state.invitations.has(2), "the invitation");
    outlivesTheServersWord({ clock, later }, () => control.state.invitations.has(2));
  });
});

Deno.test("an invitation of which a page hears later ends when its own minute does", async () => {
  await screen(async ({ control, clock, later, hears }) => {
    hears("text-request", { from: olena, leftMs: 30_000 });
    const end = await until(() => later.find(({ ms }) => ms === unansweredMs - 30_000), "the rest of its minute");
    clock.nowMs += unansweredMs - 30_000;
    end.run();
    expect(control.state.invitations.size).toBe(0);
  });
});

Deno.test("an invitation waits for its answer by the server's clock as well, and not for ever", async () => {
  await screen(async ({ control, clock, later, hears }) => {
    hears("update-user-list", { users: [olena], gone: [] });
    await until(() => control.state.online!.length === 1, "Olena");
    await control.asking.invite(2);
    expect(control.state.askingId).toBe(2);
    outlivesTheServersWord({ clock, later }, () => control.state.askingId !== null);
  });
});

Deno.test("a page that comes while an invitation waits does not wait for ever either", async () => {
  await screen(async ({ control, clock, later, hears }) => {
    hears("text-request-sent", { to: 2 });
    await until(() => control.state.askingId === 2, "the invitation");
    outlivesTheServersWord({ clock, later }, () => control.state.askingId !== null);
  });
});

Deno.test("an invitation that was taken back and is asked anew has its own whole minute", async () => {
  await screen(async ({ control, clock, later, hears }) => {
    hears("text-request-sent", { to: 2 });
    const first = await until(() => later.find(({ ms }) => ms === unansweredMs), "the first");
    hears("chat-session-end", { id: "", minutes: 0, kept: 0, cost: 0, refunded: 0 });
    await until(() => control.state.askingId === null, "its end");
    clock.nowMs += 40_000;
    hears("text-request-sent", { to: 2 });
    await until(() => control.state.askingId === 2, "the second");
    clock.nowMs += 25_000;
    first.run();
    expect(control.state.askingId).toBe(2);
    clock.nowMs += 40_000;
    later.findLast(({ ms }) => ms === unansweredMs)!.run();
    expect(control.state.askingId).toBe(null);
  });
});

Deno.test("a page whose clock stood still while the device slept takes the time from the server, and never goes back", async () => {
  await screen(async ({ control, clock, hears }) => {
    const sleptMs = 3 * 3600_000;
    const at = clock.nowMs + sleptMs;
    hears("conn-good", { uid: 1, socketId: "s2", at });
    await until(() => control.now === at, "the time of the greeting");
    clock.nowMs += 5000;
    expect(control.now).toBe(at + 5000);
    // Older figures arrive late.
    hears("chat-meter", meter({ id: "late", at: at + 1000 }));
    await until(() => control.state.meter?.id === "late", "the older word");
    expect(control.now).toBe(at + 5000);
    // The device slept again, but stayed connected: the next figures of the chat tell the time.
    hears("chat-meter", meter({ id: "next", at: at + 45_000 }));
    await until(() => control.state.meter?.id === "next", "the newer word");
    expect(control.now).toBe(at + 45_000);
    expect(timesOf(control.state.meter!, control.now)).toEqual({ servedMs: 0, leftMs: 60_000 });
    clock.nowMs += 20_000;
    expect(timesOf(control.state.meter!, control.now)).toEqual({ servedMs: 20_000, leftMs: 40_000 });
  });
});

Deno.test("what the server said is over is not looked at again", async () => {
  await screen(async ({ control, later, hears }) => {
    hears("text-request", { from: olena });
    await until(() => control.state.invitations.has(2), "the invitation");
    hears("request-timeout", { senderId: 2 });
    await until(() => !control.state.invitations.has(2), "its end");
    const [end] = later.splice(0).filter(({ ms }) => ms === unansweredMs);
    end!.run();
    expect(later).toEqual([]);
  });
});

/** Expects that it ends only when the page's clock has moved on by `unansweredMs`, however often its timers run. */
function outlivesTheServersWord({ clock, later }: Pick<Screen, "clock" | "later">, isThere: () => boolean): void {
  const next = () => later.splice(0).findLast(({ ms }) => ms === unansweredMs || ms === 1000)!;
  for (let minutes = 0; minutes < 5; minutes++) next().run();
  expect(isThere()).toBe(true);
  // A millisecond too early: another look is due later.
  clock.nowMs += unansweredMs - 1;
  next().run();
  expect(isThere()).toBe(true);
  clock.nowMs += 1;
  next().run();
  expect(isThere()).toBe(false);
}
