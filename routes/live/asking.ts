/** What others ask of a person at this moment, as an open page shows it: who, for what, at which price, how long still. */
import { man, type User, userById } from "../../kv/accounts/users.ts";
import { pricePerMinute } from "../../kv/chats/chats.ts";
import { type Invitation, invitationMs, invitationsTo } from "../../kv/chats/invitations.ts";
import { ageYears } from "../../kv/ladies/age.ts";
import { ladyById } from "../../kv/ladies/ladies.ts";
import type { AccountLocale } from "../../kv/accounts/languages.ts";
import { wordsOf } from "../../kv/ladies/record.ts";
import { blockedWith } from "../../kv/safety/blocks.ts";
import type { Store } from "../../kv/open.ts";
import { creditPricesOf } from "../credits/credit_price.ts";
import type { AppContext } from "../http/env.ts";
import { noAvatar } from "../http/viewer.ts";

/** One invitation, as the event `invitations` tells it. */
export interface Asking {
  id: string;
  kind: Invitation["kind"];
  from: { id: number; name: string; age: number; photo: string; isCompanion: boolean };
  /** Of a minute, for men; null for ladies, who pay nothing. */
  price: string | null;
  leftMs: number;
}

/** What is asked of the signed-in person, the oldest first. */
export async function askingOf(c: AppContext, user: User): Promise<{ invitations: Asking[] }> {
  const { store } = c.var.deps;
  const { t, locale } = c.var.facts;
  const waiting = await invitationsTo(store, user.id);
  if (waiting.length === 0) return { invitations: [] };
  const blockedIds = await blockedWith(store, user.id);
  const prices = user.groupId === man ? await creditPricesOf(c) : null;
  const told = waiting.filter(({ askerId }) => !blockedIds.has(askerId)).map(
    async ({ id, kind, askerId, at }): Promise<Asking | null> => {
      const from = await askerOf(store, askerId, locale);
      const credits = pricePerMinute[kind];
      const price = prices && t("chat:price.stub", { credits, euros: prices.euros(credits) });
      return from && { id, kind, from, price, leftMs: Math.max(0, at + invitationMs - store.now()) };
    },
  );
  return { invitations: (await Promise.all(told)).filter((asking) => asking !== null) };
}

async function askerOf(store: Store, userId: number, locale: AccountLocale): Promise<Asking["from"] | null> {
  const user = await userById(store, userId);
  if (!user) return null;
  const profile = user.groupId === man ? null : await ladyById(store, userId);
  return {
    id: userId,
    name: profile ? wordsOf(profile, locale).firstname : user.firstname,
    age: ageYears(user.birthdate, store.now()),
    photo: (user.photo ?? profile?.photos[0])?.sizes.avatar ?? noAvatar,
    isCompanion: user.isCompanion === true,
  };
}
