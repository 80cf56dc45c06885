/** Routes of men, ladies and staff. */
import { type RouteRow, testsOf } from "../row.ts";

const inBoxes = testsOf("routes/pages/mail/boxes/boxes_test.ts");
const inConversation = testsOf("routes/pages/mail/conversation_test.ts");
const inPutAway = testsOf("routes/pages/mail/boxes/put_away_test.ts");
const inSending = testsOf("routes/pages/mail/sending_test.ts");
const inLadyMailbox = testsOf("routes/pages/mail/lady_mailbox_test.ts");
const inChatPage = testsOf("routes/pages/chat/chat_page_test.ts");
const inOutcome = testsOf("routes/pages/man/payment_outcome_test.ts");
const inAccount = testsOf("routes/pages/account/specified_words_test.ts");
const labels = inAccount("the account leads to its information, and its pages have their specified labels");
const saved = inAccount(
  "what is saved on each of its pages says so in the specified words, and stands there afterwards",
);
const answersBoth = inOutcome("every state has words of its own, on either address, in every language");
const ladyReads = inLadyMailbox(
  "she sees no price, credit or balance on any page",
  "she reads her own letters and his, sealed for him or not",
);
const targetAlone =
  "the specification names it as the first page of its group alone (section 2), which is a rule below";

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

const ofStaff: RouteRow[] = [
  { route: "/admin", access: "members", droppedFor: targetAlone },
  {
    route: "/agency",
    access: "agencies",
    by: testsOf("routes/pages/agency/agency_test.ts")(
      "the home page tells an agency what it keeps and what it may not do, and lets nobody else in",
      "another agency's lady is nobody, whatever is tried; so is one who has left",
    ),
  },
  {
    route: "/agency/mail",
    access: "translators",
    by: testsOf("routes/pages/translator/queue_page_test.ts")(
      "a translator lands in the queue when signing in",
      "only translators come in; guests are led to the door and back",
    ),
  },
];

const ofMan: RouteRow[] = [
  {
    route: "/girls/Favorites",
    access: "mens_lists",
    by: testsOf("routes/pages/girls/favorites_test.ts")(
      "the list holds the latest first, pages and orders it, and says when nobody is kept",
      "the list is a man's own: others are led elsewhere",
    ),
  },
  {
    route: "/girls/Upcoming_Birthdays",
    access: "mens_lists",
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
    by: inLadyMailbox("her first letter to a man is an introduction, and its form is one letter"),
  },
];

export const membersRows: RouteRow[] = [...ofAccount, ...ofStaff, ...ofMan, ...ofLady];
