/** What an open page does with the news of its member: letters for everybody, credits where somebody shows them. */
import { useEffect } from "react";
import { usePage } from "../../components/page_context.ts";
import type { ToastDetail } from "../page_chrome/state.ts";
import { listen } from "./event_source.ts";
import { showCounts } from "./marks.ts";
import { type Counts, type News, newsBetween, totalOf } from "./state.ts";

/** The words that this needs of an island. */
export const notificationStrings = ["notifications:live", "common:menu", "common:newLetters"];

/** `counts` are those that the page was written with. */
export function useNotifications(counts: Counts, showBalance?: (balance: NonNullable<News["balance"]>) => void): void {
  const { t } = usePage();

  useEffect(() => {
    let known = counts;
    let connection = new AbortController();

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

    const begin = (isQuiet = false) => {
      connection = new AbortController();
      listen(({ counter, balance }) => {
        if (balance) showBalance?.(balance);
        if (!counter) return;
        hear(counter, isQuiet);
        isQuiet = false;
      }, connection.signal);
    };
    const end = () => connection.abort();
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
}
