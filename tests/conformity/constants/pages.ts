/** Times and limits of pages. */
import { loadingAfterMs, scrollToTopAfterPx } from "../../../islands/page_chrome/state.ts";
import { rotationMs } from "../../../islands/promo_banner/state.ts";
import { sessionSeconds } from "../../../kv/accounts/signing_in/sessions.ts";
import { operations } from "../../../kv/credits/ledger/entry.ts";
import { AGE_YEAR_MS } from "../../../kv/ladies/age.ts";
import { countryById } from "../../../kv/ladies/countries.ts";
import { ladyCountryIds } from "../../../routes/account/country_names.ts";
import { type ConstantRow, testsOf } from "../row.ts";

const inLocale = testsOf("routes/middleware/locale_test.ts");
const inSession = testsOf("routes/middleware/session_test.ts");
const inFrameJourney = testsOf("tests/journeys/frame.spec.ts");
const inLists = testsOf("routes/pages/girls/lists_test.ts");
const otherStack = 'design, "How the specification is read": machinery of another stack; dropped';

const ofPages: ConstantRow[] = [
  {
    constant: "Promotions: paypal_discount is active until it is ended",
    line: { file: "routes/http/page.tsx", text: 'key: id === firstPromotion.id ? "paypal_discount"' },
    by: testsOf("kv/credits/prices/promotions_test.ts")(
      "the site's own promotion stands until it is ended, and others beside it, the latest first",
    ),
  },
  {
    constant: "Promo rotation 5000 ms",
    value: 5000,
    here: () => rotationMs,
    by: inFrameJourney("promotions follow one another every five seconds, and stand still for who wishes no motion"),
  },
  {
    constant: "Loading indicator start 100 ms, finish 2000 ms after the end",
    value: 100,
    here: () => loadingAfterMs,
    by: [
      ...testsOf("islands/page_chrome/state_test.ts")(
        "the loading line shows after a tenth of a second, and until what began has ended",
      ),
      ...inFrameJourney("the loading line stays until the page comes, or until it is stopped"),
    ],
  },
  { constant: "Loading indicator progress increments 30 or 45", droppedFor: otherStack },
  {
    constant: "Scroll button 300 px",
    value: 300,
    here: () => scrollToTopAfterPx,
    by: inFrameJourney("a way up appears after 300 px"),
  },
  {
    constant: "Language cookie i18n_redirected 365 days",
    line: { file: "routes/middleware/locale.ts", text: "const localeCookieSeconds = 365 * 24 * 60 * 60;" },
    by: inLocale("the root leads to the language of cookie or browser, keeps the query, and remembers for a year"),
  },
  {
    constant: "Locales: English host; traditional and simplified Chinese on the Chinese host",
    by: inLocale("each host shows its own languages, and a foreign prefix is not found there"),
  },
  {
    constant: "Default traditional Chinese, fallback English",
    by: [
      ...inLocale("a host belongs to its variant with or without its port, in any case; others serve everything"),
      ...testsOf("i18n/catalogues_test.ts")(
        "${locale} has exactly the keys of English, in every form of a count that it knows",
      ),
    ],
  },
  {
    constant: "Route prefix except default",
    by: inLocale("a prefix counts where the variant serves it, and stays in the path where it does not"),
  },
  {
    constant: "Browser language detection redirects on root only",
    by: inLocale("nothing but the root is redirected for a language"),
  },
  { constant: "All ladies age 18-60", by: inLists("all ladies are those between 18 and 60 of all four countries") },
  {
    constant: "Top list 50",
    line: { file: "routes/pages/girls/lists.tsx", text: "const topLimit = 50;" },
    by: inLists("the Top 50 are fifty at most, by votes, on one page"),
  },
  {
    constant: "Age in years of 365.25 days",
    value: 365.25 * 24 * 3600_000,
    here: () => AGE_YEAR_MS,
    by: testsOf("kv/ladies/age_test.ts")(
      "an age in years of 365.25 days turns when that many quarter days are full, not before",
    ),
  },
  {
    constant: "Session cookie slsid 10800 s lifetime, path /",
    value: 10_800,
    here: () => sessionSeconds,
    by: inSession(
      "a session slides for three hours from its last use, a remembered one for thirty days",
      "both cookies of a session live for three hours, everywhere on the site",
    ),
  },
  {
    constant: "Session cookie uid 10800 s lifetime, path /",
    by: inSession("both cookies of a session live for three hours, everywhere on the site"),
  },
  { constant: "Session cookie PHPSESSID", droppedFor: otherStack },
  { constant: "Prefetch idle timeout 2000 ms; fetch minimum delay 200 ms", droppedFor: otherStack },
  {
    constant: "Other paging sizes",
    by: testsOf("routes/api/girls_test.ts")("pages begin at 1 and hold at most 100; the total counts all of them"),
  },
  {
    constant: "Third-party keys and analytics IDs",
    by: testsOf("tests/journeys/axe.spec.ts")("axe finds nothing on any page of "),
  },
];

const ofPeople: ConstantRow[] = [
  {
    constant: "Ladies come from Belarus, Russia, Ukraine and Romania",
    value: ["BY", "RO", "RU", "UA"],
    here: () => ladyCountryIds.map((id) => countryById(id)?.iso).toSorted(),
    by: testsOf("kv/ladies/countries_test.ts")("ladies come from four countries"),
  },
  {
    constant: "Balance operations: opened letter, refill, sent letter, video chat, video, chat session, sign-up bonus",
    value: true,
    here: () =>
      "opened_letter refill sent_letter video_chat video chat_session sign_up_bonus".split(" ")
        .every((each) => (operations as readonly string[]).includes(each)),
    by: [
      ...testsOf("routes/api/balance_test.ts")("James reads what became of his credits, each line with its reason"),
      ...testsOf("routes/pages/man/balance_history_test.ts")(
        "each kind of movement is named in words, in every language",
      ),
    ],
  },
];

export const pagesRows: ConstantRow[] = [...ofPages, ...ofPeople];
