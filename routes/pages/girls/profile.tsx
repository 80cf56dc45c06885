/** A lady's page. Its address tells who she is, but only the number at its end identifies her. */
import { readingOf } from "../../../kv/accounts/languages.ts";
import { datesFor, formatDate, formatNumber } from "../../../i18n/format.ts";
import { man, userById } from "../../../kv/accounts/users.ts";
import { ageYears } from "../../../kv/ladies/age.ts";
import { backOn } from "../../../kv/ladies/away.ts";
import { publishedLadyById } from "../../../kv/ladies/ladies.ts";
import { isPutForward } from "../../../kv/ladies/listing.ts";
import { type LadyRecord, wordsOf } from "../../../kv/ladies/record.ts";
import { noteVisit } from "../../../kv/ladies/visits.ts";
import { voteOfToday } from "../../../kv/ladies/votes.ts";
import { threadBetween } from "../../../kv/letters/boxes/threads.ts";
import { unlessAway } from "../../../kv/store/health/health.ts";
import { refuse } from "../../../kv/store/refusals.ts";
import { verificationOf } from "../../../kv/vetting/verifications.ts";
import { birthdateTold } from "../../account/birthdates.ts";
import { countryName } from "../../account/country_names.ts";
import { actPricesNow, creditPricesOf } from "../../credits/credit_price.ts";
import { photosForGuests } from "../../files/photo_files.ts";
import { kept } from "../../cache/page_parts.tsx";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext, MemberContext } from "../../http/env.ts";
import { answerPage, localHref, type Page } from "../../http/page.tsx";
import type { Body } from "../../http/read_input.ts";
import { isRealReading } from "../../http/real_reading.ts";
import { answerRefusal } from "../../http/refusal_answer.tsx";
import { countryListPath, listedAges } from "../../ladies/country_lists.ts";
import { girlPath, idInGirlSlug } from "../../ladies/girl_paths.ts";
import { cardsOf, isShownOnline, placeOf } from "../../ladies/lady_cards.ts";
import { languageList } from "../../../i18n/languages.ts";
import { factsAbout, factsOfLife } from "./profile_facts.ts";
import { answerPaidVideos } from "./videos/paid_videos.tsx";
import { originalOf } from "./profile_original.tsx";
import type { PhotoView } from "./profile_gallery.tsx";
import type { ProfilePrices, ProfileViewProps, VoteHere } from "./profile_props.ts";
import { videosFor, type WatchFailure, watchFromForm } from "./videos/profile_videos.ts";
import { ProfileView } from "./profile_view.tsx";
import { similarLadies } from "./similar_ladies.ts";
import type { Assurance } from "./verified_mark.tsx";
import { votingPath } from "./voting.tsx";

// Takes everything below /girl/, so that no odd address falls through to another page.
export const profilePage: PageDefinition = {
  paths: ["/girl/*"],
  access: "no_ladies",
  get,
  postAccess: "mens_lists",
  post,
};

async function get(c: AppContext): Promise<Response> {
  const { facts, deps: { store } } = c.var;
  const lady = await ladyOf(c);
  if (!lady) return await answerPaidVideos(c, numberIn(c)) ?? await answerRefusal(c, refuse("not_found"));
  const path = girlPath(lady, store.now());
  if (facts.path !== path) {
    // Browsers must not cache this: if she moves back to her former place, two cached redirects would form a loop.
    c.header("cache-control", "no-cache");
    return c.redirect(localHref(facts.prefix, path) + new URL(c.req.url).search, 301);
  }
  const [page] = await Promise.all([pageOf(c, lady, path, null), noteVisitOf(c, lady)]);
  return await answerPage(c, page);
}

/** Notes that a man looked at her page, of which she is told; a page that is only prefetched was not looked at. */
async function noteVisitOf(c: AppContext, lady: LadyRecord): Promise<void> {
  const viewer = c.var.signedIn?.user;
  if (viewer?.groupId !== man || !isRealReading(c)) return;
  await unlessAway(noteVisit(c.var.deps.store, viewer.id, lady.id), undefined);
}

/** A man buys one of her videos. */
async function post(c: MemberContext, body: Body): Promise<Response> {
  const lady = await ladyOf(c);
  if (!lady) return await answerRefusal(c, refuse("not_found"));
  const { facts: { prefix }, deps: { store } } = c.var;
  const path = girlPath(lady, store.now());
  const done = await watchFromForm(c, lady.id, localHref(prefix, path), body);
  if (done instanceof Response) return done;
  if (done.refusal.reason === "not_found") return await answerRefusal(c, done.refusal);
  return await answerPage(c, { ...await pageOf(c, lady, path, done), status: done.status });
}

function numberIn({ var: { facts: { path } } }: AppContext): number | null {
  const slug = path.slice("/girl/".length);
  return slug.includes("/") ? null : idInGirlSlug(slug);
}

async function ladyOf(c: AppContext): Promise<LadyRecord | null> {
  const id = numberIn(c);
  // Two people with a block between them are not shown to each other.
  return id === null || c.var.signedIn?.blockedIds.has(id) ? null : await publishedLadyById(c.var.deps.store, id);
}

async function pageOf(c: AppContext, lady: LadyRecord, path: string, failed: WatchFailure | null): Promise<Page> {
  const { facts: { t, locale, prefix }, deps: { store } } = c.var;
  const { firstname: name, city, quote } = wordsOf(lady, locale);
  const age = ageYears(lady.birthdate, store.now());
  const place = placeOf(locale, lady);
  const words = { name, age, place, quote, city: city || countryName(locale, lady.countryId) };
  const title = t("profile:title", words);
  const photo = lady.photos[0];
  return {
    title,
    description: t(quote ? "profile:description" : "profile:descriptionPlain", words),
    crumbs: [
      { label: t("search:home"), href: localHref(prefix, "/") },
      { label: t("common:nav.ladies"), href: localHref(prefix, countryListPath([lady.countryId])) },
      { label: title },
    ],
    og: { type: "profile", ...(photo && { image: `/og/girl/${lady.id}.jpg` }) },
    // A lady whom no list and no search shows shall not be found by search engines either.
    robots: isPutForward(lady) ? undefined : "noindex",
    waitsForMainPart: true,
    canonicalPath: path,
    view: <ProfileView {...await profileViewOf(c, lady, path, failed)} />,
  };
}

/**
 * What a lady's page shows to its viewer; she herself sees what men see. `failed` tells of a press on the page that could
 * not be carried out.
 */
export async function profileViewOf(
  c: AppContext,
  lady: LadyRecord,
  path: string,
  failed: WatchFailure | null,
): Promise<ProfileViewProps> {
  const { facts: { t, locale, prefix }, deps: { store }, signedIn } = c.var;
  const local = (to: string) => localHref(prefix, to);
  const viewer = signedIn?.user;
  const isMan = viewer?.groupId === man;
  const mayAct = !viewer || isMan;
  const isHers = viewer?.id === lady.id;
  const [acts, thread, account, assurance, prices, vote, videos, similar] = await Promise.all([
    actPricesNow(c),
    isMan ? threadBetween(store, viewer.id, lady.id) : null,
    userById(store, lady.id),
    assuranceOf(c, lady),
    mayAct ? pricesOf(c) : null,
    isMan ? voteFor(c, viewer.id, lady.id) : null,
    videosFor(c, lady.id, local(path), failed),
    // Ladies are never shown to each other.
    isHers
      ? []
      : kept(c, `similar ${lady.id}`, () => cardsOf(c, store, similarLadies(store, lady, signedIn?.blockedIds))),
  ]);
  const writePath = local(`/man/mail/new-conversation/${lady.id}`);
  const reader = { locale, t };
  const reading = account && readingOf(account);
  const ofCountry = { ...listedAges, countryId: [lady.countryId], withoutIds: signedIn?.blockedIds };
  return {
    ...wordsOf(lady, locale),
    original: originalOf(lady, c.var.facts),
    id: lady.id,
    age: ageYears(lady.birthdate, store.now()),
    place: placeOf(locale, lady),
    isOnline: isShownOnline(c, lady.id),
    assurance,
    photos: photosFor(lady, viewer ? Infinity : photosForGuests),
    photoCount: lady.photos.length,
    path,
    href: local(path),
    isCorrespondent: isMan,
    // Staff may look at her page, but neither write to her nor keep her.
    actions: prices && {
      prices,
      writeHref: isMan ? writePath : `${local("/auth/sign-in")}?next=${encodeURIComponent(writePath)}`,
      chatHref: local(`/man/chat?with=${lady.id}`),
      vote,
      lettersHref: thread?.value ? local(`/man/mail/inbox/conversation/${lady.id}/${thread.value.lastLetterId}`) : null,
    },
    languages: languageList(locale, reading?.reads ?? []),
    writeCredits: acts.sendLetter,
    wantsTranslation: reading?.wantsTranslation ?? true,
    facts: factsAbout(reader, lady, isHers || birthdateTold(viewer) === "birthday"),
    factsOfLife: factsOfLife(t, lady),
    isGuest: !viewer,
    videos,
    similar,
    ofCountry: {
      href: local(countryListPath([lady.countryId])),
      country: countryName(locale, lady.countryId),
      total: formatNumber(locale, store.ladies.count(ofCountry, store.now())),
    },
  };
}

async function assuranceOf(c: AppContext, lady: LadyRecord): Promise<Assurance> {
  const { facts: { locale }, deps: { store } } = c.var;
  const date = datesFor(c.var.facts);
  const verifiedAt = (await verificationOf(store, lady.id))?.verifiedAt ?? null;
  const back = backOn(lady, store.now());
  return {
    verifiedOn: verifiedAt === null ? null : date(verifiedAt),
    backOn: back && formatDate(locale, Date.parse(back), "short"),
  };
}

/** His vote of today, which he can still give or has given to her; null if he has given it to another lady. */
async function voteFor(c: AppContext, manId: number, ladyId: number): Promise<VoteHere | null> {
  const vote = await voteOfToday(c.var.deps.store, manId);
  if (vote && vote.ladyId !== ladyId) return null;
  return { action: vote ? null : localHref(c.var.facts.prefix, votingPath) };
}

/** The prices on her buttons, in credits and in money, and the rate of the money. */
async function pricesOf(c: AppContext): Promise<ProfilePrices> {
  const { acts, price, money, shortNote } = await creditPricesOf(c);
  // In little room the line breaks before the money; in still less, also after the slash.
  const aMinute = (count: number) =>
    `${c.var.facts.t("profile:perMinute", { count }).replaceAll(" ", "\u00a0").replace("/\u00a0", "/ ")} ${
      money(count)
    }`;
  return {
    write: price(acts.sendLetter),
    text: aMinute(acts.textMinute),
    video: aMinute(acts.videoMinute),
    note: shortNote,
  };
}

function photosFor(lady: LadyRecord, most: number): PhotoView[] {
  return lady.photos.slice(0, most).map(({ id, sizes: { full, medium, large = full }, caption }) => ({
    id,
    full,
    medium,
    large,
    caption,
  }));
}
