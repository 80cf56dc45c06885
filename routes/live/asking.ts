/** The invitations to a person as an open page shows them: from whom, for what, at which price, and for how long still. */
import { nameIn } from "../../chat/server/people.ts";
import type { ChatServer } from "../../chat/server/chat_server.ts";
import type { Asking } from "../../chat/shared/asking.ts";
import { man, type User } from "../../kv/accounts/users.ts";
import { minutePricesOf } from "../../kv/chats/chats.ts";
import { invitationsTo, leftMsOf } from "../../kv/chats/invitations.ts";
import { blockedWith } from "../../kv/safety/blocks.ts";
import { creditPricesOf } from "../credits/credit_price.ts";
import type { AppContext } from "../http/env.ts";

/** The invitations to the signed-in person, the oldest first; the asker is shown as in the chat. */
export async function askingOf(c: AppContext, chat: ChatServer, user: User): Promise<{ invitations: Asking[] }> {
  const { store } = c.var.deps;
  const { t, locale } = c.var.facts;
  const waiting = await invitationsTo(store, user.id);
  if (waiting.length === 0) return { invitations: [] };
  const blockedIds = await blockedWith(store, user.id);
  const prices = user.groupId === man ? await creditPricesOf(c) : null;
  const told = waiting.filter(({ askerId }) => !blockedIds.has(askerId)).map(
    async ({ id, kind, askerId, at }): Promise<Asking | null> => {
      const asker = await chat.find(askerId);
      if (!asker) return null;
      const { birth: age, userPhoto: photo, companion: isCompanion } = asker;
      const from = { id: askerId, name: nameIn(asker, locale), age, photo, isCompanion };
      const count = prices ? minutePricesOf(prices.acts)[kind] : 0;
      const credits = t("common:credits", { count });
      const price = prices && t("chat:price.stub", { credits, money: prices.money(count) });
      return { id, kind, from, price, leftMs: leftMsOf({ at }, store.now()) };
    },
  );
  return { invitations: (await Promise.all(told)).filter((asking) => asking !== null) };
}
