/** A second promotion above the header of the demo, so that the two take turns: what the package of 50 credits brings. */
import type { AccountLocale } from "../kv/accounts/languages.ts";
import { type PromotionWords, savePromotion } from "../kv/credits/prices/promotions.ts";
import type { Store } from "../kv/open.ts";

const words = {
  "en": {
    title: "65 credits for the price of 50",
    description: "Thirty per cent more for the same price: 15 extra credits with every Economy package.",
  },
  "zh-Hant": { title: "經濟方案：50 點變 65 點", description: "價格不變，多送三成：每次購買經濟方案，加贈 15 點。" },
  "zh-Hans": { title: "经济套餐：50 点变 65 点", description: "价格不变，多送三成：每次购买经济套餐，加赠 15 点。" },
  "uk": {
    title: "65 кредитів за ціною 50",
    description: "На тридцять відсотків більше за ту саму ціну: з кожним пакетом «Економний» ще 15 кредитів.",
  },
  "ru": {
    title: "65 кредитов по цене 50",
    description: "На тридцать процентов больше за ту же цену: с каждым пакетом «Экономный» ещё 15 кредитов.",
  },
  "ro": {
    title: "65 de credite la prețul a 50",
    description: "Cu treizeci la sută mai mult la același preț: fiecare pachet „Economic” aduce încă 15 credite.",
  },
} satisfies Record<AccountLocale, PromotionWords>;

export async function addDemoPromotion(store: Store, actorId: number): Promise<void> {
  const saved = await savePromotion(store, { activeFrom: null, activeUntil: null, words, actorId });
  if (!saved.ok) throw new Error(`the demo's promotion: ${saved.reason}`);
}
