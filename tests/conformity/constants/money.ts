/** Prices, packages, letters and photos. */
import * as limits from "../../../chat/shared/limits.ts";
import { picturesMax } from "../../../islands/letter_composer/pictures_state.ts";
import { codeSeconds } from "../../../kv/accounts/sign_up.ts";
import { letterLengthMax, prices, rates, signUpBonusCredits } from "../../../kv/credits/prices/prices.ts";
import { walletDiscountPercent } from "../../../kv/credits/prices/quote.ts";
import { wordLengths } from "../../../kv/ladies/record.ts";
import { pictureBytesMax } from "../../../services/pictures/images.ts";
import { photoBytesMax } from "../../../services/pictures/photo_images.ts";
import { type ConstantRow, testsOf } from "../row.ts";

const inQuote = testsOf("kv/credits/prices/quote_test.ts");
const inPayments = testsOf("routes/api/payments_test.ts");
const inPurchase = testsOf("routes/pages/man/purchase_test.ts");
const inLetters = testsOf("kv/letters/letters_test.ts");
const inChats = testsOf("kv/chats/chats_test.ts");
const packages = [
  ...inPayments("rates come by price, or the other way round, to everybody"),
  ...inPurchase("six packages with their marks, bonus and price of a credit; none is chosen for him"),
];
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
    by: testsOf("kv/chats/switches_test.ts")("a call is paid before it runs, and runs when the two see each other"),
  },
  {
    constant: "Watch a video 10 credits",
    value: 10,
    here: () => prices.watchVideo,
    by: testsOf("kv/ladies/videos_test.ts")("a man pays 10 credits once for a video and watches it for good"),
  },
  {
    constant: "Credits never expire",
    by: testsOf("kv/records/retention_test.ts")(
      "credits never expire: after ten years and every clearing they are there and buy what they bought",
    ),
  },
  {
    constant: "Sign-up bonus 20",
    value: 20,
    here: () => signUpBonusCredits,
    by: testsOf("kv/accounts/sign_up_test.ts")("a man gets twenty credits, once, however often he confirms"),
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
    by: testsOf("kv/accounts/sign_up_test.ts")("a code lives for thirty minutes, and so does its link"),
  },
  {
    constant: "Free photos per letter up to 3",
    value: 3,
    here: () => picturesMax,
    by: [
      ...testsOf("kv/letters/attachments_test.ts")("four pictures, or one twice, are too many"),
      ...testsOf("routes/api/letters/attachments_test.ts")(
        "James sends three pictures with his letter, and Olena sees them",
      ),
    ],
  },
  {
    constant: "Letter photos GIF/JPG/PNG, max 4096K",
    value: 4096 * 1024,
    here: () => pictureBytesMax,
    by: testsOf("services/pictures/images_test.ts")(
      "4096K are taken, one byte more is refused before anybody looks at it",
      "what is no GIF, JPG or PNG is refused by its content, whatever it is called",
    ),
  },
  {
    constant: "Letter length 6000 characters",
    value: 6000,
    here: () => letterLengthMax,
    by: testsOf("routes/api/letters/mail_test.ts")(
      "6000 units are a letter, 6001 are not; a line break counts once; blanks alone are none",
    ),
  },
  {
    constant: "Quote 50 characters",
    value: 50,
    here: () => wordLengths.quote,
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
      ...testsOf("services/pictures/photo_images_test.ts")(
        "only JPG is taken, by its bytes; bombs, halves and giants are told apart",
      ),
      ...testsOf("routes/api/photos_test.ts")(
        "what is no JPG, too large, broken or too much is refused in words and keeps nothing",
      ),
    ],
  },
];

export const moneyRows: ConstantRow[] = [...ofCredits, ...ofLetters, ...ofPhotos];
