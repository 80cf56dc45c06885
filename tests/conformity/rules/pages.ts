/** Behaviour of pages, accounts and forms. */
import { type RuleRow, testsOf } from "../row.ts";

const inFrame = testsOf("routes/http/frame_test.ts");
const inFrameJourney = testsOf("tests/journeys/frame.spec.ts");
const inSignIn = testsOf("routes/pages/auth/sign_in_test.ts");
const inSignUp = testsOf("routes/pages/auth/sign_up_test.ts");
const inSession = testsOf("routes/middleware/session_test.ts");
const inMenus = testsOf("components/frame/menus_test.ts");
const inLocale = testsOf("routes/middleware/locale_test.ts");
const inFlows = testsOf("chat/server/flows_test.ts");
const inMail = testsOf("routes/api/letters/mail_test.ts");
const inBadInput = testsOf("routes/api/describing/bad_input_test.ts");
const inPasswords = testsOf("kv/accounts/signing_in/passwords_test.ts");
const around = inFrame("guests find log in, sign up and the promotions, men their credits and account, ladies neither");
const fieldRules = inBadInput("every field that is missing, and every one of a wrong kind, is named with its sentence");
const passwordRules = [
  ...inPasswords("a password needs eight characters, both cases, a digit and a special character"),
  ...testsOf("routes/pages/auth/new_password_test.ts")("the browser's rules of a password are the server's"),
];

const inOutside = testsOf("routes/http/outside_test.ts");

const ofServices: RuleRow[] = [
  {
    rule: "a chat-support widget is configured only on the main production host and identifies the user",
    by: inOutside(
      "without configuration, in a demo, and under another address nothing is asked or loaded",
      "the widget is told a number and its proof, of each his own; the tag manager never sees who is signed in",
    ),
  },
  {
    rule: "an analytics tag manager is used",
    by: inOutside("what was allowed is loaded, the policy opens for it alone, and it can be taken back"),
  },
];

const ofGuards: RuleRow[] = [
  {
    rule: "the variant follows the host",
    by: inLocale("each host shows its own languages, and a foreign prefix is not found there"),
  },
  {
    rule: "redirects are locale-prefixed; after signing in each group is led to its own first page",
    by: inSignIn("everybody is led to the first page of his role, in his language"),
  },
  {
    rule: "a guest-only route redirects a signed-in user to the home page",
    by: inSignIn("somebody who is signed in is led away from every page for guests"),
  },
  {
    rule: "next holds the full requested path and overrides the first page",
    by: inSignIn(
      "a page for members leads a guest here with the full address, and back to it",
      "the wanted page comes first, and no spelling of another site is followed",
    ),
  },
  {
    rule: "a dead session is cleared without asking, then sign-in (401 with a cookie)",
    by: inSession("a dead cookie is cleared by the very answer, on calls and on pages; sign-in then leads back"),
  },
  {
    rule: "a token in the query counts; none is stored where the path contains balance",
    by: [
      ...testsOf("routes/api/account_test.ts")(
        "a token in the query counts on the API alone; a bearer token counts before the cookie",
      ),
      ...testsOf("routes/middleware/sign_in_ticket_test.ts")(
        "a ticket is not exchanged where the path contains balance, after its time, or over a session",
      ),
      ...testsOf("routes/pages/auth/sign_in_link_test.ts")(
        "James asks with his address, reads the mail, sees whose account it is, and is signed in where he wanted to go",
      ),
    ],
  },
  {
    rule: "logout asks first, ignores errors and always clears the session",
    by: [
      ...inSignIn("leaving by GET asks only, by POST it ends the session and its cookies"),
      ...testsOf("routes/api/auth_test.ts")("logging out is always allowed: for guests, with a dead cookie, twice"),
    ],
  },
  {
    rule: "a lady's pages are hers and a man's are his",
    by: testsOf("routes/pages/mail/boxes/boxes_test.ts")("a guest is led to sign in, and the wrong desk is forbidden"),
  },
  {
    rule: "girlsHidedRoutes: pages about ladies lead a lady to her inbox",
    by: [
      ...testsOf("routes/pages/girls/search_test.ts")("a lady is led to her letters, a man sees what a guest sees"),
      ...testsOf("routes/api/girls_test.ts")("ladies are hidden from ladies, but Olena finds herself"),
    ],
  },
  {
    rule: "other errors answer a page with the status and a way home, failing that a plain one",
    by: testsOf("routes/middleware/errors_test.ts")(
      "a page over a broken store answers the error page of the reader's language, with the id of the log",
      "an error in the error page still ends in a page with the id",
    ),
  },
];

const ofFrame: RuleRow[] = [
  { rule: "layouts: promo banner for all but ladies, header and footer for each", by: around },
  {
    rule: "guests see Login and Sign up; men photo, name, Account, Balance, Logout; the ladies' logo is no link",
    by: around,
  },
  {
    rule: "men see their credits (default 0) linking to purchase; new mail shows on the menu",
    by: inFrame("a man without credits reads 0, and a new letter shows in the menu of both"),
  },
  {
    rule: "the language dropdown is hidden on the English variant",
    by: inFrame("each host offers the languages that it serves"),
  },
  {
    rule: "footer: e-mail per variant, phone, social links, payment methods",
    by: inFrame("the foot has each variant's own address and links, the telephone, and the ways to pay"),
  },
  {
    rule: "page titles come from the breadcrumb label",
    by: testsOf("tests/links_test.ts")("every page is titled by the last of its breadcrumbs, whoever looks"),
  },
  {
    rule: "visitor menu",
    by: inMenus("a visitor finds search, four lists of ladies and a way to write to the site"),
  },
  {
    rule: "man menu",
    by: inMenus("a man also finds favourites, birthdays, letters and chat, and his account"),
  },
  { rule: "lady menu", by: inMenus("a lady finds her letters and her chat, and no page about ladies") },
  {
    rule: "the mobile menu locks page scrolling",
    by: inFrameJourney("the small menu holds every item and stops the page from scrolling"),
  },
  {
    rule: "the promo banner opens a modal with all promotions",
    by: inFrameJourney("the promotion opens in a dialog and closes with Escape"),
  },
  {
    rule: "notices are of type info, success or error",
    by: [
      ...testsOf("islands/page_chrome/state_test.ts")("flashes stand in the order in which they came"),
      ...inFrameJourney("a notice of what was done, of what came and of what failed look each as its kind"),
    ],
  },
  {
    rule: "a lost chunk reloads the page, at most once a minute",
    by: [
      ...testsOf("islands/runtime/chunk_failure_test.ts")("a page reloads for a lost chunk at most once a minute"),
      ...testsOf("islands/runtime/hydrate_test.tsx")(
        "an island whose script is gone reloads the page once, and the others live",
      ),
    ],
  },
  {
    rule: "a picture that is missing falls back to a default image",
    by: inFrameJourney("a picture that is gone shows the calm default"),
  },
  {
    rule: "voting for girls has a page",
    by: testsOf("routes/pages/girls/voting_test.ts")(
      "a man votes by a button, and the page says whose his vote is and when the next one comes",
    ),
  },
];

const ofAccounts: RuleRow[] = [
  {
    rule: "sign-up keeps a confirmation id; confirming the e-mail signs in",
    by: inSignUp("by forms alone: sign-up, the code of the mail, signed in, a notice with the bonus"),
  },
  {
    rule: "the code can be sent again, with a countdown",
    by: [
      ...inSignUp("a new code may be asked for after a minute, and the earlier one has ended"),
      ...testsOf("islands/resend_code/state_test.ts")("what is left is shown as a clock, and never below zero"),
    ],
  },
  {
    rule: "a refused sign-in shows the server's own sentence",
    by: inFrameJourney("a sign-in that is refused in the dialog says the server's own sentence"),
  },
  {
    rule: "reading sets isRead; for men isPaid as well, for ladies isRead alone",
    by: inMail(
      "a locked letter shows no word anywhere; isPaid opens it for 5 credits, once",
      "a lady never pays: isPaid means nothing from her, and her own wish changes nothing of his",
    ),
  },
  {
    rule: "the first inbox page has fewer dialogues by the number of new letters",
    by: testsOf("kv/store/listing/paging_test.ts")(
      "the inbox begins with what is new, and a page holds as many lines as it should",
    ),
  },
  {
    rule: "balance history names each kind of operation",
    by: testsOf("routes/pages/man/balance_history_test.ts")(
      "each kind of movement is named in words, in every language",
    ),
  },
  {
    rule: "letters are translated from English or Chinese to Russian",
    by: testsOf("kv/letters/translating/translation_ends_test.ts")(
      "a finished letter comes with its translation and the translator's name, original kept",
    ),
  },
  {
    rule: "only men are charged; ladies see no credits",
    by: [
      ...testsOf("routes/pages/mail/lady_mailbox_test.ts")("she sees no price, credit or balance on any page"),
      ...testsOf("routes/pages/chat/chat_page_test.ts")("a lady's page says nothing of credits, in any language"),
    ],
  },
  {
    rule: "watching a video needs signing in and costs credits",
    by: testsOf("routes/pages/girls/videos/profile_videos_test.ts")(
      "a guest sees the preview and the price, and is led to sign in and back",
      "a man pays by a form, is led back to the video, and has the whole of it for good",
    ),
  },
  {
    rule: "groups 3, 4 and 5 have no chat and no balance",
    by: [
      ...inFlows("who may not chat is told so and let go"),
      ...testsOf("routes/api/balance_test.ts")("ladies, staff and guests have no credits to ask for"),
    ],
  },
];

const ofForms: RuleRow[] = [
  { rule: "required", by: fieldRules },
  { rule: "email", by: inSignIn("empty and malformed fields are named, and a CRLF in the address is no address") },
  {
    rule: "confirmed (match)",
    by: testsOf("routes/pages/auth/new_password_test.ts")(
      "a weak password and a repetition that differs are refused at their fields, and the link stays good",
    ),
  },
  {
    rule: "min, max, between",
    by: testsOf("routes/api/girls_test.ts")("unknown filters and values that cannot be are refused, each by its name"),
  },
  { rule: "integer", by: fieldRules },
  {
    rule: "alpha",
    by: inBadInput("names of every script are names, and a script element is only a strange one"),
  },
  { rule: "has_mixed_case", by: passwordRules },
  { rule: "has_special_char (# ? ! @ $ % ^ & * -)", by: passwordRules },
  { rule: "has_digit", by: passwordRules },
  { rule: "at least 8 characters", by: passwordRules },
  { rule: "digits", by: inSignUp("wrong codes are refused at the field, and after ten tries even the right one") },
  {
    rule: "date filters of the search",
    by: testsOf("routes/pages/girls/search_test.ts")(
      "every filter of the specification finds who answers to it and nobody else",
    ),
  },
];

export const pagesRows: RuleRow[] = [...ofServices, ...ofGuards, ...ofFrame, ...ofAccounts, ...ofForms];
