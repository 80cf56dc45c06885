/** For tests of who is told of an invitation: asking for a chat, and answering. */
import type { User } from "../../../kv/accounts/users.ts";
import { answerInvitation, invite } from "../../../kv/chats/invitations.ts";
import { pairOf } from "../../../kv/chats/pairs.ts";
import type { TestSite } from "../../testing/site.ts";

export async function pairIn(site: TestSite, asker: User, asked: User) {
  const paired = await pairOf(site.store, asker.id, asked.id);
  if (!paired.ok) throw new Error(paired.reason);
  return paired.pair;
}

/** Asks for a text chat; throws if the invitation was not sent. */
export async function ask(site: TestSite, asker: User, asked: User): Promise<void> {
  const invited = await invite(site.store, await pairIn(site, asker, asked), asker.id, asked.id, "text");
  if (!invited.ok || invited.outcome !== "sent") throw new Error(JSON.stringify(invited));
}

export const answer = async (site: TestSite, asker: User, answerer: User, accepts: boolean) =>
  await answerInvitation(site.store, await pairIn(site, asker, answerer), {
    askerId: asker.id,
    answererId: answerer.id,
    kind: "text",
    accepts,
  });
