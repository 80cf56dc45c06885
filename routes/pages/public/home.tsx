/** The home page: who is here, who is new, what things cost. */
import type { ComponentChild } from "preact";
import { destinationOf } from "../../../components/frame/not_yet.ts";
import { isStaff, lady } from "../../../kv/accounts/users.ts";
import { centsPerCredit } from "../../../kv/credits/prices/prices.ts";
import { ratesAt } from "../../../kv/credits/prices/rates.ts";
import { pricesAt } from "../../../kv/credits/prices/tariffs.ts";
import { wordLocaleOf } from "../../../kv/ladies/record.ts";
import { listStories } from "../../../kv/writing/stories.ts";
import { storyPath } from "../../discovery/stories.ts";
import { actPricesNow } from "../../credits/credit_price.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext } from "../../http/env.ts";
import { answerPage, canonicalUrl, localHref } from "../../http/page.tsx";
import { allGirlsPath } from "../../ladies/girl_paths.ts";
import { cardsOf, noPortrait } from "../../ladies/lady_cards.ts";
import { newSince } from "../../ladies/new_ladies.ts";
import type { JournalLine } from "./home_sections.tsx";
import { HomeView } from "./home_view.tsx";
import { MemberDesk, memberHomeOf } from "./member_homes.tsx";

/** The drawing on the cover belongs to the site, not to a member. */
const coverPortrait = {
  src: "/static/images/portraits/daria.webp",
  src320: "/static/images/portraits/daria-320.webp",
};

export const homePage: PageDefinition = {
  paths: ["/"],
  access: "everyone",
  async get(c) {
    const { deps: { store, running }, signedIn } = c.var;
    const kept = running.keptViews;
    // Pages about other ladies are not for her, so her desk is all there is.
    if (signedIn?.user.groupId === lady) {
      return await answerHome(c, <MemberDesk home={(await memberHomeOf(c))!} kept={kept} />);
    }
    const now = store.now();
    const online = store.ladies.search({
      online: true,
      sort: "online",
      limit: signedIn ? 12 : 6,
      withoutIds: signedIn?.blockedIds,
    }, now);
    const newest = store.ladies.search({
      firstTimeActivatedAtFrom: newSince(now),
      sort: "new",
      limit: 8 + online.ids.length,
      withoutIds: signedIn?.blockedIds,
    }, now);
    // Nobody is shown both as online and as new.
    const others = newest.ids.filter((id) => !online.ids.includes(id)).slice(0, 8);
    const [{ feature, rest }, here, journal, rates, acts, member] = await Promise.all([
      chooseFeature(c, others),
      cardsOf(c, store, online.ids),
      latestWritings(c),
      ratesAt(store, now),
      pricesAt(store, now),
      memberHomeOf(c),
    ]);
    const prices = rates.map(centsPerCredit);
    return await answerHome(
      c,
      <HomeView
        head={member && <MemberDesk home={member} kept={kept} />}
        online={here}
        onlineCount={online.total}
        newest={rest}
        newCount={newest.total}
        feature={feature}
        coverPortrait={coverPortrait}
        acts={acts}
        creditCents={{ from: Math.min(...prices), to: Math.max(...prices), currency: "EUR" }}
        allGirlsPath={allGirlsPath}
        journal={journal}
        nowMs={now}
      />,
    );
  },
};

async function answerHome(c: AppContext, view: ComponentChild): Promise<Response> {
  const { facts, signedIn } = c.var;
  const hasDesk = signedIn !== null && !isStaff(signedIn.user);
  return await answerPage(c, {
    title: facts.t("home:title", { brand: facts.brand.brand }),
    ...(hasDesk && { sheets: ["letters"] }),
    view,
    jsonLd: {
      "@context": "https://schema.org",
      "@type": "WebSite",
      name: facts.brand.brand,
      url: canonicalUrl(c, facts.locale, "/"),
      inLanguage: facts.locale,
    },
  });
}

/** The two newest posts and the newest story, by date. */
async function latestWritings(c: AppContext): Promise<JournalLine[]> {
  const { facts: { prefix, locale }, deps: { store } } = c.var;
  const [posts, told] = await Promise.all([
    listStories(store, { type: "blog", page: 1, limit: 2 }),
    listStories(store, { type: "story", page: 1, limit: 1 }),
  ]);
  return [...posts.stories, ...told.stories].sort((one, other) => other.publishedAt - one.publishedAt)
    .map((story) => ({
      href: localHref(prefix, storyPath(story)),
      title: story.heads[wordLocaleOf(locale)].title,
      type: story.type,
      publishedAt: story.publishedAt,
    }));
}

/** The newest lady with a quote and a portrait, to be shown in large, and the others. */
async function chooseFeature(c: AppContext, ids: number[]) {
  const [cards, acts] = await Promise.all([cardsOf(c, c.var.deps.store, ids, "new"), actPricesNow(c)]);
  const chosen = cards.find(({ quote, portrait }) => quote && portrait !== noPortrait);
  if (!chosen) return { feature: null, rest: cards.slice(0, 6) };
  const viewer = c.var.signedIn?.user;
  const writePath = destinationOf(`/man/mail/new-conversation/${chosen.id}`);
  const feature = {
    card: chosen,
    // Staff may look but not write.
    writeCredits: acts.sendLetter,
    writeHref: viewer && isStaff(viewer) ? null : localHref(c.var.facts.prefix, writePath),
  };
  return { feature, rest: cards.filter((card) => card !== chosen).slice(0, 4) };
}
