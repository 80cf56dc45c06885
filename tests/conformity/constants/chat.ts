/** Limits and times of the chat. */
import * as limits from "../../../chat/shared/limits.ts";
import { secondsOf } from "../../../islands/page_chrome/state.ts";
import { acceptanceMs, minutePricesOf } from "../../../kv/chats/chats.ts";
import { prices } from "../../../kv/credits/prices/prices.ts";
import { type ConstantRow, testsOf } from "../row.ts";

const inRequests = testsOf("chat/server/requests/requests_test.ts");
const inCalls = testsOf("chat/server/calls/calls_test.ts");
const inChats = testsOf("kv/chats/chats_test.ts");
const inWords = testsOf("islands/chat/words_test.tsx");
const inLine = testsOf("islands/chat/chat_connection_test.ts");

const ofChat: ConstantRow[] = [
  {
    constant: "Balance threshold: text above 1",
    value: 1,
    here: () => minutePricesOf(prices).text,
    by: inRequests("an invitation is refused at once where it cannot be"),
  },
  {
    constant: "Balance threshold: video above 5",
    value: 5,
    here: () => minutePricesOf(prices).video,
    by: inCalls("who cannot be called is said in the words of calls"),
  },
  { constant: "Balance threshold: session at least 1", by: inChats("a man without a credit begins no chat") },
  {
    constant: "Reserve chunk 1 minute",
    by: inChats("a minute is charged once, and the next not before ten seconds of the end"),
  },
  {
    constant: "Request modal auto-decline 60 s",
    value: 60,
    here: () => limits.requestSeconds,
    by: inRequests("one waits for one answer, which may be no, or come too late"),
  },
  {
    constant: "Accepted-conversation freshness 60 s",
    value: [60, 60_000],
    here: () => [limits.acceptanceSeconds, acceptanceMs],
    by: [
      ...testsOf("kv/chats/requests_test.ts")("a conversation is asked for once, and accepted for a minute"),
      ...inChats("a chat needs an acceptance of the last minute, and uses it up"),
    ],
  },
  {
    constant: "Double-click guard 3 s",
    value: 3,
    here: () => limits.clickGuardSeconds,
    by: testsOf("islands/chat/control_test.ts")(
      "a man asked who cannot pay does not leave her waiting, and clicks close together are one",
    ),
  },
  {
    constant: "Latency ping every 7 s",
    value: 7,
    here: () => limits.latencyEverySeconds,
    by: inLine("every seven seconds the connection is asked for a sign of life, and says how long that took"),
  },
  {
    constant: "Socket connect timeout 5 s",
    value: 5,
    here: () => limits.connectTimeoutSeconds,
    by: inLine("a door that has not opened after five seconds is given up and tried again"),
  },
  {
    constant: "Viewed threshold 75% visible",
    line: { file: "islands/chat/watch.ts", text: "const seenShare = 0.75;" },
    by: testsOf("islands/chat/watch_test.ts")(
      "three quarters of a message in view are seen, less is not, and each is said once",
    ),
  },
  {
    constant: "Flash durations 2 to 10 s",
    value: [2, 10],
    here: () => [secondsOf({ text: "a", seconds: 0 }), secondsOf({ text: "a", seconds: 100 })],
    by: [
      ...testsOf("islands/page_chrome/state_test.ts")("a flash stays between two and ten seconds"),
      ...inWords("every flash has its specified words and its seconds, and Chinese ones in Chinese"),
    ],
  },
  {
    constant: "Video: peer-to-peer with relay servers",
    by: [
      ...testsOf("chat/server/calls/turn_credentials_test.ts")("a pass is what coturn expects of its secret"),
      ...testsOf("tests/journeys/call.spec.ts")(
        "a lady's call goes through the relay, by datagrams or, where none pass, over TCP",
      ),
    ],
  },
  {
    constant: "Camera and audio with 1:1 ideal aspect ratio",
    line: { file: "islands/chat/call/media.ts", text: "aspectRatio: { ideal: 1 }," },
    by: testsOf("islands/chat/call/media_test.ts")(
      "a call asks for camera and microphone, and wishes for a picture as high as it is wide",
    ),
  },
  {
    constant: "Self-view 100x100",
    by: testsOf("tests/journeys/call.spec.ts")(
      "a call goes from browser to browser; either hangs up, and a minute that she cuts short goes back",
    ),
  },
];

export const chatRows: ConstantRow[] = [...ofChat];
