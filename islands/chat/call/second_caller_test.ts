/** Several callers at one screen: a later one rings when the screen is free, and is never mixed up with the first. */
import { expect } from "expect";
import { type Chat, chatOfPerson } from "../../../kv/chats/chats.ts";
import { balanceOf } from "../../../kv/credits/ledger/ledger.ts";
import { setSpendingLimit } from "../../../kv/credits/ledger/spending_limit.ts";
import { keys } from "../../../kv/store/keys.ts";
import { withAtomics } from "../../../kv/testing/store.ts";
import { until } from "../../../tests/patience.ts";
import { fakeBrowser } from "../testing/browser.ts";
import {
  acceptWhenPrepared,
  afterSaying,
  callWithAnotherWaiting,
  callWorld,
  comes,
  cut,
  idOf,
  isPrepared,
  phaseOf,
  ring,
  ringBeside,
  rings,
} from "../testing/calls.ts";
import { Cable, screenOf, type World } from "../testing/screen.ts";
import type { Heard } from "../state.ts";

const away: Heard = { event: "error-event", data: { code: "store_unavailable", status: 503, message: "" } };

/** Waits until neither man is in a chat or a call, and expects that neither has paid for one. */
async function isNothingLeft(w: World): Promise<void> {
  for (const man of [w.james, w.wei]) {
    await until(async () => await chatOfPerson(w.store, man.id) === null, "no chat");
    expect(await balanceOf(w.store, man.id)).toBe(200);
  }
}

Deno.test("another's call rings when the first one is over: told in her greeting, or beside it, unless he took it back", async () => {
  using _ = fakeBrowser();
  await using w = await callWorld();
  await using cable = new Cable(w.instance.url);
  await using james = await screenOf(w, w.james);
  await using wei = await screenOf(w, w.wei);
  await using olena = await screenOf(w, w.olena, cable);
  const closePage = w.instance.chat.pageOpened(w.olena.id);
  await ring(wei, olena);
  await cut(cable, olena);
  wei.control.calls.cancel();
  await james.control.calls.ask(w.olena.id);
  await comes(james, "waiting");
  cable.mend();
  await rings(olena, james);
  await ringBeside(wei, olena);
  olena.control.calls.cancel();
  await rings(olena, wei);
  await comes(james, null);
  await james.control.calls.ask(w.olena.id);
  await comes(james, "waiting");
  await james.control.ask("getAllRequests", {});
  james.control.calls.cancel();
  await james.control.ask("getAllRequests", {});
  await olena.control.ask("getAllRequests", {});
  olena.control.calls.cancel();
  expect(phaseOf(olena)).toBe(null);
  closePage();
});

Deno.test("whose relay takes nobody reads so, though another's call rings then, and nobody pays for what did not begin", async () => {
  using _ = fakeBrowser();
  await using w = await callWorld();
  await using james = await screenOf(w, w.james);
  await using wei = await screenOf(w, w.wei);
  await using olena = await screenOf(w, w.olena);
  await ring(olena, james);
  await ringBeside(wei, olena);
  await james.control.calls.accept();
  await until(() => olena.control.calls.session.isCalling, "the call");
  olena.control.calls.session.fail("relay");
  await rings(olena, wei);
  expect(olena.control.state.call.problem).toEqual({ kind: "relay", partnerId: w.james.id });
  await comes(james, null);
  await isNothingLeft(w);
  olena.control.calls.cancel();
  expect(olena.control.state.call.problem).toEqual({ kind: "relay", partnerId: w.james.id });
});

Deno.test("who hangs up, accepts the next call, and declines while the yes is on its way is in no chat", async () => {
  using _ = fakeBrowser();
  await using w = await callWorld();
  await using james = await screenOf(w, w.james);
  await using wei = await screenOf(w, w.wei);
  await using olena = await screenOf(w, w.olena);
  await callWithAnotherWaiting(olena, james, wei);
  await olena.control.calls.hangUp();
  await rings(olena, wei);
  await isPrepared(olena);
  afterSaying(olena, "video-request-accept", () => olena.control.calls.cancel());
  await olena.control.calls.accept();
  for (const screen of [wei, olena]) await comes(screen, null);
  await isNothingLeft(w);
});

Deno.test("who accepts one of two hears the other ring when that call is over, and not on a page beside it before", async () => {
  using _ = fakeBrowser();
  await using w = await callWorld();
  await using james = await screenOf(w, w.james);
  await using wei = await screenOf(w, w.wei);
  await using olena = await screenOf(w, w.olena);
  await using beside = await screenOf(w, w.olena);
  await ring(wei, olena);
  await rings(beside, wei);
  await ringBeside(james, olena);
  await olena.control.calls.accept();
  for (const screen of [wei, olena]) await comes(screen, "running");
  await beside.control.ask("getAllRequests", {});
  expect(phaseOf(beside)).toBe(null);
  await olena.control.calls.hangUp();
  for (const page of [olena, beside]) await rings(page, james);
  expect(phaseOf(james)).toBe("waiting");
});

Deno.test("who goes back to text from a call that another asked into is asked when the chat is over", async () => {
  using _ = fakeBrowser();
  await using w = await callWorld();
  await using james = await screenOf(w, w.james);
  await using wei = await screenOf(w, w.wei);
  await using olena = await screenOf(w, w.olena);
  await callWithAnotherWaiting(olena, james, wei);
  await olena.control.calls.backToText();
  await james.until(({ chat }) => chat?.isVideo === false, "text");
  await olena.control.ask("getAllRequests", {});
  expect(phaseOf(olena)).toBe(null);
  await olena.control.asking.stop();
  await rings(olena, wei);
});

Deno.test("what was taken back from one is said until it is heard, though another rings meanwhile", async () => {
  using _ = fakeBrowser();
  await using w = await callWorld();
  await using james = await screenOf(w, w.james);
  await using olena = await screenOf(w, w.olena);
  await using daria = await screenOf(w, w.daria);
  await ring(james, olena);
  const ask = james.control.ask.bind(james.control);
  james.control.ask = (event, data) => {
    if (event !== "video-request-cancel") return ask(event, data);
    james.control.ask = ask;
    return Promise.resolve(away);
  };
  james.control.calls.cancel();
  await ring(daria, james);
  await comes(olena, null);
  expect(james.control.calls.now?.partnerId).toBe(idOf(daria));
});

Deno.test("who gives up a call before the devices are open hears the other's ring who wished the same", async () => {
  using browser = fakeBrowser();
  await using w = await callWorld();
  await using james = await screenOf(w, w.james);
  await using olena = await screenOf(w, w.olena);
  const { getUserMedia } = browser.media;
  browser.media.getUserMedia = () => new Promise(() => {});
  await olena.until(({ online }) => online?.includes(w.james.id) === true, "James online");
  void olena.control.calls.ask(w.james.id);
  await comes(olena, "opening");
  browser.media.getUserMedia = getUserMedia;
  await ringBeside(james, olena);
  expect(phaseOf(olena)).toBe("opening");
  olena.control.calls.cancel();
  await rings(olena, james);
  await olena.control.calls.accept();
  for (const screen of [james, olena]) await comes(screen, "running");
});

Deno.test("who rings as a text chat with somebody else begins rings again when that is over, and is not ended by its price", async () => {
  for (const limitCredits of [null, 0]) {
    using _ = fakeBrowser();
    await using w = await callWorld();
    await using james = await screenOf(w, w.james);
    await using wei = await screenOf(w, w.wei);
    await using olena = await screenOf(w, w.olena);
    if (limitCredits !== null) await setSpendingLimit(w.store, w.james.id, limitCredits);
    await olena.until(({ online }) => online?.includes(w.james.id) === true, "James online");
    await olena.control.ask("text-request", { to: w.james.id });
    await ring(wei, olena);
    await james.control.ask("text-request-answer", { to: w.olena.id, ev: "accept", status: true });
    await olena.until(({ chat }) => chat !== null, "the chat");
    expect(phaseOf(olena)).toBe(null);
    if (limitCredits === null) {
      await olena.until(({ chat }) => chat?.isOpen === true, "the first minute");
      await olena.control.asking.stop();
    }
    await rings(olena, wei);
    await acceptWhenPrepared(olena, wei);
  }
});

Deno.test("what one page asks is not ended by the price of the call that another page accepts", async () => {
  using _ = fakeBrowser();
  await using w = await callWorld();
  await using james = await screenOf(w, w.james);
  await using wei = await screenOf(w, w.wei);
  await using olena = await screenOf(w, w.olena);
  await using beside = await screenOf(w, w.olena);
  await setSpendingLimit(w.store, w.james.id, 4);
  await ring(beside, wei);
  await ring(james, olena);
  await isPrepared(olena);
  await olena.control.calls.accept();
  await comes(james, null);
  await beside.control.ask("getAllRequests", {});
  expect([phaseOf(beside), beside.control.calls.now?.partnerId]).toEqual(["waiting", w.wei.id]);
  await wei.control.calls.accept();
  for (const screen of [wei, beside]) await comes(screen, "running");
});

Deno.test("a page that comes while an unpaid call is taken back knows of no chat, and rings", async () => {
  using _ = fakeBrowser();
  const end = { isHeld: false, goOn: () => {} };
  await using w = await callWorld((store) =>
    withAtomics(store, (op) => {
      const [commit, set] = [op.commit.bind(op), op.set.bind(op)];
      let isEnd = false;
      op.set = (key, ...rest) => {
        isEnd ||= key[0] === keys.chat("")[0] && (rest[0] as Chat).state === "ended";
        return set(key, ...rest);
      };
      op.commit = async () => {
        if (isEnd && !end.isHeld) {
          await new Promise<void>((resolve) => Object.assign(end, { isHeld: true, goOn: resolve }));
        }
        return await commit();
      };
    })
  );
  await using james = await screenOf(w, w.james);
  await using wei = await screenOf(w, w.wei);
  await using olena = await screenOf(w, w.olena);
  await setSpendingLimit(w.store, w.james.id, 4);
  await ring(james, olena);
  void olena.control.calls.accept();
  await until(() => end.isHeld, "the end that is being written");
  await using beside = await screenOf(w, w.olena);
  end.goOn();
  await comes(james, null);
  expect(beside.control.state.chat).toBe(null);
  await ring(wei, olena);
  await rings(beside, wei);
});

Deno.test("a ring goes on though the store is away for a moment, and is answered then", async () => {
  using _ = fakeBrowser();
  await using w = await callWorld();
  await using james = await screenOf(w, w.james);
  await using olena = await screenOf(w, w.olena);
  const ask = olena.control.ask.bind(olena.control);
  olena.control.ask = (event, data) => {
    if (event !== "video-prepare") return ask(event, data);
    olena.control.ask = ask;
    return Promise.resolve(away);
  };
  await ring(james, olena);
  await acceptWhenPrepared(olena, james);
});

Deno.test("nobody rings where the connection is down", async () => {
  using _ = fakeBrowser();
  await using w = await callWorld();
  await using cable = new Cable(w.instance.url);
  await using james = await screenOf(w, w.james);
  await using wei = await screenOf(w, w.wei);
  await using olena = await screenOf(w, w.olena, cable);
  await callWithAnotherWaiting(olena, james, wei);
  await cut(cable, olena);
  const before = olena.sounds.length;
  await olena.control.calls.hangUp();
  await Promise.resolve();
  expect(olena.sounds.slice(before)).toEqual([]);
  expect(phaseOf(olena)).toBe(null);
  cable.mend();
  // The server did not hear her hang up; now it hears that she is no longer in the call.
  await comes(james, "lost");
  w.clock.advance({ seconds: 21 });
  await rings(olena, wei);
});
