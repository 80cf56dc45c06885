/** Whatever happens in a chat and beside it, a man's screens say the same of time and money as the ledger. */
import { expect } from "expect";
import fc from "fast-check";
import { answerTo, offer } from "../../chat/server/testing/server.ts";
import { world } from "../../chat/server/testing/world.ts";
import { keptMinutesOf } from "../../kv/chats/charges.ts";
import { type Chat, chatOfPerson, servedMsAt } from "../../kv/chats/chats.ts";
import type { Entry } from "../../kv/credits/ledger/entry.ts";
import { history } from "../../kv/credits/ledger/history.ts";
import { balanceOf, post } from "../../kv/credits/ledger/ledger.ts";
import { patience, until } from "../../tests/patience.ts";
import { Cable, type Screen, screenOf } from "./testing/screen.ts";
import { timesOf } from "./times.ts";

type World = Awaited<ReturnType<typeof world>>;

interface Scene {
  w: World;
  /** Two tabs of James, the second over a cable that can be cut, and one of Olena. */
  james: Screen;
  otherTab: Screen;
  olena: Screen;
  cable: Cable;
  posted: number;
}

const acts = {
  async ask({ w, james, olena }: Scene) {
    if (await chatOfPerson(w.store, w.james.id)) return;
    await james.control.ask("text-request", { to: w.olena.id });
    await olena.control.ask("text-request-answer", { to: w.james.id, ev: "accept", status: true });
  },
  async call({ w, james, olena }: Scene) {
    await james.control.ask("video-request", { to: w.olena.id, offer });
    await olena.control.ask("video-request-accept", { to: w.james.id, answer: answerTo });
  },
  async see({ w, james, olena }: Scene) {
    const chat = await chatOfPerson(w.store, w.james.id);
    if (!chat) return;
    for (const { control } of [james, olena]) await control.ask("video-connected", { chatID: chat.id });
  },
  async lose({ w, olena }: Scene) {
    const chat = await chatOfPerson(w.store, w.james.id);
    if (chat) await olena.control.ask("video-lost", { chatID: chat.id });
  },
  async backToText({ w, james }: Scene) {
    const chat = await chatOfPerson(w.store, w.james.id);
    if (chat) await james.control.ask("video-end", { chatID: chat.id });
  },
  async heStops({ w, james }: Scene) {
    await james.control.ask("stop-text-chat", { targetId: w.olena.id });
  },
  async sheStops({ w, olena }: Scene) {
    await olena.control.ask("stop-text-chat", { targetId: w.james.id });
  },
  async buyCredits(scene: Scene) {
    await move(scene, "refill", 20);
  },
  async spendAll(scene: Scene) {
    await move(scene, "adjustment", -await balanceOf(scene.w.store, scene.w.james.id));
  },
  async giveBack(scene: Scene) {
    await move(scene, "adjustment", 5);
  },
  async cut({ cable, otherTab }: Scene) {
    cable.cut();
    // Once the tab knows, `agree` waits until it is back: a tab that is closed before that leaves its timer behind.
    await until(() => otherTab.control.state.link !== "open", "the tab that notices the cut");
    cable.mend();
  },
  // deno-lint-ignore require-await
  async fewSeconds({ w }: Scene) {
    w.clock.advance({ seconds: 7 });
  },
  // deno-lint-ignore require-await
  async halfAMinute({ w }: Scene) {
    w.clock.advance({ seconds: 31 });
  },
};
type Act = keyof typeof acts;

async function move(scene: Scene, operation: Entry["operation"], deltaCredits: number): Promise<void> {
  const posting = { manId: scene.w.james.id, reference: {}, idempotencyKey: `test:${scene.posted++}` };
  await post(scene.w.store, { ...posting, operation, deltaCredits });
}

/** What the ledger and the chat's record say. */
async function truth({ w }: Scene) {
  const chat = await chatOfPerson(w.store, w.james.id);
  const { entries } = await history(w.store, w.james.id, { page: 1, limit: 100 });
  const spentOn = (chatId: string) =>
    entries.filter(({ idempotencyKey }) => new RegExp(`^(refund:)?chat:${chatId}:`).test(idempotencyKey))
      .reduce((sum, { deltaCredits }) => sum - deltaCredits, 0);
  return { balance: await balanceOf(w.store, w.james.id), chat: chat?.state === "open" ? chat : null, spentOn };
}

/** What a screen of his shows. */
function shownBy({ control: { state } }: Screen, nowMs: number) {
  const meter = state.chat?.isOpen && state.meter?.id === state.chat.id ? state.meter : null;
  return {
    balance: state.me.balanceCredits,
    chat: meter && {
      id: meter.id,
      spent: meter.cost - meter.refunded,
      kept: meter.kept,
      servedMs: timesOf(meter, nowMs).servedMs,
      isVideo: state.chat!.isVideo,
    },
  };
}

const expectedOf = ({ balance, chat, spentOn }: Awaited<ReturnType<typeof truth>>, nowMs: number) => ({
  balance,
  chat: chat && {
    id: chat.id,
    spent: spentOn(chat.id),
    kept: keptMinutesOf(chat),
    servedMs: servedMsAt(chat as Chat, nowMs),
    isVideo: chat.kind === "video",
  },
});

/** What his screen says that the chat just ended has cost, and what the ledger says; null while no such chat is shown. */
function sumsOf({ james }: Scene, { spentOn }: Awaited<ReturnType<typeof truth>>) {
  const { over, conversations } = james.control.state;
  if (!over) return null;
  // Not the meter's chat: a chat that ended before its first minute was booked has no meter, and an older one is shown.
  const ended = conversations.get(over.partnerId!)!.marks.at(-1)!;
  const { chargedCredits, refundedCredits } = over.summary;
  return { chatId: ended.chatId, said: chargedCredits - refundedCredits, booked: spentOn(ended.chatId!) };
}

/** Waits until both tabs show what the ledger says; until then news may still be on their way. */
async function agree(scene: Scene, path: Act[]): Promise<void> {
  const { w, james, otherTab } = scene;
  const deadline = performance.now() + patience(30);
  for (;;) {
    const ledger = await truth(scene);
    const expected = expectedOf(ledger, w.store.now());
    const shown = [james, otherTab].map((screen) => shownBy(screen, w.store.now()));
    const sums = sumsOf(scene, ledger);
    const isSo = shown.every((each) => JSON.stringify(each) === JSON.stringify(expected)) &&
      sums?.said === sums?.booked;
    if (isSo && otherTab.control.state.link === "open") return;
    if (performance.now() > deadline) {
      expect({ path, shown, sums }).toEqual({
        path,
        shown: [expected, expected],
        sums: sums && { ...sums, said: sums.booked },
      });
      throw new Error("the second tab's line did not come back");
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function play(path: Act[]): Promise<void> {
  await using w = await world();
  await using cable = new Cable(w.instance.url);
  await using james = await screenOf(w, w.james);
  await using otherTab = await screenOf(w, w.james, cable);
  await using olena = await screenOf(w, w.olena);
  const scene = { w, james, otherTab, olena, cable, posted: 0 };
  for (const [at, act] of path.entries()) {
    await acts[act](scene);
    await agree(scene, path.slice(0, at + 1));
  }
}

const options = { sanitizeOps: true, sanitizeResources: true };

Deno.test("from text to video and back nothing is counted twice on the screen", options, async () => {
  await play(["ask", "call", "see", "fewSeconds", "fewSeconds", "backToText", "fewSeconds", "sheStops"]);
});

Deno.test("credits bought in another tab stand in the meter at once", options, async () => {
  await play(["ask", "spendAll", "buyCredits", "halfAMinute", "heStops"]);
});

Deno.test("the screen agrees with the ledger after every step of any chat", options, async () => {
  const path = fc.array(fc.constantFrom(...Object.keys(acts) as Act[]), { minLength: 4, maxLength: 14 });
  await fc.assert(fc.asyncProperty(path, (steps) => play(["ask", ...steps])), { numRuns: 12 });
});
