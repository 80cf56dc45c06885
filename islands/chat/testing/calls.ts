/** For tests: calls between whole screens and the real server. */
import { world } from "../../../chat/server/testing/world.ts";
import { chatOfPerson } from "../../../kv/chats/chats.ts";
import { balanceOf } from "../../../kv/credits/ledger/ledger.ts";
import { until } from "../../../tests/patience.ts";
import type { CallPhase } from "../call/call_state.ts";
import type { ChatState } from "../types.ts";
import type { Cable, Screen, World } from "./screen.ts";

const callServers = { turn: { urls: ["turn:turn.example.org"], secret: "north" }, stunUrls: [] };
/** A world with a TURN server; `seenAs` makes the store that the chat server sees. */
export const callWorld = (seenAs?: Parameters<typeof world>[1]) => world({ callServers }, seenAs);

export const phaseOf = ({ control }: Screen) => control.calls.now?.phase ?? null;
export const comes = (screen: Screen, phase: CallPhase | null) =>
  until(() => phaseOf(screen) === phase, `the phase ${phase}`);
export const balance = (w: World) => balanceOf(w.store, w.james.id);

/** Begins a text chat between the two. */
export async function write(w: World, james: Screen, olena: Screen) {
  await james.control.ask("text-request", { to: w.olena.id });
  await olena.control.ask("text-request-answer", { to: w.james.id, ev: "accept", status: true });
  await james.until(({ chat }) => chat?.isOpen === true, "the text chat");
}

/** Whether nothing is left of a call: the text chat that it came from goes on, or there is no chat. */
export async function isAsBefore(w: World, isUpgrade: boolean): Promise<boolean> {
  const chat = await chatOfPerson(w.store, w.james.id);
  return isUpgrade ? chat?.kind === "text" : chat === null;
}

export const idOf = ({ control }: Screen) => control.state.me.id;
const isOnline = (other: Screen) => ({ online }: ChatState) => online?.includes(idOf(other)) === true;

/** Asks for a call, and waits until the other's screen rings. */
export async function ring(asker: Screen, asked: Screen) {
  await asker.until(isOnline(asked), "the other online");
  await asker.control.calls.ask(idOf(asked));
  await comes(asked, "invited");
}

/** Calls somebody who is in another call or about to be, and waits until that screen has heard it. */
export async function ringBeside(asker: Screen, asked: Screen) {
  await asker.until(isOnline(asked), "the other online");
  await asker.control.calls.ask(idOf(asked));
  await comes(asker, "waiting");
  for (const screen of [asker, asked]) await screen.control.ask("getAllRequests", {});
}

/** Calls and accepts, and waits until both see each other. */
export async function call(asker: Screen, asked: Screen) {
  await ring(asker, asked);
  await asked.control.calls.accept();
  for (const screen of [asker, asked]) await comes(screen, "running");
}

/** `asker` calls `asked`, `another` calls `asker`, and `asked` accepts: the two see each other, `another` waits. */
export async function callWithAnotherWaiting(asker: Screen, asked: Screen, another: Screen) {
  await ring(asker, asked);
  await ringBeside(another, asker);
  await asked.control.calls.accept();
  for (const screen of [asker, asked]) await comes(screen, "running");
}

/** Accepts a call that rings as soon as it can be answered, and waits until both see each other. */
export async function acceptWhenPrepared(asked: Screen, asker: Screen) {
  await isPrepared(asked);
  await asked.control.calls.accept();
  for (const screen of [asker, asked]) await comes(screen, "running");
}

export const isPrepared = ({ control }: Screen) =>
  until(() => control.calls.now?.hasRelay === true, "all that an answer needs");

/** Cuts the connection, and waits until the page knows it. */
export async function cut(cable: Cable, screen: Screen) {
  cable.cut();
  await screen.until(({ link }) => link !== "open", "the cut");
}

export const rings = (screen: Screen, caller: Screen) =>
  until(() => screen.control.calls.now?.partnerId === idOf(caller) && phaseOf(screen) === "invited", "a ring");

/** Does `work` once the page has sent `said`, before it has the answer; `answer` can replace the answer. */
export function afterSaying(
  { control }: Screen,
  said: string,
  work: () => void,
  answer: <Told>(told: Promise<Told>) => Promise<Told | null> = (told) => told,
) {
  const ask = control.ask.bind(control);
  control.ask = (event, data) => {
    const told = ask(event, data);
    if (event !== said) return told;
    work();
    return answer(told);
  };
}

/** Does `work` as soon as the page has heard `event`, before it hears the next one. */
export function onHearing({ control }: Screen, event: string, work: () => void) {
  const does = control.do.bind(control);
  control.do = (action) => {
    does(action);
    if (action.type === "heard" && action.frame.event === event) work();
  };
}
