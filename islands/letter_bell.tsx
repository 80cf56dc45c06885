/** Keeps every open page of a member true about new letters and about credits, and says when a letter comes. */
import { useEffect } from "react";
import { usePage } from "../components/page_context.ts";
import { listen } from "./letter_bell/line.ts";
import { showBalance } from "./letter_bell/head_balance.ts";
import { showCounts } from "./letter_bell/marks.ts";
import { type Counts, type News, newsBetween, totalOf } from "./letter_bell_state.ts";
import type { ToastDetail } from "./page_chrome_state.ts";

export const strings = [
  "notifications:live",
  "common:menu",
  "common:newLetters",
  "common:yourBalance",
  "common:credits_one",
  "common:credits_other",
  "common:creditUnit_one",
  "common:creditUnit_other",
];

/** `counts` are those that the page was written with. */
export default function LetterBell({ counts }: { counts: Counts }) {
  const { t } = usePage();

  useEffect(() => {
    let known = counts;
    let line = new AbortController();

    const hear = (now: Counts, isQuiet: boolean) => {
      const news = newsBetween(known, now);
      known = now;
      const total = totalOf(now);
      showCounts(now, t("common:menu") + (total > 0 ? `, ${total} ${t("common:newLetters")}` : ""));
      // One tab says it: the one that is looked at.
      if (!news || isQuiet || document.hidden) return;
      const detail: ToastDetail = { text: t(`notifications:live.${news}`) };
      dispatchEvent(new CustomEvent("vesna:toast", { detail }));
    };

    let balanceSeq = 0;
    const showCredits = ({ credits: count, seq }: NonNullable<News["balance"]>) => {
      if (seq < balanceSeq) return;
      balanceSeq = seq;
      const label = t("common:yourBalance", { credits: t("common:credits", { count }) });
      showBalance(String(count), { label, unit: t("common:creditUnit", { count }) });
    };

    const begin = (isQuiet = false) => {
      line = new AbortController();
      listen(({ counter, balance }) => {
        if (balance) showCredits(balance);
        if (!counter) return;
        hear(counter, isQuiet);
        isQuiet = false;
      }, line.signal);
    };
    const end = () => line.abort();
    // A page that is kept for the way back lets go of its line; what came meanwhile was said on another page.
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) begin(true);
    };

    begin();
    addEventListener("pagehide", end);
    addEventListener("pageshow", comeBack);
    return () => {
      end();
      removeEventListener("pagehide", end);
      removeEventListener("pageshow", comeBack);
    };
  }, []);

  return null;
}
