/** Keeps every page of a member true about new letters while it stands open, and says when one comes. */
import { useEffect } from "react";
import { usePage } from "../components/page_context.ts";
import { listen } from "./letter_bell/line.ts";
import { showCounts } from "./letter_bell/marks.ts";
import { type Counts, newsBetween, totalOf } from "./letter_bell_state.ts";
import type { ToastDetail } from "./page_chrome_state.ts";

export const strings = ["notifications:live", "common:menu", "common:newLetters"];

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

    const begin = (isQuiet = false) => {
      line = new AbortController();
      listen((now) => {
        hear(now, isQuiet);
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
