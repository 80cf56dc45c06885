/** What an open page does with news: letters and invitations for everybody, credits if `showBalance` shows them. */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "react";
import { usePage } from "../../components/page_context.ts";
import type { ToastDetail } from "../page_chrome/state.ts";
import { signedInId } from "../signed_in.ts";
import { listen } from "./event_source.ts";
import { showCounts } from "./marks.ts";
import { type Counts, type News, newsBetween, totalOf } from "./state.ts";

/** The strings that an island needs for this. */
export const notificationStrings = [
  "notifications:live",
  "notifications:ringing",
  "notifications:otherPerson",
  "notifications:unanswered",
  "chat:accept",
  "chat:decline",
  "chat:companion",
  "common:menu",
  "common:newLetters",
];

/** What the page was rendered with: whose it is, how many letters, and the time zone that the account knows (tell_zone.ts). */
export interface Written {
  userId: number;
  counts: Counts;
  zone?: string | null;
}

/** `chatPath` is the page of the member's chat. Returns the bar that shows who asks, if somebody does. */
export function useNotifications(
  { userId, counts, zone }: Written,
  chatPath: "/man/chat" | "/lady/chat",
  showBalance?: (balance: NonNullable<News["balance"]>) => void,
): ComponentChildren {
  const { t, href } = usePage();
  const [asking, setAsking] = useState<News["asking"]>();
  const [bar, setBar] = useState<typeof import("./ringing.tsx") | null>(null);

  useEffect(() => {
    const watched = {
      ownerId: userId,
      signedInId,
      say: (key: string) => t(`notifications:otherPerson.${key}`),
      home: href("/"),
    };
    import("./at_leisure.ts").then(
      (loaded) => loaded.beAtLeisure(zone, watched, t("notifications:unanswered")),
      () => {},
    );
  }, []);
  useEffect(() => {
    let known = counts;
    let connection = new AbortController();

    const hear = (now: Counts, isQuiet: boolean) => {
      const news = newsBetween(known, now);
      known = now;
      const total = totalOf(now);
      showCounts(now, t("common:menu") + (total > 0 ? `, ${total} ${t("common:newLetters")}` : ""));
      // Only the tab in view says it.
      if (!news || isQuiet || document.hidden) return;
      const detail: ToastDetail = { text: t(`notifications:live.${news}`) };
      dispatchEvent(new CustomEvent("vesna:toast", { detail }));
    };

    const begin = (isQuiet = false) => {
      connection = new AbortController();
      listen(href("/api/events"), userId, ({ counter, balance, asking }) => {
        if (balance) showBalance?.(balance);
        if (asking) setAsking(asking);
        if (!counter) return;
        hear(counter, isQuiet);
        isQuiet = false;
      }, connection.signal);
    };
    const end = () => connection.abort();
    // A page in the back/forward cache gives up its stream; what came meanwhile was said on another page.
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

  const isAsked = asking && asking.invitations.length > 0;
  useEffect(() => {
    if (isAsked && !bar) import("./ringing.tsx").then(setBar, () => {});
  }, [isAsked]);
  return bar && isAsked ? <bar.Ringing userId={userId} asking={asking} chatPath={chatPath} /> : null;
}
