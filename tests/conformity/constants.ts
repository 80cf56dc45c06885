/** The business constants and limits of the specification's section 9, with the place in the house that holds each. */
import { AGE_YEAR_MS } from "../../kv/age.ts";
import * as limits from "../../chat/shared/limits.ts";
import { loadingAfterMs, loadingAtMostMs, secondsOf, wayUpAfterPx } from "../../islands/page_chrome_state.ts";
import { rotationMs } from "../../islands/promo_banner_state.ts";
import { acceptanceMs, thresholdCredits } from "../../kv/chats.ts";
import { letterLengthMax, prices, quoteLengthMax, rates, signUpBonusCredits } from "../../kv/prices.ts";
import { walletDiscountPercent } from "../../kv/quote.ts";
import { sessionSeconds } from "../../kv/sessions.ts";
import { codeSeconds } from "../../kv/sign_up.ts";
import { pictureBytesMax } from "../../services/images.ts";
import { textLengths } from "../../routes/profile_forms.ts";
import { photoBytesMax } from "../../services/photo_images.ts";
import { picturesMax } from "../../islands/letter_pictures_state.ts";
import { type Proof, testsOf } from "./row.ts";

export type ConstantRow = Proof & {
  constant: string;
  /** What the specification says. */
  value?: unknown;
  /** What the house says. */
  here?: () => unknown;
  /** Where a value has no name that others may read: the line that holds it. */
  line?: { file: string; text: string };
};

const inQuote = testsOf("kv/quote_test.ts");
const inPayments = testsOf("routes/api/payments_test.ts");
const inPurchase = testsOf("routes/pages/man/purchase_test.ts");
const inLetters = testsOf("kv/letters_test.ts");
const inRequests = testsOf("chat/server/requests_test.ts");
const inCalls = testsOf("chat/server/calls_test.ts");
const inChats = testsOf("kv/chats_test.ts");
const inWords = testsOf("islands/chat/words_test.tsx");
const inLine = testsOf("islands/chat/line_test.ts");
const inLocale = testsOf("routes/middleware/locale_test.ts");
const inLists = testsOf("routes/pages/girls/lists_test.ts");

const packages = [
  ...inPayments("rates come by price, or the other way round, to everybody"),
  ...inPurchase("six packages with their marks, bonus and price of a credit; none is chosen for him"),
];
const otherStack = 'design, "How the specification is read": machinery of another stack; dropped';

function rateRow(name: string, credits: number, euros: number, mark: string | null = null): ConstantRow {
  const here = () => {
    const rate = rates.find((each) => each.name === name);
    return rate && [rate.credits, rate.priceCents, rate.currency, rate.mark];
  };
  return {
    constant: `${name} ${credits} credits for ${euros} EUR`,
    value: [credits, euros * 100, "EUR", mark],
    here,
    by: packages,
  };
}

const ofCredits: ConstantRow[] = [
  rateRow("Basic", 20, 15),
  rateRow("Economy", 50, 30),
  rateRow("Rational", 170, 90),
  rateRow("Optimal", 400, 180, "most_popular"),
  rateRow("Extended", 960, 360),
  rateRow("Premium", 2000, 600, "best_value"),
  {
    constant: "Send letter 10 credits",
    value: 10,
    here: () => prices.sendLetter,
    by: inLetters("a man's letter costs ten credits, and she may read it at once"),
  },
  {
    constant: "Open a lady's letter 5 credits",
    value: 5,
    here: () => prices.openLetter,
    by: inLetters("opening costs five credits once, for good"),
  },
  {
    constant: "Introductory letters free",
    by: inLetters("her first letter to a man without a dialogue is an introduction, free to read"),
  },
  {
    constant: "Text chat 1 credit per minute",
    value: 1,
    here: () => prices.textMinute,
    by: inChats("a minute is charged once, and the next not before ten seconds of the end"),
  },
  {
    constant: "Video chat 5 per minute",
    value: 5,
    here: () => prices.videoMinute,
    by: testsOf("kv/chat_switches_test.ts")("a call is paid before it runs, and runs when the two see each other"),
  },
  {
    constant: "Watch a video 10 credits",
    value: 10,
    here: () => prices.watchVideo,
    by: testsOf("kv/videos_test.ts")("a man pays 10 credits once for a video and watches it for good"),
  },
  {
    constant: "Credits never expire",
    by: testsOf("kv/ledger_test.ts")("each movement is one entry that says what it left"),
  },
  {
    constant: "Sign-up bonus 20",
    value: 20,
    here: () => signUpBonusCredits,
    by: testsOf("kv/sign_up_test.ts")("a man gets twenty credits, once, however often he confirms"),
  },
  {
    constant: "Promotion: 5% off with wallet payment",
    value: 5,
    here: () => walletDiscountPercent,
    by: [
      ...inQuote("Economy by PayPal with SPRING10 costs 25.65 euros and brings 65 credits"),
      ...inPayments("PayPal answers an invoice's address and is five per cent cheaper"),
    ],
  },
  {
    constant: "Promotion: 50-credit plan gives 30% extra (65 credits)",
    value: 65,
    here: () => rates.filter(({ credits }) => credits === 50).map((rate) => rate.credits + rate.bonusCredits)[0],
    by: inQuote("Economy by PayPal with SPRING10 costs 25.65 euros and brings 65 credits"),
  },
];

const ofLetters: ConstantRow[] = [
  {
    constant: "Activation code valid 30 minutes",
    value: 30 * 60,
    here: () => codeSeconds,
    by: testsOf("kv/sign_up_test.ts")("a code lives for thirty minutes, and so does its link"),
  },
  {
    constant: "Free photos per letter up to 3",
    value: 3,
    here: () => picturesMax,
    by: [
      ...testsOf("kv/attachments_test.ts")("four pictures, or one twice, are too many"),
      ...testsOf("routes/api/attachments_test.ts")("James sends three pictures with his letter, and Olena sees them"),
    ],
  },
  {
    constant: "Letter photos GIF/JPG/PNG, max 4096K",
    value: 4096 * 1024,
    here: () => pictureBytesMax,
    by: testsOf("services/images_test.ts")(
      "4096K are taken, one byte more is refused before anybody looks at it",
      "what is no GIF, JPG or PNG is refused by its content, whatever it is called",
    ),
  },
  {
    constant: "Letter length 6000 characters",
    value: 6000,
    here: () => letterLengthMax,
    by: testsOf("routes/api/mail_test.ts")(
      "6000 units are a letter, 6001 are not; a line break counts once; blanks alone are none",
    ),
  },
  {
    constant: "Quote 50 characters",
    value: [50, 50],
    here: () => [quoteLengthMax, textLengths.quote],
    by: testsOf("routes/pages/account/specified_words_test.ts")("a quote has fifty characters at most"),
  },
  {
    constant: "Chat message length 4096",
    value: 4096,
    here: () => limits.messageLengthMax,
    by: testsOf("chat/shared/frames_test.ts")(
      "a message may have 4096 units and not one more, however many bytes they are",
    ),
  },
];

const ofPhotos: ConstantRow[] = [
  {
    constant: "Account gallery jpg up to 5MB",
    value: 5 * 1024 * 1024,
    here: () => photoBytesMax,
    by: [
      ...testsOf("services/photo_images_test.ts")(
        "only JPG is taken, by its bytes; bombs, halves and giants are told apart",
      ),
      ...testsOf("routes/api/photos_test.ts")(
        "what is no JPG, too large, broken or too much is refused in words and keeps nothing",
      ),
    ],
  },
];

const ofChat: ConstantRow[] = [
  {
    constant: "Balance threshold: text above 1",
    value: 1,
    here: () => thresholdCredits.text,
    by: inRequests("an invitation is refused at once where it cannot be"),
  },
  {
    constant: "Balance threshold: video above 5",
    value: 5,
    here: () => thresholdCredits.video,
    by: inCalls("who cannot be called is said in the words of calls"),
  },
  { constant: "Balance threshold: session at least 1", by: inChats("a man without a credit begins no chat") },
  {
    constant: "Reserve chunk 1 minute",
    by: inChats("a minute is charged once, and the next not before ten seconds of the end"),
  },
  {
    constant: "Request modal auto-decline 60 s",
    value: 60,
    here: () => limits.requestSeconds,
    by: inRequests("one waits for one answer, which may be no, or come too late"),
  },
  {
    constant: "Accepted-conversation freshness 60 s",
    value: [60, 60_000],
    here: () => [limits.acceptanceSeconds, acceptanceMs],
    by: [
      ...testsOf("kv/chat_requests_test.ts")("a conversation is asked for once, and accepted for a minute"),
      ...inChats("a chat needs an acceptance of the last minute, and uses it up"),
    ],
  },
  {
    constant: "Double-click guard 3 s",
    value: 3,
    here: () => limits.clickGuardSeconds,
    by: testsOf("islands/chat/control_test.ts")(
      "a man asked who cannot pay does not leave her waiting, and clicks close together are one",
    ),
  },
  {
    constant: "Latency ping every 7 s",
    value: 7,
    here: () => limits.latencyEverySeconds,
    by: inLine("every seven seconds the line is asked for a sign of life, and says how long that took"),
  },
  {
    constant: "Socket connect timeout 5 s",
    value: 5,
    here: () => limits.connectTimeoutSeconds,
    by: inLine("a door that has not opened after five seconds is given up and tried again"),
  },
  {
    constant: "Viewed threshold 75% visible",
    line: { file: "islands/chat/watch.ts", text: "const seenShare = 0.75;" },
    by: testsOf("islands/chat/watch_test.ts")(
      "three quarters of a message in view are seen, less is not, and each is said once",
    ),
  },
  {
    constant: "Flash durations 2 to 10 s",
    value: [2, 10],
    here: () => [secondsOf({ text: "a", seconds: 0 }), secondsOf({ text: "a", seconds: 100 })],
    by: [
      ...testsOf("islands/page_chrome_state_test.ts")("a notice stays between two and ten seconds"),
      ...inWords("every flash has its specified words and its seconds, and Chinese ones in Chinese"),
    ],
  },
  {
    constant: "Video: peer-to-peer with relay servers",
    by: [
      ...testsOf("chat/server/passes_test.ts")("a pass is what coturn expects of its secret"),
      ...testsOf("tests/journeys/call.spec.ts")(
        "a lady's call goes through the relay, by datagrams or, where none pass, over TCP",
      ),
    ],
  },
  {
    constant: "Camera and audio with 1:1 ideal aspect ratio",
    line: { file: "islands/chat/call/media.ts", text: "aspectRatio: { ideal: 1 }," },
    by: testsOf("islands/chat/call/media_test.ts")(
      "a call asks for camera and microphone, and wishes for a picture as high as it is wide",
    ),
  },
  {
    constant: "Self-view 100x100",
    line: { file: "static/css/call.css", text: "inline-size: 100px;\n  block-size: 100px;" },
    by: testsOf("tests/conformity_test.ts")("every constant of the specification has its value in the house"),
  },
];

const ofPages: ConstantRow[] = [
  {
    constant: "Promotions: paypal_discount alone is active",
    line: { file: "routes/page.tsx", text: 'const activePromotions = ["paypal_discount"];' },
    by: testsOf("tests/journeys/frame.spec.ts")("the promotion opens in a dialog and closes with Escape"),
  },
  {
    constant: "Promo rotation 5000 ms",
    value: 5000,
    here: () => rotationMs,
    by: testsOf("islands/promo_banner_state_test.ts")(
      "promotions follow one another and begin again",
      "the banner holds still for a reader, for one promotion and for reduced motion",
    ),
  },
  {
    constant: "Loading indicator start 100 ms, finish 2000 ms",
    value: [100, 2000],
    here: () => [loadingAfterMs, loadingAtMostMs],
    by: testsOf("islands/page_chrome_state_test.ts")(
      "the loading line shows after a tenth of a second, and no longer than two seconds",
    ),
  },
  { constant: "Loading indicator progress increments 30 or 45", droppedFor: otherStack },
  {
    constant: "Scroll button 300 px",
    value: 300,
    here: () => wayUpAfterPx,
    by: testsOf("tests/journeys/frame.spec.ts")("a way up appears after 300 px"),
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
      ...testsOf("i18n/catalogues_test.ts")("${locale} has exactly the keys of English"),
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
    by: testsOf("kv/age_test.ts")(
      "an age in years of 365.25 days turns when that many quarter days are full, not before",
    ),
  },
  {
    constant: "Session cookie slsid 10800 s lifetime, path /",
    value: 10_800,
    here: () => sessionSeconds,
    by: testsOf("routes/middleware/session_test.ts")(
      "a session slides for three hours from its last use, a remembered one for thirty days",
    ),
  },
  {
    constant: "Session cookie uid 10800 s lifetime, path /",
    by: testsOf("routes/middleware/session_test.ts")("the uid cookie is never believed"),
  },
  { constant: "Session cookie PHPSESSID", droppedFor: otherStack },
  { constant: "Prefetch idle timeout 2000 ms; fetch minimum delay 200 ms", droppedFor: otherStack },
  {
    constant: "Other paging sizes",
    by: testsOf("routes/api/girls_test.ts")("pages begin at 1 and hold at most 100; the total counts all of them"),
  },
  {
    constant: "Third-party keys and analytics IDs",
    by: testsOf("tests/journeys/axe.spec.ts")("axe finds nothing on any page of a "),
  },
];

export const constants: ConstantRow[] = [...ofCredits, ...ofLetters, ...ofPhotos, ...ofChat, ...ofPages];

/** The values of a lady's attributes, section 3. */
export const vocabularies: Record<string, string> = {
  drinkings: "never occasionally socially",
  educations: "college doctor high_school master university_degree",
  eyeColors: "black blue brown green grey hazel",
  hairColors: "black brown golden light_brown",
  maritalStatuses: "divorced never widow",
  smokings: "no sometimes yes",
  religions: "baptist buddhist catholic christian daonism jewish lutheran mormon muslim none other protestant " +
    "russian_orthodox",
  englishRatings: "beginner intermediate advanced fluent",
  zodiacSigns: "aries taurus gemini cancer leo virgo libra scorpio sagittarius capricorn aquarius pisces",
  lookingFors: "casual experienced_parent marriage serious single_parent hanging_out chatting flirting sugar_baby",
};
