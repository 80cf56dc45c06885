/** The calls of the specification's section 7, as it writes them: what each takes, and what stands in its answer. */
import { type Proof, testsOf } from "./row.ts";

export type CallRow = Proof & {
  call: string;
  /** Names of the query and the body. */
  takes?: string;
  /** Names of the answer, a dot between a name and what it holds. */
  answers?: string;
};

const inAccount = testsOf("routes/api/account_test.ts");
const inAuth = testsOf("routes/api/auth_test.ts");
const inPayments = testsOf("routes/api/payments_test.ts");
const inStories = testsOf("routes/api/stories_test.ts");
const inVotes = testsOf("routes/api/votes_test.ts");
const inPhotos = testsOf("routes/api/photos_test.ts");
const inGirls = testsOf("routes/api/girls_test.ts");
const inFavourites = testsOf("routes/api/favourites_test.ts");
const inMail = testsOf("routes/api/mail_test.ts");
const inBoxes = testsOf("routes/api/mail_boxes_test.ts");

/** Both ways of sending a form, with and without the slash at the end: each a test of its own. */
const signsUp = inAuth("James signs up and confirms his code by ");
const signsIn = inAuth("James signs in and out by ");
const keepsLadies = inFavourites("a man keeps ladies, sees them, the latest first, and lets them go");
const boxes = inMail(
  "each letter lies in the outbox of one and the inbox of the other, and is counted until it is read",
);

/** The filters of section 3, under its names. */
export const searchFilters =
  "countryId firstname birthdateFrom birthdateTo heightFrom heightTo weightFrom weightTo hairColor eyeColor " +
  "englishRating childrenNumberFrom childrenNumberTo maritalStatus lookingFor profession education religion smoking " +
  "drinking zodiacSign favorites firstTimeActivatedAtFrom id";

/** One's own record, section 3. */
const self = [
  ..."id firstname lastname birthdate age city country.name mainphoto.path mainphoto.pathOfQuad mainphoto.sizes".split(
    " ",
  ),
  ..."balance girl man additionalData.email additionalData.groupId additionalData.balance".split(" "),
  "additionalData.chatWootIdentifierHash",
];

const ofAccounts: CallRow[] = [
  {
    call: "GET /api/users",
    takes: "relations",
    answers: self.map((name) => `user.${name}`).join(" "),
    by: inAccount(
      "James reads his own record by cookie, bearer token and access_token, with and without a slash",
      "Olena's record says that she is a lady, and has no credits to show",
    ),
  },
  {
    call: "POST /api/users",
    takes: "firstname lastname email password birthdate country groupId promoEmails",
    answers: "confirmation.id",
    by: signsUp,
  },
  { call: "POST /api/auth/confirmation", takes: "identifier action code", answers: "access_token", by: signsUp },
  {
    call: "POST /api/auth/confirmations/{id}/resend",
    by: inAuth(
      "a code is sent again at once, and then after a minute; unknown ids are answered alike, and neither says anything",
    ),
  },
  {
    call: "POST /api/authorization",
    takes: "email password remember relations",
    answers: "access_token user.additionalData",
    by: signsIn,
  },
  {
    call: "POST /api/auth/logout",
    by: [...signsIn, ...inAuth("logging out is always allowed: for guests, with a dead cookie, twice")],
  },
  {
    call: "POST /api/users/passwordRecovery",
    takes: "email",
    by: inAuth("a forgotten password: 204, then the mailed key sets a new one and answers the user"),
  },
  {
    call: "POST /api/users/passwordRecoveryConfirm",
    takes: "email recoveryKey newPassword",
    by: inAuth("a forgotten password: 204, then the mailed key sets a new one and answers the user"),
  },
  {
    call: "POST /api/users/activation",
    takes: "email activationKey",
    by: inAuth("the mailed key confirms too: it answers the user, and the cookie signs in"),
  },
  {
    call: "POST /api/users/changePassword",
    takes: "currentPassword password confirmPassword",
    by: inAccount("James changes his password by "),
  },
];

/** Everything of section 3 that somebody tells of her- or himself. */
const profileFields =
  "firstname lastname phone address city zipCode country birthdate promoEmails height weight hairColor eyeColor " +
  "maritalStatus childrenNumber education profession religion smoking drinking lookingFor interests about idealPartner " +
  "quote";
const changesOwn = testsOf("routes/pages/account/specified_words_test.ts")(
  "a man changes his profile by the men's call, everybody the own record by the other, and nobody another's",
);

const ofProfiles: CallRow[] = [
  { call: "PATCH /api/men/{manId}", takes: profileFields, by: changesOwn },
  { call: "PATCH /api/users/", takes: `${profileFields} englishRating`, by: changesOwn },
];

const ofCredits: CallRow[] = [
  {
    call: "GET /api/rates",
    takes: "direction",
    answers: "rates",
    by: inPayments("rates come by price, or the other way round, to everybody"),
  },
  {
    call: "GET /api/users/me/balance/history",
    takes: "page limit",
    answers: "history.id history.date history.details history.credits totalCount",
    by: testsOf("routes/api/balance_test.ts")("James reads what became of his credits, each line with its reason"),
  },
  {
    call: "POST /api/payments/pay-pal",
    takes: "rateId promoCode",
    answers: "paymentId invoiceUrl",
    by: inPayments("PayPal answers an invoice's address and is five per cent cheaper"),
  },
  {
    call: "POST /api/payments/card",
    takes: "rateId promoCode",
    answers: "paymentId checkoutUrl",
    by: inPayments("a payment begins from "),
  },
  {
    call: "POST /api/promo-codes/{promoCode}/verify",
    takes: "amount",
    answers: "discount",
    by: inPayments("a promo code says what it takes off an amount, in whole cents"),
  },
];

const ofLadies: CallRow[] = [
  {
    call: "GET /api/vote/get-girls",
    takes: "relations",
    answers: "girls",
    by: inVotes("a vote moves a lady up at once; the second of the day is refused with the time to wait"),
  },
  {
    call: "POST /api/vote/girl",
    takes: "id",
    by: inVotes("a vote moves a lady up at once; the second of the day is refused with the time to wait"),
  },
  {
    call: "GET /api/girls/{id}",
    answers:
      "girl.userId girl.country girl.mainphoto girl.height girl.weight girl.interests girl.about girl.idealPartner " +
      "girl.quote girl.hairColor girl.eyeColor girl.englishRating girl.maritalStatus girl.lookingFor girl.profession " +
      "girl.education girl.religion girl.smoking girl.drinking girl.zodiacSign girl.childrenNumber",
    by: inGirls("James, who is signed in, also sees birthdays; one lady is answered as girl"),
  },
  {
    call: "GET /api/users/{id}/videos",
    answers: "videos.id videos.previewUrl videos.additionalData",
    by: testsOf("routes/api/videos_test.ts")(
      "everybody finds a lady's videos with their previews, and nobody the whole before it was paid",
      "a man pays 10 credits once, and then the address is his",
    ),
  },
  {
    call: "GET /api/girls",
    takes: `page limit ${searchFilters}`,
    answers: "girls totalCount",
    by: inGirls(
      "every filter of the specification narrows the search under its own name",
      "pages begin at 1 and hold at most 100; the total counts all of them",
    ),
  },
  {
    call: "GET /api/users/me/favorite",
    takes: `page limit ${searchFilters}`,
    answers: "users totalCount",
    by: [...keepsLadies, ...inFavourites("the favourites filter of a search is for the man who asks")],
  },
  { call: "POST /api/users/{id}/favorite", takes: "id", by: keepsLadies },
  { call: "DELETE /api/users/{id}/favorite", by: keepsLadies },
  {
    call: "GET /api/countries",
    takes: "direction existsInGirlsProfiles",
    by: inGirls("countries have number, name and code, sorted as the reader's language sorts"),
  },
  {
    call: "GET /api/users/unique/",
    takes: "attribute groupId",
    answers: "list",
    by: inGirls("the first names of published ladies, each once"),
  },
];

const ofPhotos: CallRow[] = [
  {
    call: "GET /api/users/{id}/photos",
    answers: "photos.id photos.path photos.sizes",
    by: inPhotos(
      "guests see three of her photos, men all, other ladies none; unpublished she shows nothing",
      "a man's photos are for ladies and himself",
    ),
  },
  {
    call: "POST /api/photos/",
    takes: "photo",
    answers: "photo.id photo.path photo.pathOfQuad photo.sizes",
    by: inPhotos("a lady's new photo waits and is seen by herself alone; approved it is her picture everywhere"),
  },
  {
    call: "PATCH /api/photos/{id}",
    by: inPhotos(
      "order, main photo and captions are changed by their owner alone",
      "another square has another address, and what it replaced is cleared away",
    ),
  },
  {
    call: "DELETE /api/photos/{id}",
    by: inPhotos("a removed photo is gone with its files, and the next one takes its place"),
  },
];

const ofLetters: CallRow[] = [
  { call: "GET /api/mail", takes: "type page limit", answers: "letters totalCount totalNewCount", by: boxes },
  {
    call: "GET /api/dialogues",
    takes: "page limit",
    answers: "dialogues totalCount",
    by: inMail("dialogues: one for each partner, latest first, with the last letter"),
  },
  {
    call: "POST /api/mail",
    takes: "recipientId body attachments[]",
    by: [
      ...inMail("James writes to Olena by "),
      ...testsOf("routes/api/attachments_test.ts")("James sends three pictures with his letter, and Olena sees them"),
    ],
  },
  {
    call: "DELETE /api/mail/{id}",
    by: inBoxes("a letter is put away and back for oneself alone, as often as one likes"),
  },
  {
    call: "GET /api/mail/{id}",
    takes: "relations",
    answers: "letter.recipient letter.sender letter.attachments letter.isRead letter.isPaid",
    by: inMail("a locked letter shows no word anywhere; isPaid opens it for 5 credits, once"),
  },
  {
    call: "PATCH /api/mail/{id}",
    takes: "isRead isPaid",
    by: inMail(
      "a locked letter shows no word anywhere; isPaid opens it for 5 credits, once",
      "a lady never pays: isPaid means nothing from her, and her own wish changes nothing of his",
    ),
  },
  { call: "GET /api/mail/counter", answers: "counter.inbox counter.introduction counter.total", by: boxes },
];

const ofWritings: CallRow[] = [
  {
    call: "GET /api/stories/",
    takes: "type year month page limit",
    answers: "stories",
    by: inStories("stories come by type, year, month and page, with and without the slash at the end"),
  },
  {
    call: "GET /api/stories/{id}",
    takes: "type",
    answers: "story",
    by: inStories("one story comes with safe HTML in the caller's language"),
  },
  {
    call: "GET /api/stories/archive",
    takes: "type",
    answers: "archive",
    by: inStories("stories come by type, year, month and page, with and without the slash at the end"),
  },
];

export const calls: CallRow[] = [
  ...ofAccounts,
  ...ofProfiles,
  ...ofCredits,
  ...ofLadies,
  ...ofPhotos,
  ...ofLetters,
  ...ofWritings,
];
