/** For tests: calls between whole screens and the real server. */
import { world } from "../../../chat/server/testing/world.ts";
import { chatOfPerson } from "../../../kv/chats/chats.ts";
import { balanceOf } from "../../../kv/credits/ledger/ledger.ts";
import { until } from "../../../tests/patience.ts";
import type { CallPhase } from "../call/call_state.ts";
import type { ChatState } from "../types.ts";
import type { Cable, Screen, World } from "./screen.ts";

const callServers = { turn: { urls: ["turn:turn.example.org"], secret: "north" }, stunUrls: [] };
/** `seenAs`: the store as the server of the chat sees it. */
export const callWorld = (seenAs?: Parameters<typeof world>[1]) => world({ callServers }, seenAs);

export const phaseOf = ({ control }: Screen) => control.calls.now?.phase ?? null;
export const comes = (screen: Screen, phase: CallPhase | null) =>
  until(() => phaseOf(screen) === phase, `the phase ${phase}`);
export const balance = (w: World) => balanceOf(w.store, w.james.id);

/** They are in a text chat. */
export async function write(w: World, james: Screen, olena: Screen) {
  await james.control.ask("text-request", { to: w.olena.id });
  await olena.control.ask("text-request-answer", { to: w.james.id, ev: "accept", status: true });
  await james.until(({ chat }) => chat?.isOpen === true, "the text chat");
}

/** Nothing is left of a call: the text chat that it came out of goes on, or there is none. */
export async function isAsBefore(w: World, isUpgrade: boolean): Promise<boolean> {
  const chat = await chatOfPerson(w.store, w.james.id);
  return isUpgrade ? chat?.kind === "text" : chat === null;
}

export const idOf = ({ control }: Screen) => control.state.me.id;
const isOnline = (other: Screen) => ({ online }: ChatState) => online?.includes(idOf(other)) === true;

/** One asks, the other's screen rings. */
export async function ring(asker: Screen, asked: Screen) {
  await asker.until(isOnline(asked), "the other online");
  await asker.control.calls.ask(idOf(asked));
  await comes(asked, "invited");
}

/** One asks somebody who is in a call or asked for one already, whose screen has heard it when this is done. */
export async function ringBeside(asker: Screen, asked: Screen) {
  await asker.until(isOnline(asked), "the other online");
  await asker.control.calls.ask(idOf(asked));
  await comes(asker, "waiting");
  for (const screen of [asker, asked]) await screen.control.ask("getAllRequests", {});
}

/** Both see each other. */
export async function call(asker: Screen, asked: Screen) {
  await ring(asker, asked);
  await asked.control.calls.accept();
  for (const screen of [asker, asked]) await comes(screen, "running");
}

/** She asks him, another asks her meanwhile, and he accepts: the two see each other, and the other waits. */
export async function callWithAnotherWaiting(asker: Screen, asked: Screen, another: Screen) {
  await ring(asker, asked);
  await ringBeside(another, asker);
  await asked.control.calls.accept();
  for (const screen of [asker, asked]) await comes(screen, "running");
}

/** A call that rings is accepted as soon as it can be answered, and both see each other. */
export async function acceptWhenPrepared(asked: Screen, asker: Screen) {
  await isPrepared(asked);
  await asked.control.calls.accept();
  for (const screen of [asker, asked]) await comes(screen, "running");
}

export const isPrepared = ({ control }: Screen) =>
  until(() => control.calls.now?.hasRelay === true, "all that an answer needs");

/** The line is cut, and the page knows it. */
export async function cut(cable: Cable, screen: Screen) {
  cable.cut();
  await screen.until(({ link }) => link !== "open", "the cut");
}

export const rings = (screen: Screen, caller: Screen) =>
  until(() => screen.control.calls.now?.partnerId === idOf(caller) && phaseOf(screen) === "invited", "a ring");

/** Does something as soon as an event was sent, before its answer is there; `answer` is what the page takes for it. */
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

/** Does something as soon as a page has heard an event, before it hears the next. */
export function onHearing({ control }: Screen, event: string, work: () => void) {
  const does = control.do.bind(control);
  control.do = (action) => {
    does(action);
    if (action.type === "heard" && action.frame.event === event) work();
  };
}
