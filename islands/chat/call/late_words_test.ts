/** What a page says of a call late, after its connection was cut, concerns only the invitation that was meant. */
import { expect } from "expect";
import { waitingOf } from "../../../kv/chats/invitations.ts";
import type { Store } from "../../../kv/open.ts";
import { until } from "../../../tests/patience.ts";
import { fakeBrowser } from "../testing/browser.ts";
import { acceptWhenPrepared, callWorld, comes, cut, phaseOf, ring } from "../testing/calls.ts";
import { Cable, screenOf } from "../testing/screen.ts";

/** Waits until the asker has no invitation under way any more. */
const isOver = (store: Store, askerId: number) =>
  until(async () => await waitingOf(store, askerId) === null, "the end of the invitation");

Deno.test("a no that came late declines no newer invitation", async () => {
  using _ = fakeBrowser();
  await using w = await callWorld();
  await using cable = new Cable(w.instance.url);
  await using james = await screenOf(w, w.james);
  await using olena = await screenOf(w, w.olena, cable);
  const closePage = w.instance.chat.pageOpened(w.olena.id);
  await ring(james, olena);
  await cut(cable, olena);
  olena.control.calls.cancel();
  james.control.calls.cancel();
  await isOver(w.store, w.james.id);
  await james.control.calls.ask(w.olena.id);
  await comes(james, "waiting");
  cable.mend();
  await comes(olena, "invited");
  for (const screen of [olena, james]) await screen.control.ask("getAllRequests", {});
  expect([phaseOf(olena), phaseOf(james)]).toEqual(["invited", "waiting"]);
  closePage();
});

Deno.test("what one page took back late is not what another page of the same person asks by then", async () => {
  using _ = fakeBrowser();
  await using w = await callWorld();
  await using cable = new Cable(w.instance.url);
  await using newer = await screenOf(w, w.james);
  await using olena = await screenOf(w, w.olena);
  await using older = await screenOf(w, w.james, cable);
  await ring(older, olena);
  await cut(cable, older);
  older.control.calls.cancel();
  olena.control.calls.cancel();
  await isOver(w.store, w.james.id);
  await ring(newer, olena);
  cable.mend();
  await older.until(({ link }) => link === "open", "the connection");
  for (const screen of [older, olena, newer]) await screen.control.ask("getAllRequests", {});
  expect([phaseOf(olena), phaseOf(newer)]).toEqual(["invited", "waiting"]);
});

Deno.test("a page that took its invitation back ends no call that another page asked for, though its word was too late", async () => {
  using _ = fakeBrowser();
  await using w = await callWorld();
  await using one = await screenOf(w, w.james);
  await using other = await screenOf(w, w.james);
  await using olena = await screenOf(w, w.olena);
  await ring(one, olena);
  // Her decline reaches the server first.
  const ask = one.control.ask.bind(one.control);
  one.control.ask = async (event, data) => {
    if (event === "video-request-cancel") await olena.control.ask("getAllRequests", {});
    return await ask(event, data);
  };
  olena.control.calls.cancel();
  one.control.calls.cancel();
  await comes(olena, null);
  await isOver(w.store, w.james.id);
  await ring(other, olena);
  await acceptWhenPrepared(olena, other);
  await one.control.ask("getAllRequests", {});
  for (const screen of [other, olena]) expect(phaseOf(screen)).toBe("running");
});
