/** Chats and calls between people at four processes: every tab hears everything, once and in its order. */
import { expect } from "expect";
import { chatById } from "../../../kv/chats/chats.ts";
import { answerTo, offer, see, type TestClient } from "../../../chat/server/testing/server.ts";
import { join } from "../people.ts";
import type { Stage } from "../stage.ts";
import { beginTalk, endOf, heardNumbers, leave, say as speak } from "../talking.ts";

const wordsEach = 40;
const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, at) => from + at);

export async function chat(stage: Stage): Promise<void> {
  const { sites: [a, b, c, d], store, people: { james, wei, olena, daria }, say } = stage;
  const [one, two] = [
    await beginTalk(stage, [james, a], [olena, b]),
    await beginTalk(stage, [wei, c], [daria, d]),
  ];
  const more = { man: { who: james, tab: await join(c, james) }, lady: { who: olena, tab: await join(d, olena) } };
  const wordsOf = (who: string) => numbers(wordsEach).map((at) => `${who}, word ${at}`);
  await Promise.all([
    speak(stage, one, one.man, wordsOf("James at A")),
    speak(stage, one, one.lady, wordsOf("Olena at B")),
    speak(stage, one, more.man, wordsOf("James at C")),
    speak(stage, one, more.lady, wordsOf("Olena at D")),
    speak(stage, two, two.man, wordsOf("Wei at C")),
    speak(stage, two, two.lady, wordsOf("Daria at D")),
  ]);
  const inOrder = async (tab: TestClient, others: number) => {
    await tab.until(() => heardNumbers(tab).length >= others, "all words of the others");
    const heard = heardNumbers(tab);
    expect(heard).toEqual([...new Set(heard)].toSorted((one, other) => one - other));
    expect(heard).toHaveLength(others);
  };
  for (const { tab } of [one.man, one.lady, more.man, more.lady]) await inOrder(tab, 3 * wordsEach);
  for (const { tab } of [two.man, two.lady]) await inOrder(tab, wordsEach);
  for (const { id, man, lady } of [one, two]) {
    await man.tab.ask("stop-text-chat", { targetId: lady.who.user.id });
    expect(await endOf(lady, id)).toMatchObject({ id, minutes: 1 });
    expect(await chatById(store, id)).toMatchObject({ state: "ended" });
  }
  await leave(one, two);
  await Promise.all([more.man.tab.leave(), more.lady.tab.leave()]);
  say(`${6 * wordsEach} words at once by six tabs at four processes: each heard everywhere once, in its order`);
}

export async function calls(stage: Stage): Promise<void> {
  const { sites: [a, b, c], people: { james, olena }, say } = stage;
  const talk = await beginTalk(stage, [james, a], [olena, b]);
  const [his, hers] = [talk.man.tab, talk.lady.tab];
  const elsewhere = await join(c, olena);
  await his.ask("video-request", { to: olena.user.id, offer });
  for (const at of numbers(10)) his.say("video-signal", { to: olena.user.id, signal: { at } });
  expect(await hers.next("video-request")).toMatchObject({ offer });
  expect(await elsewhere.next("video-request")).toMatchObject({ offer });
  hers.say("video-request-accept", { to: james.user.id, answer: answerTo });
  for (const at of numbers(10)) hers.say("video-signal", { to: james.user.id, signal: { at } });
  for (const at of numbers(10, 10)) his.say("video-signal", { to: olena.user.id, signal: { at } });
  const { id, answer } = await his.next("video-request-accept");
  expect([id, answer]).toEqual([talk.id, answerTo]);
  const signals = ({ heard }: TestClient) =>
    heard.filter(({ event }) => event === "video-signal").map(({ data }) => data.signal.at);
  await hers.until(() => signals(hers).length >= 20, "his signals");
  await his.until(() => signals(his).length >= 10, "her signals");
  expect([signals(hers), signals(his)]).toEqual([numbers(20), numbers(10)]);
  await see(talk.id, his, hers);
  await his.ask("video-end", { chatID: talk.id });
  await hers.next("video-end");
  await hers.ask("stop-text-chat", { targetId: james.user.id });
  expect(await endOf(talk.man, talk.id)).toMatchObject({ id: talk.id });
  await leave(talk);
  await elsewhere.leave();
  say("a call between two processes: offer, answer and thirty signals in their order, and its end");
}
