/** Two people at two processes: they meet, talk, and say several things at once. */
import { giveCredits } from "../../kv/testing/store.ts";
import { talk, type TestClient } from "../../chat/server/testing/server.ts";
import { join, type Person } from "./people.ts";
import type { Site } from "./site.ts";
import type { Stage } from "./stage.ts";

export interface Side {
  who: Person;
  tab: TestClient;
}

export interface Talk {
  id: string;
  man: Side;
  lady: Side;
}

/** Both join, each at a process, see each other, and open a chat whose first minute is paid. `made`: see `join`. */
export async function beginTalk(
  stage: Stage,
  man: [Person, Site],
  lady: [Person, Site],
  made?: (tab: TestClient) => void,
): Promise<Talk> {
  await giveCredits(stage.store, man[0].user.id, 10);
  const [his, hers] = await Promise.all([man, lady].map(([who, site]) => join(site, who, made)));
  await Promise.all([sees(his!, lady[0]), sees(hers!, man[0])]);
  const id = await talk(his!, man[0].user.id, hers!, lady[0].user.id);
  return { id, man: { who: man[0], tab: his! }, lady: { who: lady[0], tab: hers! } };
}

/** Waits until the tab's process knows that the other person is there. */
export async function sees(tab: TestClient, other: Person): Promise<void> {
  await tab.ask("GetAllConnectedUsers");
  await tab.until(() => isListed(tab, other.user.id), `${other.user.firstname} in the list`);
}

function isListed({ heard }: TestClient, userId: number): boolean {
  const lists = heard.filter(({ event }) => event === "AllConnectedUsers" || event === "update-user-list");
  const said = lists.findLast(({ data }) =>
    data.gone?.includes(userId) || data.users.some((user: { userId: number }) => user.userId === userId)
  );
  return said !== undefined && !said.data.gone?.includes(userId);
}

/** Says all the words from a tab without waiting in between, and resolves when each is acknowledged. */
export async function say(
  { acknowledged }: Stage,
  talk: Pick<Talk, "man" | "lady">,
  { who, tab }: Side,
  words: string[],
): Promise<void> {
  const to = who === talk.man.who ? talk.lady.who : talk.man.who;
  await Promise.all(words.map(async (message) => {
    const { event, data } = await tab.ask("ChatNewMessage", { to: to.user.id, message, clientId: message });
    if (event !== "NewMessage") throw new Error(`"${message}" was answered ${event} ${JSON.stringify(data)}`);
    acknowledged.message({
      manId: talk.man.who.user.id,
      ladyId: talk.lady.who.user.id,
      authorId: who.user.id,
      seq: data.message.seq,
      body: message,
    });
  }));
}

/** The numbers of others' messages that a tab heard, in that order. */
export const heardNumbers = ({ heard }: TestClient): number[] =>
  heard.filter(({ event, id }) => event === "NewMessage" && id === undefined).map(({ data }) => data.message.seq);

/** The end of a chat, as one side hears it. */
export const endOf = ({ tab }: Side, id: string) => tab.next("chat-session-end", (end) => end.id === id);

export async function leave(...talks: Talk[]): Promise<void> {
  await Promise.all(talks.flatMap(({ man, lady }) => [man.tab.leave(), lady.tab.leave()]));
}
