/** The routes of the specification's section 2, as it writes them, with who may see each. */
import type { Access } from "../../routes/define_page.ts";
import { type Proof, testsOf } from "./row.ts";

export type RouteRow = Proof & {
  route: string;
  access: Access;
  /** How the site itself writes it, where that differs. */
  path?: string;
};

const discovery = testsOf("routes/discovery_test.ts")(
  "the sitemap leads to every public page in every language, and every address in it answers",
);
const inTexts = testsOf("routes/pages/public/texts_test.ts");
const inSignIn = testsOf("routes/pages/auth/sign_in_test.ts");
const inSignUp = testsOf("routes/pages/auth/sign_up_test.ts");
const inNewPassword = testsOf("routes/pages/auth/new_password_test.ts");
const inLists = testsOf("routes/pages/girls/lists_test.ts");
const inSearch = testsOf("routes/pages/girls/search_test.ts");
const inProfile = testsOf("routes/pages/girls/profile_test.ts");
const inWriting = testsOf("routes/pages/writing/writing_test.ts");
const inBoxes = testsOf("routes/pages/mail/boxes_test.ts");
const inConversation = testsOf("routes/pages/mail/conversation_test.ts");
const inPutAway = testsOf("routes/pages/mail/put_away_test.ts");
const inSending = testsOf("routes/pages/mail/sending_test.ts");
const inLadyDesk = testsOf("routes/pages/mail/lady_desk_test.ts");
const inChatPage = testsOf("routes/pages/chat/chat_page_test.ts");
const inOutcome = testsOf("routes/pages/man/payment_outcome_test.ts");

const wholeTexts = inTexts(
  "each text is whole in every language: the same parts, links and numbers, nothing unfilled",
);
const inAccount = testsOf("routes/pages/account/specified_words_test.ts");

const labels = inAccount("the account leads to its information, and its pages have their specified labels");
const saved = inAccount(
  "what is saved on each of its pages says so in the specified words, and stands there afterwards",
);
const answersBoth = inOutcome("every state has words of its own, on either address, in every language");
const ladyReads = inLadyDesk(
  "she sees no price, credit or balance on any page",
  "she reads her own letters and his, sealed for him or not",
);

const forGuests: RouteRow[] = [
  {
    route: "/",
    access: "everyone",
    by: testsOf("routes/testing_test.ts")("a visitor who is signed in already sees the home page as himself"),
  },
  {
    route: "/auth/sign-in",
    access: "guests",
    by: inSignIn(
      "the page takes an e-mail from its address, as text and nothing else",
      "somebody who is signed in is led away from every page for guests",
    ),
  },
  {
    route: "/auth/sign-up",
    access: "guests",
    by: inSignUp("by forms alone: sign-up, the code of the mail, signed in, a notice with the bonus"),
  },
  {
    route: "/logout",
    access: "everyone",
    by: inSignIn("leaving by GET asks only, by POST it ends the session and its cookies"),
  },
  {
    route: "/index/logout",
    access: "everyone",
    by: inSignIn("leaving by GET asks only, by POST it ends the session and its cookies"),
  },
  {
    route: "/email-confirmation/{email}/{activationKey}",
    access: "everyone",
    by: inSignUp("the mailed link shows a button, only the button confirms, and the bonus comes once"),
  },
  {
    route: "/password-reset/{email}/{recoveryKey}",
    access: "everyone",
    by: inNewPassword(
      "the link opens a form as often as it is followed, changes the password once, and ends every session",
    ),
  },
  {
    route: "/unsubscribe/{userId}/{key}",
    access: "everyone",
    by: testsOf("routes/pages/public/unsubscribe_test.ts")(
      "following the link changes nothing; the button ends the mails, another takes it back",
    ),
  },
  { route: "/about-us", access: "everyone", by: [...discovery, ...wholeTexts] },
  { route: "/anti-scam-guide", access: "everyone", by: [...discovery, ...wholeTexts] },
  {
    route: "/contact-us",
    access: "everyone",
    by: testsOf("routes/pages/public/contact_test.ts")(
      "a message is kept, mailed to the variant's address, and thanked for; pressing twice is one",
    ),
  },
  { route: "/faq", access: "everyone", by: [...discovery, ...inTexts("every question has an answer")] },
  { route: "/privacy-policy", access: "everyone", by: [...discovery, ...wholeTexts] },
  { route: "/terms-conditions", access: "everyone", by: [...discovery, ...wholeTexts] },
  {
    route: "/girl/:name-:age-:country-:city-:id",
    path: "/girl/*",
    access: "no_ladies",
    by: inProfile("old and wrong addresses lead to the right one, with language and query kept"),
  },
  {
    route: "/{token}(all countries, encoded)",
    path: "/girls/:countries{[^Ff_/][^_/]*}",
    access: "no_ladies",
    by: inLists(
      "all ladies are those between 18 and 60 of all four countries",
      "every other spelling of the countries leads to the one address, in the same language",
    ),
  },
  {
    route: "/girls/Online_Ladies",
    access: "no_ladies",
    by: inLists("online are those who are online, and new those of the last thirty days, newest first"),
  },
  {
    route: "/girls/New_Ladies",
    access: "no_ladies",
    by: inLists("online are those who are online, and new those of the last thirty days, newest first"),
  },
  {
    route: "/girls/Top_50",
    access: "no_ladies",
    by: inLists("the Top 50 are fifty at most, by votes, on one page"),
  },
  {
    route: "/blog",
    access: "everyone",
    by: inWriting("the blog lists its posts in pages, its months as links, and each post stands alone"),
  },
  {
    route: "/blog/:year/:month",
    access: "everyone",
    by: inWriting("the blog lists its posts in pages, its months as links, and each post stands alone"),
  },
  {
    route: "/blog/:post_id",
    access: "everyone",
    by: inWriting(
      "the blog lists its posts in pages, its months as links, and each post stands alone",
      "what does not exist is not found: ids, months, pages, the other type, the future",
    ),
  },
  {
    route: "/success-stories",
    access: "everyone",
    by: inWriting("the blog lists its posts in pages, its months as links, and each post stands alone"),
  },
  {
    route: "/success-stories/:post_id",
    access: "everyone",
    by: [
      ...discovery,
      ...inWriting("what does not exist is not found: ids, months, pages, the other type, the future"),
    ],
  },
  {
    route: "/search",
    access: "no_ladies",
    by: inSearch("every filter of the specification finds who answers to it and nobody else"),
  },
];

const ofAccount: RouteRow[] = [
  { route: "/man/men-account", access: "men", by: labels },
  { route: "/man/men-account/information", access: "men", by: [...labels, ...saved] },
  { route: "/man/men-account/about", access: "men", by: [...labels, ...saved] },
  { route: "/man/men-account/looking-for", access: "men", by: [...labels, ...saved] },
  {
    route: "/man/men-account/photos",
    access: "men",
    by: testsOf("routes/pages/account/photos_test.ts")(
      "James sends two photos at once, and sees that they wait",
      "the pages are for their own kind alone",
    ),
  },
];

const targetAlone =
  "the specification names it as the first page of its group alone (section 2), which is a rule below";

const ofStaff: RouteRow[] = [
  { route: "/admin", access: "members", droppedFor: targetAlone },
  { route: "/agency", access: "members", droppedFor: targetAlone },
  {
    route: "/agency/mail",
    access: "translators",
    by: testsOf("routes/pages/agency/queue_page_test.ts")(
      "a translator lands in the queue when signing in",
      "only translators come in; guests are led to the door and back",
    ),
  },
];

const ofMan: RouteRow[] = [
  {
    route: "/girls/Favorites",
    access: "no_ladies",
    by: testsOf("routes/pages/girls/favorites_test.ts")(
      "the list holds the latest first, pages and orders it, and says when nobody is kept",
      "the list is a man's own: others are led elsewhere",
    ),
  },
  {
    route: "/girls/Upcoming_Birthdays",
    access: "no_ladies",
    by: testsOf("routes/pages/girls/birthdays_test.ts")(
      "today's come first, then the nearest, up to thirty days ahead",
      "birthdays are for signed-in men",
    ),
  },
  {
    route: "/man/mail/introduction",
    access: "men",
    by: inBoxes("introductions and the outbox list letters, each leading to its place"),
  },
  {
    route: "/man/mail/inbox",
    access: "men",
    by: inBoxes("the inbox lists new letters first, then the other dialogues, the latest first"),
  },
  {
    route: "/man/mail/outbox",
    access: "men",
    by: inBoxes("introductions and the outbox list letters, each leading to its place"),
  },
  {
    route: "/man/mail/deleted",
    access: "men",
    by: inPutAway(
      "the deleted box shows each letter alone, sealed ones sealed, and the other's letters are untouched",
    ),
  },
  {
    route: "/man/mail/introduction/conversation/{recipientId}/{letterId}",
    access: "men",
    by: testsOf("routes/pages/mail/introduction_pages_test.ts")(
      "he mutes one lady on her introduction, and allows her again there or above the box",
    ),
  },
  {
    route: "/man/mail/inbox/conversation/{recipientId}/{letterId}",
    access: "men",
    by: inConversation("letters stand oldest first, the one of the address is marked"),
  },
  {
    route: "/man/mail/outbox/conversation/{recipientId}/{letterId}",
    access: "men",
    by: inBoxes("introductions and the outbox list letters, each leading to its place"),
  },
  {
    route: "/man/mail/deleted/conversation/{recipientId}/{letterId}",
    access: "men",
    by: inPutAway(
      "the deleted box shows each letter alone, sealed ones sealed, and the other's letters are untouched",
    ),
  },
  {
    route: "/man/mail/new-conversation/{recipientId}",
    access: "men",
    by: inSending("a sent letter costs ten credits and is shown in its conversation"),
  },
  {
    route: "/man/balance",
    access: "men",
    by: testsOf("routes/pages/man/balance_history_test.ts")("the balance leads to its history, and only men have one"),
  },
  {
    route: "/man/balance/purchase",
    access: "men",
    by: testsOf("routes/pages/man/purchase_test.ts")(
      "six packages with their marks, bonus and price of a credit; none is chosen for him",
      "buying belongs to men",
    ),
  },
  {
    route: "/man/balance/history",
    access: "men",
    by: testsOf("routes/pages/man/balance_history_test.ts")(
      "every movement has its line, newest first, with the letter it was for",
    ),
  },
  {
    route: "/man/balance/how-site-works",
    access: "men",
    by: testsOf("routes/pages/man/how_site_works_test.ts")(
      "every price stands there in credits and in euros, and no text is missing",
      "it belongs to men, and leads back to where one came from",
    ),
  },
  { route: "/man/balance/success", access: "men", by: answersBoth },
  { route: "/man/balance/failed", access: "men", by: answersBoth },
  {
    route: "/man/chat",
    access: "men",
    by: inChatPage("each side has its own page, and a guest is asked to sign in first"),
  },
];

const ofLady: RouteRow[] = [
  {
    route: "/lady/chat",
    access: "ladies",
    by: inChatPage("each side has its own page, and a guest is asked to sign in first"),
  },
  { route: "/lady/mail/inbox", access: "ladies", by: ladyReads },
  { route: "/lady/mail/outbox", access: "ladies", by: ladyReads },
  { route: "/lady/mail/inbox/conversation/:recipientId/:letterId", access: "ladies", by: ladyReads },
  { route: "/lady/mail/outbox/conversation/:recipientId/:letterId", access: "ladies", by: ladyReads },
  {
    route: "/lady/mail/new-conversation/:recipientId",
    access: "ladies",
    by: inLadyDesk("her first letter to a man is an introduction, and its form is one letter"),
  },
];

export const routes: RouteRow[] = [...forGuests, ...ofAccount, ...ofMan, ...ofLady, ...ofStaff];
