/** The chat's screen says what is specified, word for word in English, and says it in the other languages as well. */
import { expect } from "expect";
import { renderToString } from "preact-render-to-string";
import type { ChatUser } from "../../chat/shared/server_events.ts";
import { type PageContext, PageProvider } from "../../components/page_context.ts";
import { isChinese, type Locale, locales } from "../../i18n/locales.ts";
import { translatorFor } from "../../i18n/translate.ts";
import { hearOfCall } from "./call/call_hearing.ts";
import { Control } from "./control.ts";
import { Messages } from "./conversation/messages.tsx";
import { Say } from "./conversation/say.tsx";
import { flashes } from "./flash_state.ts";
import { Flashes } from "./flashes.tsx";
import Chat, { type ChatProps } from "./island.tsx";
import { MeterBar } from "./meter_bar.tsx";
import { Invitation } from "./people/invitation.tsx";
import { Lists } from "./people/lists.tsx";
import { NameDialog } from "./people/name_dialog.tsx";
import type { Heard } from "./state.ts";
import { james, meter } from "./testing/state.ts";
import type { ChatPrices, Me, NewFlash, Tab } from "./types.ts";

const olena: ChatUser = {
  userId: 2,
  profileId: 2,
  userName: "Olena",
  userPhoto: "/2.webp",
  userGender: "girl",
  birth: 31,
  allowChat: true,
  allowVideoChat: true,
  languages: ["uk", "en"],
  companion: false,
  unread: [],
};

const controlOf = (who: Partial<Me> = {}) =>
  new Control({ ...james.me, ...who }, { now: () => 0, url: "", sound: () => {} }, () => {});
const hears = (control: Control, event: string, data: object) =>
  control.do({ type: "heard", frame: { event, data } as Heard, atMs: 0 });

/** The words of a view, without its HTML. */
function wordsIn(view: preact.ComponentChild, locale: Locale = "en"): string {
  const page: PageContext = { locale, t: translatorFor(locale), path: "/man/chat", href: (path) => path, viewer: null };
  const html = renderToString(<PageProvider value={page}>{view}</PageProvider>);
  return html.replace(/placeholder="([^"]*)"/g, "> $1 <a ").replace(/<[^>]*>/g, " ")
    .replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&#39;", "'").replaceAll("&amp;", "&");
}

const wordsOfFlashes = (control: Control, locale: Locale = "en") =>
  wordsIn(<Flashes control={control} prices={prices} contactEmail="help@vesna.test" />, locale);

Deno.test("an empty list says so, each of the three in its own words, and recent dialogues stand first", () => {
  const control = controlOf();
  expect(control.state.tab).toBe("recent");
  hears(control, "AllConnectedUsers", { users: [] });
  hears(control, "dialogsHistoryData", { dialogs: [] });
  hears(control, "allRequests", { requests: [] });
  const wordsOf = (tab: Tab) => {
    control.do({ type: "tab", tab });
    return wordsIn(<Lists control={control} prices={null} />);
  };
  expect(wordsOf("online")).toContain("No active users for now...");
  expect(wordsOf("recent")).toContain("You don't have accepted dialogs for now...");
  expect(wordsOf("requests")).toContain("No requests for now...");
});

Deno.test("before anybody is chosen the screen says to choose", () => {
  const props: ChatProps = {
    me: james.me,
    clock: { atMs: 0, rate: 1 },
    sounds: {} as ChatProps["sounds"],
    prices: null,
    contactEmail: "",
    start: { withId: null, blockedIds: [] },
    checkHref: "/check",
  };
  expect(wordsIn(<Chat {...props} />)).toContain("Choose a partner for a conversation");
});

const prices: ChatPrices = {
  text: "1 / min ≈ €0.46",
  video: "5 / min ≈ €2.31",
  credits: { text: 1, video: 5 },
  textSentence: "",
  videoSentence: "",
  needs: "At least two credits.",
  note: "",
  buyHref: "",
  historyHref: "",
};

Deno.test("the line to write on says whether one may", () => {
  const control = controlOf();
  expect(wordsIn(<Say control={control} partnerId={2} prices={null} />))
    .toContain(">>> CHAT DISABLED - Please start video or text chat! <<<");
  hears(control, "AllConnectedUsers", { users: [olena] });
  const closed = wordsIn(<Say control={control} partnerId={2} prices={prices} />);
  expect(closed).toMatch(/Start a text chat to write\s+1 \/ min ≈ €0\.46/);
  expect(wordsIn(<Say control={control} partnerId={2} prices={null} />)).not.toContain("€");
  control.do({ type: "link", link: "open" });
  hears(control, "chat-session-create", { id: "c1", error: null, partnerId: 2 });
  hears(control, "chat-open", { id: "c1", paidUntil: 60_000, partnerId: 2 });
  const open = wordsIn(<Say control={control} partnerId={2} prices={prices} />);
  expect(open).toContain("Enter message...");
  expect(open).not.toContain("Start a text chat");
});

Deno.test("a man who cannot pay the first minute is led to more credits before he asks, and not once he has them", () => {
  const control = controlOf();
  hears(control, "AllConnectedUsers", { users: [olena] });
  const words = () => wordsIn(<Say control={control} partnerId={2} prices={prices} />);
  hears(control, "balance-changed", { balance: 0, seq: 1 });
  expect(words()).toContain("Buy credits to start a text chat");
  expect(words()).not.toContain("Start a text chat to write");
  hears(control, "balance-changed", { balance: 1, seq: 2 });
  expect(words()).toMatch(/Start a text chat to write\s+1 \/ min/);
});

Deno.test("an invitation says of which kind it is, from whom, and how old she is", () => {
  const control = controlOf();
  hears(control, "text-request", { from: olena });
  const text = wordsIn(<Invitation control={control} prices={null} />);
  for (const word of ["Text chat invitation", "Olena", "No. 2", "Age: 31", "Decline", "Accept"]) {
    expect(text).toContain(word);
  }
  const called = controlOf();
  hears(called, "AllConnectedUsers", { users: [olena] });
  called.do({ type: "call", action: { type: "invited", partnerId: 2, untilMs: 0 } });
  expect(wordsIn(<Invitation control={called} prices={null} />)).toContain("Video chat invitation");
});

Deno.test("an invitation tells what is left of its minute, also to whoever comes later", () => {
  const shown = (event: string, data: object) => {
    const control = controlOf();
    control.do({ type: "link", link: "open" });
    hears(control, event, data);
    const { state } = control;
    hearOfCall(control.calls, { event, data } as Heard, { state, before: state, flash: () => {} });
    const words = wordsIn(<Invitation control={control} prices={null} />);
    control.close();
    return words;
  };
  const offer = { type: "offer", sdp: "v=0" };
  for (const [event, data] of [["text-request", { from: olena }], ["video-request", { from: olena, offer }]] as const) {
    expect(shown(event, data)).toContain("1:00");
    expect(shown(event, { ...data, leftMs: 20_000 })).toContain("0:20");
  }
});

Deno.test("an invitation that has just come, perhaps in the place of another one, cannot be answered by a click that was on its way", () => {
  const control = controlOf();
  hears(control, "text-request", { from: olena });
  const page: PageContext = { locale: "en", t: translatorFor("en"), path: "", href: (path) => path, viewer: null };
  const html = renderToString(
    <PageProvider value={page}>{<Invitation control={control} prices={null} />}</PageProvider>,
  );
  expect(html.match(/<button[^>]*aria-disabled="true"/g)?.length).toBe(2);
});

Deno.test("that the credits last for this minute only is said by what a minute of this chat costs", () => {
  const words = "Your credits last for this minute only.";
  const shown = (balance: number, video: boolean, credits: ChatPrices["credits"]) => {
    const control = controlOf({ balanceCredits: balance });
    hears(control, "AllConnectedUsers", { users: [olena] });
    hears(control, "chat-meter", meter({ at: 0 }));
    hears(control, "chat-open", { id: "c1", paidUntil: 60_000, partnerId: 2, video });
    return wordsIn(<MeterBar control={control} prices={{ ...prices, credits }} />);
  };
  expect(shown(1, false, { text: 1, video: 5 })).not.toContain(words);
  expect(shown(0, false, { text: 1, video: 5 })).toContain(words);
  expect(shown(1, false, { text: 2, video: 5 })).toContain(words);
  expect(shown(6, true, { text: 1, video: 8 })).toContain(words);
  expect(shown(3, true, { text: 1, video: 3 })).not.toContain(words);
});

Deno.test("a chat that began says when, and no price: the meter has the one that holds", () => {
  const control = controlOf();
  hears(control, "AllConnectedUsers", { users: [olena] });
  hears(control, "chat-session-create", { id: "c1", error: null, partnerId: 2 });
  for (const video of [false, true, false]) {
    hears(control, "chat-open", { id: "c1", paidUntil: 60_000, partnerId: 2, video });
  }
  for (const locale of locales) {
    const shown = wordsIn(<Messages control={control} person={control.state.people.get(2)!} />, locale);
    for (const mark of ["began", "beganVideo", "backToText"]) {
      expect(shown).toContain(translatorFor(locale)(`chat:mark.${mark}`, { time: "|" }).split("|")[0]);
    }
    expect(shown).not.toMatch(/credit|кредит|點。|点。/);
  }
});

Deno.test("whoever has no name yet is asked for one, whoever has one may change it", () => {
  const wordsFor = (name: string) =>
    wordsIn(<NameDialog name={name} lengthMax={40} rename={() => Promise.resolve(null)} onClose={() => {}} />);
  expect(wordsFor("")).toContain("Enter your Name");
  expect(wordsFor("James")).toContain("Change your Name");
});

/** Each flash with its specified words, and how many seconds it stays where that is specified. */
const specified: [flash: NewFlash, words: string[], seconds?: number][] = [
  [flashes.switched("text", true), ["Text Chat - REQUESTS are On!"]],
  [flashes.switched("text", false), ["Text Chat - REQUESTS are Off!"]],
  [flashes.switched("video", true), ["Video Chat - REQUESTS are On!"]],
  [flashes.switched("video", false), ["Video Chat - REQUESTS are Off!"]],
  [flashes.noPartner(), ["Select a partner for Chat!"], 3],
  [
    flashes.lowCredits(),
    ["Your credits are running low, please refund your balance.", "At least two credits.", "Buy credits"],
    7,
  ],
  [
    flashes.alreadySent(),
    ["You already sent request for chatting! Please wait for partner accept or decline your request..."],
    10,
  ],
  [flashes.noAnswer(), ["No answer. Please try again."], 10],
  [flashes.declined("Olena"), ["Olena decline your request for Text chat..."]],
  [flashes.declined(""), ["User decline your request for Text chat..."]],
  [flashes.declinedVideo("Olena"), ["Olena - DECLINED Video conversation ..."]],
  [flashes.accepted(), ["ACCEPTED! You can Text Chat"]],
  [flashes.left("Olena"), ["Olena - LEFT the conversation ..."]],
  [flashes.newMessage("Olena", 2), ["New message from Olena!", "Click here to start chatting with Olena..."], 10],
  [flashes.requestExists(), ["Chat request already exists, please wait for confirmation ..."]],
  [
    flashes.requestWaits(),
    ["You already have a request from that user. Please accept it and start your romance!"],
  ],
  [flashes.requestFrom("Olena"), ["Chat request from Olena!"]],
  [flashes.requestAccepted("Olena", 2), ["Congratulations, Olena ACCEPTED your invitation!"]],
  [flashes.requestDeclined("Olena"), ["Sorry, Olena DECLINED your invitation"]],
  [flashes.sessionFailed("no line"), ["Ooops...", "Error while creating a chat session! (no line)"], 7],
  [flashes.unknown(), ["Unknown Error! Try again, or contact us at help@vesna.test!"]],
];

Deno.test("every flash has its specified words and its seconds, and Chinese ones in Chinese", () => {
  for (const [flash, words, seconds] of specified) {
    const control = controlOf();
    control.do({ type: "flash", flash });
    for (const each of words) expect(wordsOfFlashes(control)).toContain(each);
    if (seconds) expect([words[0], control.state.flashes[0]?.seconds]).toEqual([words[0], seconds]);
    expect(flash.seconds).toBeGreaterThanOrEqual(2);
    expect(flash.seconds).toBeLessThanOrEqual(10);
    for (const locale of locales.filter(isChinese)) {
      expect(wordsOfFlashes(control, locale)).toMatch(/\p{Script=Han}/u);
    }
  }
});

Deno.test("a flash is told alone, not with those that stand there, and what failed no second time", () => {
  const control = controlOf();
  for (const flash of [flashes.accepted(), flashes.noAnswer(), flashes.unknown()]) control.do({ type: "flash", flash });
  const page: PageContext = { locale: "en", t: translatorFor("en"), path: "", href: (path) => path, viewer: null };
  const html = renderToString(
    <PageProvider value={page}>{<Flashes control={control} prices={null} contactEmail="" />}</PageProvider>,
  );
  expect(control.state.flashes.some(({ tone }) => tone === "bad")).toBe(true);
  // Without `aria-atomic="false"` a screen reader reads a whole status whenever a part of it changes.
  expect(html).toMatch(/ role="status"[^>]* aria-atomic="false"/);
  expect(html).not.toContain('role="alert"');
});

Deno.test("who writes with nobody chosen is told to choose, and an empty line is no message", () => {
  const control = controlOf();
  expect(control.talk.write("  \n ")).toBe(false);
  expect(control.state.flashes).toEqual([]);
  expect(control.talk.write("Good evening.")).toBe(false);
  expect(wordsOfFlashes(control)).toContain("Select a partner for Chat!");
});

Deno.test("an invitation that nobody answered, and one that was refused, are said", () => {
  const control = controlOf();
  control.refused(null);
  expect(wordsOfFlashes(control)).toContain("Unknown Error! Try again, or contact us at help@vesna.test!");
  const data = { message: "Your credits are running low, please refund your balance.", status: 402 };
  control.refused({ event: "error-event", data: { ...data, code: "insufficient_credits" } });
  expect(control.state.flashes.at(-1)).toMatchObject({ key: "lowCredits", seconds: 7, action: { kind: "buy" } });
  for (const [code, seconds] of [["chat_busy", 3], ["partner_offline", 5], ["partner_offline_video", 5]] as const) {
    control.refused({ event: "error-event", data: { message: code, status: 409, code } });
    expect(control.state.flashes.at(-1)).toMatchObject({ text: code, seconds });
  }
});
