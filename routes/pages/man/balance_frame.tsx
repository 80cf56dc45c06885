/** The frame of every page of the balance: the sum, what it is worth, what is owed, and the tabs between the pages. */
import type { ComponentChildren } from "preact";
import type { Crumb } from "../../../components/frame/types.ts";
import { Tabs } from "../../../components/navigation.tsx";
import { type Translate, usePage } from "../../../components/page_context.ts";
import { Notice } from "../../../components/states.tsx";
import { formatNumber } from "../../../i18n/format.ts";
import { lastEntry } from "../../../kv/credits/ledger/ledger.ts";
import type { ActPrices } from "../../../kv/credits/prices/prices.ts";
import { actPricesNow } from "../../credits/credit_price.ts";
import type { AppContext, MemberContext } from "../../http/env.ts";
import { localHref } from "../../http/page.tsx";

export const balancePaths = {
  purchase: "/man/balance/purchase",
  history: "/man/balance/history",
  howItWorks: "/man/balance/how-site-works",
} as const;

export type BalanceTab = keyof typeof balancePaths;

export interface Credits {
  balanceCredits: number;
  owedCredits: number;
  /** What each act costs now, in credits. */
  acts: ActPrices;
}

export async function creditsOf(c: MemberContext): Promise<Credits> {
  const [last, acts] = await Promise.all([lastEntry(c.var.deps.store, c.var.signedIn.user.id), actPricesNow(c)]);
  return { balanceCredits: last?.balanceAfter ?? 0, owedCredits: last?.owedAfter ?? 0, acts };
}

/** The titles of the pages behind the tabs. */
const balanceTitles = {
  purchase: "common:buyCredits",
  history: "balance:history.title",
  howItWorks: "balance:works.title",
} as const satisfies Record<BalanceTab, string>;

/** What the tabs say: the title, where it is short. */
const tabLabels = {
  ...balanceTitles,
  history: "balance:tabs.history",
} as const satisfies Record<BalanceTab, string>;

/** The breadcrumbs: home, balance, and the page itself by its title; `last` is the title of a page below a tab. */
export function balanceCrumbs(c: AppContext, tab: BalanceTab, last?: string): Crumb[] {
  const { t, prefix } = c.var.facts;
  const own = { label: t(balanceTitles[tab]), ...(last && { href: localHref(prefix, balancePaths[tab]) }) };
  return [
    { label: t("balance:home"), href: localHref(prefix, "/") },
    { label: t("balance:tabs.label"), href: localHref(prefix, "/man/balance") },
    own,
    ...(last ? [{ label: last }] : []),
  ];
}

interface BalanceFrameProps extends Credits {
  /** Null on pages without a tab, like a receipt: they have a title of their own in place of the sum. */
  tab: BalanceTab | null;
  /** The page on which his credits ran low; carried from tab to tab. */
  next?: string | null;
  children: ComponentChildren;
}

export function BalanceFrame({ tab, balanceCredits, owedCredits, acts, next, children }: BalanceFrameProps) {
  const { t, locale } = usePage();
  return (
    <div class="wrap till">
      <header>
        {tab && (
          <div class="sum">
            <h1>
              {formatNumber(locale, balanceCredits)} {t("common:creditUnit", { count: balanceCredits })}
            </h1>
            {balanceCredits > 0 && <p class="soft">{worthOf(t, balanceCredits, acts)}</p>}
          </div>
        )}
        <BalanceTabs tab={tab} next={next ?? null} />
        {owedCredits > 0 && (
          <Notice tone="bad">{t("balance:owed", { credits: t("common:credits", { count: owedCredits }) })}</Notice>
        )}
      </header>
      {children}
    </div>
  );
}

/** "18 letters, or 184 minutes of text, or 36 minutes face to face. Credits never expire." */
function worthOf(t: Translate, credits: number, prices: ActPrices): string {
  if (credits < prices.sendLetter) return t("balance:worth.neverExpire");
  return t("balance:worth.sentence", {
    letters: t("balance:worth.letters", { count: Math.floor(credits / prices.sendLetter) }),
    text: t("balance:worth.text", { count: Math.floor(credits / prices.textMinute) }),
    video: t("balance:worth.video", { count: Math.floor(credits / prices.videoMinute) }),
  });
}

function BalanceTabs({ tab, next }: { tab: BalanceTab | null; next: string | null }) {
  const { t, href } = usePage();
  const query = next ? `?next=${encodeURIComponent(next)}` : "";
  return (
    <Tabs
      label={t("balance:tabs.label")}
      tabs={(Object.keys(balancePaths) as BalanceTab[]).map((name) => ({
        href: href(balancePaths[name]) + query,
        label: t(tabLabels[name]),
        isCurrent: name === tab,
      }))}
    />
  );
}
