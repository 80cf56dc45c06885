/** A man's favourites: the list, and what the favourite buttons of every page submit. */
import * as z from "zod";
import { heartAnchor } from "../../../components/lady_card.tsx";
import { formatNumber } from "../../../i18n/format.ts";
import { dropFavourite, favouritePage, favouritesOf, keepFavourite } from "../../../kv/ladies/favourites.ts";
import { ladyById } from "../../../kv/ladies/ladies.ts";
import { wordsOf } from "../../../kv/ladies/record.ts";
import { refuse } from "../../../kv/store/refusals.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext, MemberContext } from "../../http/env.ts";
import { idField, wholeNumber } from "../../http/fields.ts";
import { leaveFlash } from "../../http/flash.ts";
import { neighbourOf } from "../../http/neighbour.ts";
import { answerPage, localHref } from "../../http/page.tsx";
import { type Body, parseInput } from "../../http/read_input.ts";
import { answerRefusal } from "../../http/refusal_answer.tsx";
import { allGirlsPath } from "../../ladies/girl_paths.ts";
import { cardsOf, verifiedAmong } from "../../ladies/lady_cards.ts";
import { listLookOf } from "../../ladies/list_look.ts";
import { ListView } from "./list_view.tsx";
import { answerSignInFirst, pageBefore } from "./sign_in_first.tsx";

const path = "/girls/Favorites";
const perPage = 24;
const sorts = ["latest", "online", "birthday"] as const;
type Sort = typeof sorts[number];

export const favoritesPage: PageDefinition = {
  paths: [path],
  access: "mens_lists",
  get,
  post,
  refuseGuest(c) {
    const { t } = c.var.facts;
    const refused = { title: t("favorites:title"), text: t("favorites:refused.text") };
    return answerSignInFirst(c, { ...refused, backHref: pageBefore(c, path) });
  },
};

async function get(c: MemberContext): Promise<Response> {
  const { user } = c.var.signedIn;
  const asked = readAsked(c.req.query());
  if (!asked) return await answerRefusal(c, refuse("invalid"));
  const { page, sort } = asked;
  const { facts: { t, locale, prefix }, deps: { store } } = c.var;
  // Read ahead, beside the records that the order needs; only for the latest ones, because he may keep a thousand.
  store.memory.expect(async () => {
    const kept = [...(await favouritesOf(store, user.id)).keys()];
    return await verifiedAmong(store, kept.slice(0, page * perPage));
  });
  const { ids, total } = await onePage(c, asked);
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  if (page > lastPage) return c.redirect(hrefOf(c, lastPage, sort), 302);
  const title = t("favorites:title");
  return await answerPage(c, {
    title,
    robots: "noindex",
    crumbs: [{ label: t("search:home"), href: localHref(prefix, "/") }, { label: title }],
    view: (
      <ListView
        title={title}
        lead={t("favorites:lead")}
        total={total > 0 ? t("search:heading", { count: total, n: formatNumber(locale, total) }) : ""}
        countries={[]}
        sorts={sorts.map((each) => ({
          href: hrefOf(c, 1, each),
          label: t(each === "latest" ? "favorites:latest" : `search:sort.${each}`),
          isCurrent: each === sort,
        }))}
        ladies={{
          ladies: await cardsOf(c, store, ids),
          look: listLookOf(c.req.header("cookie")),
          heading: "h2",
          page,
          lastPage,
          hrefOf: (toPage) => hrefOf(c, toPage, sort),
          empty: {
            title: t("favorites:empty.title"),
            text: t("favorites:empty.text"),
            action: { href: localHref(prefix, allGirlsPath), label: t("search:list.everybody") },
          },
        }}
      />
    ),
  });
}

interface Asked {
  page: number;
  sort: Sort;
}

/** The page and order that the address names; null if either is not valid. */
function readAsked(query: Record<string, string>): Asked | null {
  const page = wholeNumber.safeParse(query.page || "1");
  const sort = sorts.find((each) => each === (query.sort || "latest"));
  return page.success && page.data >= 1 && page.data <= 1000 && sort ? { page: page.data, sort } : null;
}

function hrefOf(c: AppContext, page: number, sort: Sort): string {
  const rest = [sort !== "latest" && `sort=${sort}`, page > 1 && `page=${page}`].filter(Boolean).join("&");
  return localHref(c.var.facts.prefix, path) + (rest && `?${rest}`);
}

const favouriteForm = z.union([
  z.object({ keep: idField }).transform(({ keep }) => ({ ladyId: keep, isKept: true })),
  z.object({ drop: idField }).transform(({ drop }) => ({ ladyId: drop, isKept: false })),
]);

/** The ladies of one page of the list, and how many there are on all of them. */
const onePage = ({ var: { deps: { store }, signedIn } }: MemberContext, { page, sort }: Asked) =>
  favouritePage(store, signedIn.user.id, {
    ...(sort !== "latest" && { sort }),
    withoutIds: signedIn.blockedIds,
    page,
    limit: perPage,
  });

/**
 * The heart at which he goes on: the one that he presses, or the one beside it if its lady leaves the list with it.
 */
async function heartAfter(c: MemberContext, backHref: string, ladyId: number, isKept: boolean): Promise<string> {
  const back = new URL(backHref, c.var.facts.origin);
  const asked = readAsked(Object.fromEntries(back.searchParams));
  const leaves = !isKept && asked !== null && back.pathname === localHref(c.var.facts.prefix, path);
  const next = leaves ? neighbourOf((await onePage(c, asked)).ids, ladyId) : ladyId;
  return next === undefined ? "" : `#${heartAnchor(next)}`;
}

/** Keeps or drops a favourite without a script, and leads back to where the button stands. */
async function post(c: MemberContext, body: Body): Promise<Response> {
  const { user } = c.var.signedIn;
  const form = parseInput(favouriteForm, body);
  if (!form.ok) return await answerRefusal(c, form);
  const { ladyId, isKept } = form.value;
  const pageHref = pageBefore(c, path);
  const backHref = pageHref + await heartAfter(c, pageHref, ladyId, isKept);
  const { store } = c.var.deps;
  if (isKept) {
    const kept = await keepFavourite(store, user.id, ladyId);
    if (!kept.ok) return await answerRefusal(c, kept);
  } else if (!await dropFavourite(store, user.id, ladyId)) {
    // If he had not kept her, he is told nothing about her, not even her name.
    return c.redirect(backHref, 303);
  }
  const lady = await ladyById(store, ladyId);
  if (lady) {
    const { firstname: name } = wordsOf(lady, c.var.facts.locale);
    leaveFlash(c, "success", isKept ? "favorites:flash.kept" : "favorites:flash.dropped", { name });
  }
  return c.redirect(backHref, 303);
}
