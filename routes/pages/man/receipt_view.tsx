/** A receipt as a sheet of paper. */
import { Seal } from "../../../components/frame/brand.tsx";
import { usePage } from "../../../components/page_context.ts";
import { Facts, Tariff } from "../../../components/tariff.tsx";
import PrintButton from "../../../islands/print_button/island.tsx";
import type { QuoteRow } from "../../credits/quote_rows.ts";

interface ReceiptViewProps {
  facts: { label: string; value: string }[];
  seller: string[];
  buyer: string[];
  lines: QuoteRow[];
  /** What went back after it was paid. */
  after: { label: string; value: string }[];
  brand: string;
}

export function ReceiptView({ facts, seller, buyer, lines, after, brand }: ReceiptViewProps) {
  const { t } = usePage();
  return (
    <section class="receipt" aria-labelledby="receipt">
      <header class="section__head">
        <h1 id="receipt">{t("balance:receipt.title")}</h1>
        <p class="receipt__brand" aria-hidden="true">
          <Seal />
        </p>
        <PrintButton label={t("balance:receipt.printButton")} />
      </header>
      <Facts facts={facts} oneColumn />
      <div class="receipt__people">
        <Person title={t("balance:receipt.seller")} lines={seller} />
        <Person title={t("balance:receipt.buyer")} lines={buyer} />
      </div>
      <Tariff lines={lines} small />
      {after.length > 0 && <Facts facts={after} oneColumn />}
      <p class="fine">{t("balance:receipt.fine", { brand })}</p>
      <p class="fine only-scriptless">{t("balance:receipt.print")}</p>
    </section>
  );
}

function Person({ title, lines }: { title: string; lines: string[] }) {
  return (
    <div>
      <h2>{title}</h2>
      {lines.map((line) => <p key={line}>{line}</p>)}
    </div>
  );
}
