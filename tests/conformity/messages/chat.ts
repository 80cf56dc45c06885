/** Sentences of the chat. */
import { type MessageRow, testsOf } from "../row.ts";

const inWords = testsOf("islands/chat/words_test.tsx");
const inState = testsOf("islands/chat/state_test.ts");
const ofMessages = testsOf("islands/chat/conversation/messages_state_test.ts");
const inChatFlows = testsOf("tests/journeys/chat_flows.spec.ts");
const inChatAccess = testsOf("tests/journeys/chat_access.spec.ts");
const flashes = inWords("every flash has its specified words and its seconds, and Chinese ones in Chinese");
const questions = inChatFlows(
  "whatever can become of a question is said to both in the specified words, and costs nothing",
);
const conversationRequests = inState("conversation requests: who asks, who agreed, and every answer in its words");
const emptyLists = inWords(
  "an empty list says so, each of the three in its own words, and recent dialogues stand first",
);
const invitation = inWords("an invitation says of which kind it is, from whom, and how old she is");
const lineToWriteOn = inWords("the line to write on says whether one may");
const names = inWords("whoever has no name yet is asked for one, whoever has one may change it");
const switches = [...flashes, ...inState("a switch says what holds now, in the words of its kind")];

const ofChatScreen: MessageRow[] = [
  { message: "Text Chat - REQUESTS are On!", keys: ["chat:flash.switched.text.on"], by: switches },
  { message: "Text Chat - REQUESTS are Off!", keys: ["chat:flash.switched.text.off"], by: switches },
  { message: "Video Chat - REQUESTS are On!", keys: ["chat:flash.switched.video.on"], by: switches },
  { message: "Video Chat - REQUESTS are Off!", keys: ["chat:flash.switched.video.off"], by: switches },
  { message: "No active users for now...", keys: ["chat:none.online"], by: emptyLists },
  { message: "You don't have accepted dialogs for now...", keys: ["chat:none.recent"], by: emptyLists },
  { message: "No requests for now...", keys: ["chat:none.requests"], by: emptyLists },
  {
    message: "Choose a partner for a conversation",
    keys: ["chat:choose"],
    by: inWords("before anybody is chosen the screen says to choose"),
  },
  { message: "Enter message...", keys: ["chat:placeholder.open"], by: lineToWriteOn },
  {
    message: ">>> CHAT DISABLED - Please start video or text chat! <<<",
    keys: ["chat:placeholder.closed"],
    by: lineToWriteOn,
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
    keys: ["refusals:partner_offline"],
    by: [...inChatAccess("who takes no requests, and who is gone, is not asked, in these words")],
  },
  {
    message: "ACCEPTED! You can Text Chat",
    keys: ["chat:flash.accepted"],
    by: [...flashes, ...inState("a paid chat is open and says so once")],
  },
  {
    message: "{name} - DECLINED Video conversation ...",
    keys: ["chat:flash.declinedVideo"],
    by: [
      ...flashes,
      ...testsOf("islands/chat/call/chat_of_call_test.ts")(
        "who asked hears no, busy and silence in their own words",
      ),
    ],
  },
  {
    message: "{name} - LEFT the conversation ...",
    keys: ["chat:flash.left"],
    by: [
      ...flashes,
      ...inState("the end leaves a summary and a line in the conversation"),
    ],
  },
  {
    message: "New message from {name}!",
    keys: ["chat:flash.newMessage"],
    by: [
      ...flashes,
      ...ofMessages("what another writes is counted until it is seen, and told of where one reads somebody else"),
    ],
  },
  { message: "Click here to start chatting with {name}...", keys: ["chat:flash.openChat"], by: flashes },
  {
    message: "Select a partner for Chat!",
    droppedFor: "docs/decisions/chat.md: the state would say it, and no page can bring it about",
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
    keys: ["refusals:partner_offline_video"],
    by: [
      ...inChatAccess("who takes no requests, and who is gone, is not asked, in these words"),
      ...testsOf("chat/server/calls/calls_test.ts")("who cannot be called is said in the words of calls"),
    ],
  },
  {
    message: "Your credits are running low, please refund your balance.",
    keys: ["chat:flash.lowCredits", "refusals:insufficient_credits"],
    by: [
      ...flashes,
      ...inState("low credits have the specified words and a way to buy more; she hears neither"),
      ...inChatAccess(
        "a man without credits sees the price before he accepts, cannot accept, and she is not left waiting",
      ),
    ],
  },
  {
    message: "You already sent request for chatting! Please wait for partner accept or decline your request...",
    keys: ["chat:flash.alreadySent"],
    by: [...flashes, ...questions],
  },
  { message: "No answer. Please try again.", keys: ["chat:flash.noAnswer"], by: [...flashes, ...questions] },
  {
    message: "{name} decline your request for Text chat...",
    keys: ["chat:flash.declined"],
    by: [...flashes, ...questions],
  },
  { message: "User decline your request for Text chat...", keys: ["chat:flash.declinedByUser"], by: flashes },
  {
    message: "Sorry, {name} DECLINED your invitation",
    keys: ["chat:flash.requestDeclined"],
    by: [...flashes, ...conversationRequests, ...questions],
  },
  {
    message: "Congratulations, {name} ACCEPTED your invitation!",
    keys: ["chat:flash.requestAccepted"],
    by: [...flashes, ...conversationRequests, ...questions],
  },
  {
    message: "Chat request already exists, please wait for confirmation ...",
    keys: ["chat:flash.requestExists"],
    by: [...flashes, ...conversationRequests, ...questions],
  },
  {
    message: "You already have a request from that user. Please accept it and start your romance!",
    keys: ["chat:flash.requestWaits"],
    by: [...flashes, ...conversationRequests, ...questions],
  },
  {
    message: "Chat request from {name}!",
    keys: ["chat:flash.requestFrom"],
    by: [...flashes, ...conversationRequests, ...questions],
  },
  {
    message: "Error while creating a chat session! ({error})",
    keys: ["chat:flash.sessionFailed"],
    by: [
      ...flashes,
      ...inState("a chat that could not be made says why, but not to the slower of two who both began it"),
    ],
  },
  { message: "Ooops...", keys: ["chat:flash.sessionFailedTitle"], by: flashes },
  {
    message: "Unknown Error! Try again, or contact us at {email}!",
    keys: ["chat:flash.unknown"],
    by: inWords("an invitation that nobody answered, and one that was refused, are said"),
  },
];

export const chatRows: MessageRow[] = [...ofChatScreen, ...ofChatFlows];
