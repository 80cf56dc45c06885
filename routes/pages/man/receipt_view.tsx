/** A receipt or a credit note as a sheet of paper. */
import { ButtonLink } from "../../../components/buttons.tsx";
import { Seal } from "../../../components/frame/brand.tsx";
import { usePage } from "../../../components/page_context.ts";
import { Facts, Tariff } from "../../../components/tariff.tsx";
import PrintButton from "../../../islands/print_button/island.tsx";
import type { Paper } from "../../credits/receipts.ts";

interface ReceiptViewProps {
  paper: Paper;
  /** The path of the same paper as a file. */
  filePath: string;
  /** The papers that belong to it: the credit notes of a receipt, the receipt of a credit note. */
  related: { path: string; label: string }[];
}

export function ReceiptView({ paper, filePath, related }: ReceiptViewProps) {
  const { t, href } = usePage();
  const { title, facts, seller, buyer, lines, after, fine } = paper;
  return (
    <section class="receipt" aria-labelledby="receipt">
      <header class="section__head">
        <h1 id="receipt">{title}</h1>
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
      {related.map(({ path, label }) => (
        <p key={path}>
          <a href={href(path)}>{label}</a>
        </p>
      ))}
      <p class="fine">{fine}</p>
      <p>
        <ButtonLink href={href(filePath)} tone="quiet" small>{t("balance:receipt.file")}</ButtonLink>
      </p>
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
