/** Calls about accounts and about ladies. */
import { type CallRow, testsOf } from "../row.ts";

const inAccount = testsOf("routes/api/account_test.ts");
const inAuth = testsOf("routes/api/auth_test.ts");
const inVotes = testsOf("routes/api/votes_test.ts");
const inPhotos = testsOf("routes/api/photos_test.ts");
const inGirls = testsOf("routes/api/girls_test.ts");
const inFavourites = testsOf("routes/api/favourites_test.ts");
/** The filters of section 3, under its names. */
const searchFilters =
  "countryId firstname birthdateFrom birthdateTo heightFrom heightTo weightFrom weightTo hairColor eyeColor " +
  "englishRating childrenNumberFrom childrenNumberTo maritalStatus lookingFor profession education religion smoking " +
  "drinking zodiacSign favorites firstTimeActivatedAtFrom id";
/** Both ways of sending a form, with and without the slash at the end: each a test of its own. */
const signsUp = inAuth("James signs up and confirms his code by ");
const signsIn = inAuth("James signs in and out by ");
const keepsLadies = inFavourites("a man keeps ladies, sees them, the latest first, and lets them go");
/** One's own record, section 3. */
const self =
  "user.id user.firstname user.lastname user.birthdate user.age user.city user.country.name user.mainphoto.path " +
  "user.mainphoto.pathOfQuad user.mainphoto.sizes user.balance user.girl user.man user.additionalData.email " +
  "user.additionalData.groupId user.additionalData.balance user.additionalData.chatWootIdentifierHash";
/** Everything of section 3 that somebody tells of her- or himself. */
const profileFields =
  "firstname lastname phone address city zipCode country birthdate promoEmails height weight hairColor eyeColor " +
  "maritalStatus childrenNumber education profession religion smoking drinking lookingFor interests about idealPartner " +
  "quote";
const changesOwn = testsOf("routes/pages/account/specified_words_test.ts")(
  "a man changes his profile by the men's call, everybody the own record by the other, and nobody another's",
);

const ofAccounts: CallRow[] = [
  {
    call: "GET /api/users",
    takes: "relations",
    answers: self,
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

const ofProfiles: CallRow[] = [
  { call: "PATCH /api/men/{manId}", takes: profileFields, by: changesOwn },
  { call: "PATCH /api/users/", takes: `${profileFields} englishRating`, by: changesOwn },
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
      "a man pays 10 credits once, and then the address is his, as long as no block keeps the two apart",
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
      "guests see one of her photos, men all, other ladies none; unpublished she shows nothing",
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
      "another square has another address, and what it replaced is shown for an hour, then cleared away",
    ),
  },
  {
    call: "DELETE /api/photos/{id}",
    by: inPhotos("a removed photo is gone with its files, and the next one takes its place"),
  },
];

export const peopleRows: CallRow[] = [...ofAccounts, ...ofProfiles, ...ofLadies, ...ofPhotos];
