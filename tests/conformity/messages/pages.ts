/** Sentences of the pages. */
import { type MessageRow, testsOf } from "../row.ts";

const inErrorPages = testsOf("routes/middleware/error_pages_test.ts");
const inErrors = testsOf("routes/middleware/errors_test.ts");
const inSignUp = testsOf("routes/pages/auth/sign_up_test.ts");
const inNewPassword = testsOf("routes/pages/auth/new_password_test.ts");
const inAccount = testsOf("routes/pages/account/specified_words_test.ts");
const accountLabels = inAccount("the account leads to its information, and its pages have their specified labels");
const notFound = inErrorPages("a page that does not exist says so and leads home, in each language");
const failed = inErrorPages("a page that fails says its status, that the link may be broken, and leads home");
const errorInError = [
  ...inErrors("an error in the error page still ends in a page with the id"),
  ...testsOf("components/frame/error_views_test.tsx")("the last resort escapes whatever it is told"),
];
const notYet = inErrorPages("what is not there yet is said, with the way back and home");

const ofErrorPages: MessageRow[] = [
  { message: "Page not found", keys: ["errors:notFound.title", "refusals:not_found"], by: notFound },
  { message: "This page could not be found", keys: ["errors:notFound.text"], by: notFound },
  { message: "Back to the home page", keys: ["errors:home"], by: notFound },
  { message: "Error {status}", keys: ["errors:failed.title"], by: failed },
  { message: "The link may be broken or no longer exist.", keys: ["errors:failed.text"], by: failed },
  { message: "An error occurred while showing the error page", keys: ["errors:inError.title"], by: errorInError },
  { message: "Go back to home", keys: ["errors:inError.home"], by: errorInError },
  {
    message: "Something went wrong.",
    keys: ["refusals:internal", "islands:sign_in_dialog.failed", "islands:resend_code.failed"],
    by: [
      ...inErrors("a call over a broken store answers 500 with an id, and the log has the id with the cause"),
      ...testsOf("islands/sign_in_dialog/state_test.ts")("an answer without a sentence gets the fallback"),
    ],
  },
  { message: "Oops, this feature isn't available just yet", keys: ["errors:notYet.title"], by: notYet },
  { message: "This feature is not yet enabled, we will finish it soon", keys: ["errors:notYet.text"], by: notYet },
];

const ofAccounts: MessageRow[] = [
  {
    message: "Please login or register!",
    keys: ["refusals:not_signed_in"],
    by: [
      ...inErrorPages("a guest is told that there is more to see for who logs in, and to log in or register"),
      ...testsOf("routes/api/favourites_test.ts")("a guest is asked to log in or register, in his language"),
    ],
  },
  {
    message: "You need to log in to see more information",
    keys: ["profile:members.text"],
    by: inErrorPages("a guest is told that there is more to see for who logs in, and to log in or register"),
  },
  {
    message: "Please check your email!",
    keys: ["auth:forgot.sent", "islands:sign_in_dialog.sent"],
    by: inNewPassword(
      "asking for a known and an unknown address is answered alike, and only the known one gets a mail",
    ),
  },
  {
    message: "The password is not match",
    keys: ["refusals:field.mismatch"],
    by: inNewPassword(
      "a weak password and a repetition that differs are refused at their fields, and the link stays good",
    ),
  },
  {
    message: "Password changed successfully!",
    keys: ["auth:flash.passwordChanged"],
    by: inNewPassword(
      "the link opens a form as often as it is followed, changes the password once, and ends every session",
    ),
  },
  {
    message: "an e-mail address is verified",
    keys: ["auth:flash.verified", "auth:flash.verifiedLady"],
    isWordingOpen: true,
    by: inSignUp("by forms alone: sign-up, the code of the mail, signed in, a notice with the bonus"),
  },
  {
    message: "thanks for a message by the contact form",
    keys: ["contact:thanks"],
    isWordingOpen: true,
    by: testsOf("routes/pages/public/contact_test.ts")(
      "a message is kept, mailed to the variant's address, and thanked for; pressing twice is one",
    ),
  },
  {
    message: "a guest who presses a heart: sign in or register",
    keys: ["refusals:not_signed_in", "favorites:refused.text"],
    isWordingOpen: true,
    by: testsOf("routes/pages/girls/favorites_test.ts")(
      "a guest who presses a heart is asked to log in or register, and may come back",
    ),
  },
  {
    message: "a failed sign-in",
    keys: ["refusals:wrong_credentials"],
    isWordingOpen: true,
    by: testsOf("routes/pages/auth/sign_in_test.ts")(
      "a wrong password and an unknown address are refused in the same words, and nothing typed in secret returns",
    ),
  },
];

const ofOwnPages: MessageRow[] = [
  {
    message: "The changes are successfully saved!",
    keys: ["account:flash.saved", "photos:changed"],
    by: inAccount("what is saved on each of its pages says so in the specified words, and stands there afterwards"),
  },
  {
    message: "Unable to change password!",
    keys: ["account:password.unable"],
    by: inAccount("a password that could not be changed is said so in the specified words, and one that was, too"),
  },
  { message: "Information", keys: ["account:tabs.information"], by: accountLabels },
  { message: "About me", keys: ["account:tabs.about"], by: accountLabels },
  { message: "My Photos", keys: ["account:tabs.photos"], by: accountLabels },
  { message: "Looking for", keys: ["account:tabs.lookingFor"], by: accountLabels },
];

const ofCredits: MessageRow[] = [
  {
    message: "Please choose a package!",
    keys: ["balance:purchase.chooseFirst"],
    by: testsOf("routes/pages/man/purchase_test.ts")("an order without a package is told to choose one, on either way"),
  },
  {
    message: "Your payment #{paymentId} is being processed!",
    keys: ["balance:payment.processing"],
    by: testsOf("routes/pages/man/payment_outcome_test.ts")(
      "while the provider has said nothing, the page says so and looks again by itself",
    ),
  },
];

export const pagesRows: MessageRow[] = [...ofErrorPages, ...ofAccounts, ...ofOwnPages, ...ofCredits];
