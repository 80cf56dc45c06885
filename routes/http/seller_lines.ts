/** Who sells, as it stands below mails and on receipts. */
import type { Translate } from "../../i18n/translate.ts";
import type { Seller } from "../../services/seller.ts";

/** Name, address, register and number, line by line; none where nobody has said who sells. */
export function sellerLines(seller: Seller | null, t: Translate): string[] {
  if (!seller) return [];
  const { name, addressLines, register, vatId } = seller;
  return [
    name,
    ...addressLines,
    ...(register === null ? [] : [register]),
    ...(vatId === null ? [] : [t("imprint:vatLine", { vatId })]),
  ];
}
