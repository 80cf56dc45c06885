/** A page that is loaded again comes back into the same call, or into none. */
import { expect } from "expect";
import { chatOfPerson } from "../../../kv/chats/chats.ts";
import { until } from "../../../tests/patience.ts";
import { fakeBrowser } from "../testing/browser.ts";
import { balance, call, callWorld, comes, phaseOf, write } from "../testing/calls.ts";
import { type Screen, screenOf, type World } from "../testing/screen.ts";

/** James and Olena are in a call, which was a text chat before if `isOutOfText`; he loads his page again. */
async function loadedAnew(w: World, olena: Screen, isOutOfText: boolean): Promise<Screen> {
  await using before = await screenOf(w, w.james);
  if (isOutOfText) await write(w, before, olena);
  await call(before, olena);
  const anew = await screenOf(w, w.james);
  await anew.until(({ chat }) => chat?.isVideo === true && chat.isOpen, "the call");
  return anew;
}

Deno.test("who comes back into a call that ends meanwhile asks for no other one", async () => {
  using browser = fakeBrowser();
  await using w = await callWorld();
  await using olena = await screenOf(w, w.olena);
  await using james = await loadedAnew(w, olena, false);
  const { getUserMedia } = browser.media;
  let open = () => {};
  browser.media.getUserMedia = () => new Promise((resolve) => open = () => void getUserMedia().then(resolve));
  const isBack = james.control.calls.rejoin();
  await comes(james, "opening");
  await olena.control.calls.hangUp();
  await james.until(({ chat }) => chat === null, "the end");
  expect(phaseOf(james)).toBe(null);
  open();
  await isBack;
  for (const screen of [james, olena]) await screen.control.ask("getAllRequests", {});
  expect([phaseOf(james), phaseOf(olena), await balance(w)]).toEqual([null, null, 200]);
});

for (const isOutOfText of [true, false]) {
  const what = isOutOfText ? "goes on with the text chat that it came out of" : "ends";
  Deno.test(`a call into which nobody comes back, for want of a relay, ${what}`, async () => {
    using _ = fakeBrowser();
    await using w = await callWorld();
    await using olena = await screenOf(w, w.olena);
    await using james = await loadedAnew(w, olena, isOutOfText);
    await james.control.calls.rejoin();
    await until(() => james.control.calls.session.isCalling, "the way back");
    james.control.calls.session.fail("relay");
    const left = isOutOfText ? "text" : undefined;
    await until(async () => (await chatOfPerson(w.store, w.james.id))?.kind === left, "what is left");
    await comes(olena, null);
  });
}
