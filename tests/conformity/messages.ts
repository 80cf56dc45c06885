/** The sentences of the specification, as it writes them, with where each stands in the English catalogue. */
import { type Proof, testsOf } from "./row.ts";

export type MessageRow = Proof & {
  message: string;
  /** Keys of the catalogues; each holds the sentence. */
  keys?: string[];
  /** Where the specification says what a sentence is about, and leaves its words open. */
  isWordingOpen?: true;
};

const inWords = testsOf("islands/chat/words_test.tsx");
const inState = testsOf("islands/chat_state_test.ts");
const inChatFlows = testsOf("tests/journeys/chat_flows.spec.ts");
const inChatAccess = testsOf("tests/journeys/chat_access.spec.ts");
const inErrorPages = testsOf("routes/middleware/error_pages_test.ts");
const inErrors = testsOf("routes/middleware/errors_test.ts");
const inSignUp = testsOf("routes/pages/auth/sign_up_test.ts");
const inNewPassword = testsOf("routes/pages/auth/new_password_test.ts");

const inAccount = testsOf("routes/pages/account/specified_words_test.ts");

const accountLabels = inAccount("the account leads to its information, and its pages have their specified labels");
const flashes = inWords("every flash has its specified words and its seconds, and Chinese ones in Chinese");
const questions = inChatFlows(
  "whatever can become of a question is said to both in the specified words, and costs nothing",
);
const conversationRequests = inState("conversation requests: who asks, who agreed, and every answer in its words");
const emptyLists = inWords("an empty list says so, each of the three in its own words");
const invitation = inWords("an invitation says of which kind it is, from whom, and how old she is");
const sheet = inWords("the line to write on says whether one may");
const names = inWords("whoever has no name yet is asked for one, whoever has one may change it");
const notFound = inErrorPages("a page that does not exist says so and leads home, in each language");
const failed = inErrorPages("a page that fails says its status, that the link may be broken, and leads home");
const errorInError = [
  ...inErrors("an error in the error page still ends in a page with the id"),
  ...testsOf("components/frame/error_views_test.tsx")("the last resort escapes whatever it is told"),
];
const notYet = inErrorPages("what is not there yet is said, with the way back and home");
const switches = [...flashes, ...inState("a switch says what holds now, in the words of its kind")];

const ofChatScreen: MessageRow[] = [
  { message: "Text Chat - REQUESTS are On!", keys: ["chat:note.switched.text.on"], by: switches },
  { message: "Text Chat - REQUESTS are Off!", keys: ["chat:note.switched.text.off"], by: switches },
  { message: "Video Chat - REQUESTS are On!", keys: ["chat:note.switched.video.on"], by: switches },
  { message: "Video Chat - REQUESTS are Off!", keys: ["chat:note.switched.video.off"], by: switches },
  { message: "No active users for now...", keys: ["chat:none.online"], by: emptyLists },
  { message: "You don't have accepted dialogs for now...", keys: ["chat:none.recent"], by: emptyLists },
  { message: "No requests for now...", keys: ["chat:none.requests"], by: emptyLists },
  {
    message: "Choose a partner for a conversation",
    keys: ["chat:choose"],
    by: inWords("before anybody is chosen the screen says to choose"),
  },
  { message: "Enter message...", keys: ["chat:placeholder.open"], by: sheet },
  {
    message: ">>> CHAT DISABLED - Please start video or text chat! <<<",
    keys: ["chat:placeholder.closed"],
    by: sheet,
  },
  { message: "Text Chat", keys: ["chat:textChat"], by: questions },
  {
    message: "Video Chat",
    keys: ["chat:videoChat"],
    by: inChatAccess("who takes no requests, and who is gone, is not asked, in these words"),
  },
  { message: "Stop Chat", keys: ["chat:stop"], by: questions },
  { message: "Text chat invitation", keys: ["chat:invitation.text"], by: invitation },
  { message: "Video chat invitation", keys: ["chat:invitation.video"], by: invitation },
  { message: "Age", keys: ["chat:invitation.age"], by: invitation },
  { message: "Decline", keys: ["chat:decline"], by: invitation },
  { message: "Accept", keys: ["chat:accept"], by: invitation },
];

const ofChatFlows: MessageRow[] = [
  {
    message: "Sorry, {name} - is OFFLINE now!",
    keys: ["chat:note.offline", "refusals:partner_offline"],
    by: [...flashes, ...inChatAccess("who takes no requests, and who is gone, is not asked, in these words")],
  },
  {
    message: "ACCEPTED! You can Text Chat",
    keys: ["chat:note.accepted"],
    by: [...flashes, ...inState("a paid chat is open, says so once, and counts what the server counts")],
  },
  {
    message: "{name} - DECLINED Video conversation ...",
    keys: ["chat:note.declinedVideo"],
    by: [
      ...flashes,
      ...testsOf("islands/chat/call/chat_of_call_test.ts")(
        "who asked hears no, busy and silence in their own words",
      ),
    ],
  },
  {
    message: "{name} - LEFT the conversation ...",
    keys: ["chat:note.left"],
    by: [
      ...flashes,
      ...inState("the end leaves a summary and a line in the conversation, and gives back what was given back"),
    ],
  },
  {
    message: "New message from {name}!",
    keys: ["chat:note.newMessage"],
    by: [
      ...flashes,
      ...inState("what another writes is counted until it is seen, and told of where one reads somebody else"),
    ],
  },
  { message: "Click here to start chatting with {name}...", keys: ["chat:note.openChat"], by: flashes },
  {
    message: "Select a partner for Chat!",
    keys: ["chat:note.noPartner"],
    by: inWords("who writes with nobody chosen is told to choose, and an empty line is no message"),
  },
  {
    message: "Name can't be empty!",
    keys: ["chat:name.empty"],
    by: inChatAccess("a name is changed by asking, and never to nothing"),
  },
  { message: "Enter your Name", keys: ["chat:name.enter"], by: names },
  { message: "Change your Name", keys: ["chat:name.title"], by: names },
  {
    message: "Can't start Video Chat - Sorry, {name} - is OFFLINE now!",
    keys: ["chat:note.offlineVideo", "refusals:partner_offline_video"],
    by: [
      ...inChatAccess("who takes no requests, and who is gone, is not asked, in these words"),
      ...testsOf("chat/server/calls_test.ts")("who cannot be called is said in the words of calls"),
    ],
  },
  {
    message: "Your credits are running low, please refund your balance.",
    keys: ["chat:note.lowCredits", "refusals:insufficient_credits"],
    by: [
      ...flashes,
      ...inState("low credits have the specified words and a way to top up; she hears neither"),
      ...inChatAccess(
        "a man without credits sees the price before he accepts, cannot accept, and she is not left waiting",
      ),
    ],
  },
  {
    message: "You already sent request for chatting! Please wait for partner accept or decline your request...",
    keys: ["chat:note.alreadySent"],
    by: [...flashes, ...questions],
  },
  { message: "No answer. Please try again.", keys: ["chat:note.noAnswer"], by: [...flashes, ...questions] },
  {
    message: "{name} decline your request for Text chat...",
    keys: ["chat:note.declined"],
    by: [...flashes, ...questions],
  },
  { message: "User decline your request for Text chat...", keys: ["chat:note.declinedByUser"], by: flashes },
  {
    message: "Sorry, {name} DECLINED your invitation",
    keys: ["chat:note.requestDeclined"],
    by: [...flashes, ...conversationRequests, ...questions],
  },
  {
    message: "Congratulations, {name} ACCEPTED your invitation!",
    keys: ["chat:note.requestAccepted"],
    by: [...flashes, ...conversationRequests, ...questions],
  },
  {
    message: "Chat request already exists, please wait for confirmation ...",
    keys: ["chat:note.requestExists"],
    by: [...flashes, ...conversationRequests, ...questions],
  },
  {
    message: "You already have a request from that user. Please accept it and start your romance!",
    keys: ["chat:note.requestWaits"],
    by: [...flashes, ...conversationRequests, ...questions],
  },
  {
    message: "Chat request from {name}!",
    keys: ["chat:note.requestFrom"],
    by: [...flashes, ...conversationRequests, ...questions],
  },
  {
    message: "Error while creating a chat session! ({error})",
    keys: ["chat:note.sessionFailed"],
    by: [
      ...flashes,
      ...inState("a chat that could not be made says why, but not to the slower of two who both began it"),
    ],
  },
  { message: "Ooops...", keys: ["chat:note.sessionFailedTitle"], by: flashes },
  {
    message: "Unknown Error! Try again, or contact us at {email}!",
    keys: ["chat:note.unknown"],
    by: inWords("a question that nobody answered, and one that was refused, are said"),
  },
];

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
      ...testsOf("islands/sign_in_dialog_state_test.ts")("an answer without a sentence gets the fallback"),
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

export const messages: MessageRow[] = [
  ...ofChatScreen,
  ...ofChatFlows,
  ...ofErrorPages,
  ...ofAccounts,
  ...ofOwnPages,
  ...ofCredits,
];
