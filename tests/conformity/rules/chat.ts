/** Behaviour of the chat. */
import { type RuleRow, testsOf } from "../row.ts";

const inState = testsOf("islands/chat/state_test.ts");
const ofMessages = testsOf("islands/chat/conversation/messages_state_test.ts");
const inControl = testsOf("islands/chat/control_test.ts");
const inFlows = testsOf("chat/server/flows_test.ts");
const inRequests = testsOf("chat/server/requests/requests_test.ts");
const inMeter = testsOf("chat/server/meter_test.ts");
const inCalls = testsOf("chat/server/calls/calls_test.ts");
const inTimes = testsOf("islands/chat/control_times_test.ts");
const inWords = testsOf("islands/chat/words_test.tsx");

const ofChat: RuleRow[] = [
  {
    rule: "a message is ignored where it is empty or nothing but space; newlines become line breaks",
    by: [
      ...inControl("two screens ask, accept, pay one minute, write and end"),
      ...testsOf("chat/shared/frames_test.ts")("a message to Olena is read with its id, its line breaks made one kind"),
    ],
  },
  {
    rule: "an emoji that would exceed the cap is not inserted",
    by: [
      ...testsOf("islands/chat/conversation/say_state_test.ts")(
        "an emoji that would go beyond the longest message is not put in, one that replaces enough is",
      ),
      ...testsOf("tests/journeys/chat.spec.ts")("two people write to each other through all that happens to a line, "),
    ],
  },
  {
    rule: "uid may be 'id-suffix'; the part before the dash is the user id",
    by: testsOf("chat/shared/frames_test.ts")("an id with a suffix is the person before the dash"),
  },
  {
    rule: "the list excludes one's own gender, unread first, the latest of them before",
    by: [
      ...inFlows("who is online is told to the other gender alone, and the list is there for the asking"),
      ...inState("who is online comes as a list and then as differences, unread first and the latest of them before"),
    ],
  },
  {
    rule: "accepting selects the Online tab and the sender",
    by: inState("an acceptance selects the partner on the first tab, and the chat waits to be paid"),
  },
  {
    rule: "the chat starts about a second after accepting",
    by: inTimes("who has accepted begins the chat after a second, should the asker not have done it"),
  },
  {
    rule: "selecting a user marks all unread messages viewed after 1 s",
    by: inTimes("whoever is chosen has all messages seen after a second"),
  },
  {
    rule: "an empty list is asked for every 3 s",
    by: inTimes("while nobody is online the list is asked for every three seconds, and no longer"),
  },
  {
    rule: "an empty dialogue history is asked for again after 3 s",
    by: inTimes("an empty history of dialogues is asked for once more after three seconds"),
  },
  {
    rule: "tabs: Online, Recent (default), requests",
    by: inWords("an empty list says so, each of the three in its own words, and recent dialogues stand first"),
  },
  {
    rule: "for a man: balance, session, one minute, and only then the chat",
    by: inControl("two screens ask, accept, pay one minute, write and end"),
  },
  {
    rule: "whoever is in a chat answers busy",
    by: inRequests("whoever is in a chat is busy for others and asks nobody"),
  },
  {
    rule: "a request times out for both",
    by: inRequests("one waits for one answer, which may be no, or come too late"),
  },
  {
    rule: "a new request during a video call is ignored",
    by: inCalls("whoever is in a chat is busy for calls of others, and a second call is ignored"),
  },
  {
    rule: "a call: offer, answer, both see each other; closing it ends it",
    by: [
      ...inCalls("a call: asked, accepted, paid before the answer is told, seen by both, ended"),
      ...testsOf("tests/journeys/call.spec.ts")(
        "a call goes from browser to browser; either hangs up, and a minute that she cuts short goes back",
      ),
    ],
  },
  {
    rule: "a camera that is not allowed, or fails, stops the call with its message",
    by: testsOf("tests/journeys/call.spec.ts")(
      "each device that fails is told in words of its own, and tried again; who has no camera is heard",
    ),
  },
  {
    rule: "stop, closing the window, a lost line or a partner who leaves ends the session",
    by: [
      ...inMeter("whoever stays away ends the chat, and what she did not deliver goes back"),
      ...testsOf("tests/journeys/chat_endings.spec.ts")(
        "every ending of a chat is told to both, with its sums, and stands in the book",
      ),
    ],
  },
  {
    rule: "messages of others are counted, told of, and seen when they are read",
    by: ofMessages(
      "what another writes is counted until it is seen, and told of where one reads somebody else",
      "one's own messages show that they were seen, and stay so",
    ),
  },
  {
    rule: "a conversation request is not repeated while an accepted one is fresh (60 s)",
    by: [
      ...inRequests("conversation requests are asked, listed, accepted and declined"),
      ...testsOf("kv/chats/requests_test.ts")("a conversation is asked for once, and accepted for a minute"),
    ],
  },
  {
    rule: "conversation replies: exists, exists-accepted, need-accept, error",
    by: inRequests("conversation requests are asked, listed, accepted and declined"),
  },
  {
    rule: "messages are grouped by date with a date line",
    by: testsOf("islands/chat/conversation/days_test.ts")(
      "the first piece of a day carries its date, and no message is lost or doubled",
    ),
  },
  {
    rule: "each may switch acceptance of text and of video requests",
    by: [
      ...testsOf("kv/chats/requests_test.ts")("everybody takes invitations until they say otherwise"),
      ...inRequests("an invitation is refused at once where it cannot be"),
    ],
  },
  {
    rule: "error-event and conversation-error are notices of 3 s",
    by: inState("refusals are said in the server's words for three seconds"),
  },
  {
    rule: "HTML in a message",
    droppedFor: 'design, "How the specification is read": text only, escaped; newline becomes a line break',
  },
];

export const chatRows: RuleRow[] = [...ofChat];
