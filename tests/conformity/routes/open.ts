/** Routes that guests may see. */
import { type RouteRow, testsOf } from "../row.ts";

const discovery = testsOf("routes/discovery/discovery_test.ts")(
  "the sitemap leads to every public page in every language, and every address in it answers",
);
const inFaq = testsOf("routes/pages/public/faq_test.ts");
const inTexts = testsOf("routes/discovery/texts_test.ts");
const inSignIn = testsOf("routes/pages/auth/sign_in_test.ts");
const inSignUp = testsOf("routes/pages/auth/sign_up_test.ts");
const inNewPassword = testsOf("routes/pages/auth/new_password_test.ts");
const inLists = testsOf("routes/pages/girls/lists_test.ts");
const inSearch = testsOf("routes/pages/girls/search_test.ts");
const inProfile = testsOf("routes/pages/girls/profile_test.ts");
const inWriting = testsOf("routes/pages/writing/writing_test.ts");
const wholeTexts = inTexts(
  "each text is whole in every language: the same parts, links and numbers, nothing unfilled",
);

const forGuests: RouteRow[] = [
  {
    route: "/",
    access: "everyone",
    by: testsOf("routes/testing/site_test.ts")("a visitor who is signed in already sees the home page as himself"),
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
  { route: "/faq", access: "everyone", by: [...discovery, ...inFaq("every question has an answer")] },
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

export const openRows: RouteRow[] = [...forGuests];
