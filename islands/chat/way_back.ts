/** Whoever goes for more credits comes back to the conversation that was open. */
import type { ChatPrices } from "./types.ts";

/** The prices with a `buyHref` that leads back to the chat with this person; its `next` is the last that it carries. */
export const withWayBack = (prices: ChatPrices, partnerId: number | null): ChatPrices =>
  partnerId === null ? prices : { ...prices, buyHref: `${prices.buyHref}%3Fwith%3D${partnerId}` };
