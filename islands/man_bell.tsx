/** The same for a man, whose pages also stay true about his credits. */
import { useRef } from "react";
import { usePage } from "../components/page_context.ts";
import { showBalance } from "./letter_bell/head_balance.ts";
import { bellStrings, useBell } from "./letter_bell/use_bell.ts";
import type { Counts } from "./letter_bell_state.ts";

export const strings = [
  ...bellStrings,
  "common:yourBalance",
  "common:credits_one",
  "common:credits_other",
  "common:creditUnit_one",
  "common:creditUnit_other",
];

export default function ManBell({ counts }: { counts: Counts }) {
  const { t } = usePage();
  // Another tab may tell an older balance late.
  const shownSeq = useRef(0);
  useBell(counts, ({ credits: count, seq }) => {
    if (seq < shownSeq.current) return;
    shownSeq.current = seq;
    const label = t("common:yourBalance", { credits: t("common:credits", { count }) });
    showBalance(String(count), { label, unit: t("common:creditUnit", { count }) });
  });
  return null;
}
