/** The page on which James buys credits, as a browser without a script sees and sends it. */
import { paymentsOf } from "../../../../kv/credits/payments/payments.ts";
import type { Visitor } from "../../../testing/site.ts";
import { htmlOf, type MailWorld } from "../../mail/testing/mail.ts";

/** Its path in English. */
export const path = "/en/man/balance/purchase";

/** The order's lines as plain text. */
export const orderOf = (html: string): string[] =>
  (/<dl class="tariff[\s\S]*?<\/dl>/.exec(html)?.[0].split("</div>") ?? [])
    .map((line) => line.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ").trim()).filter(Boolean);

/** The form of the order. */
export const shopOf = (html: string): string => /<form class="shop"[\s\S]*?<\/form>/.exec(html)![0];

/** The hidden fields of the form, as a browser without a script would send them back, and his ticked consent. */
export const hiddenOf = (html: string): Record<string, string> =>
  Object.fromEntries([
    ["consent", "yes"],
    ...[...shopOf(html).matchAll(/<input type="hidden" name="(shownTotal|purchaseKey|next)" value="([^"]*)"/g)].map((
      found,
    ) => [
      found[1]!,
      found[2]!.replaceAll("&amp;", "&"),
    ]),
  ]);

/** The payments that he began, the newest first. */
export const paymentsIn = async (world: MailWorld) =>
  (await paymentsOf(world.site.store, world.james.id, { page: 1, limit: 20 })).payments;

/** Economy by PayPal, with a code. */
export const economyByWallet = { rateId: "2", method: "paypal", promoCode: "SPRING10" };

/** Sees an order and presses the button. */
export async function buy(his: Visitor, order: Record<string, string>): Promise<Response> {
  const html = await htmlOf(his.get(`${path}?${new URLSearchParams(order)}`));
  return await his.post(path, { ...order, ...hiddenOf(html) });
}
