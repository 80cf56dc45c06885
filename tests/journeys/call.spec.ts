/**
 * Calls between two real browsers over a site and a relay of their own: each way to connect, each way to fail, each way to
 * end. Whatever happens, his history says exactly what was seen, and nothing of a call is left behind.
 */
import { type Browser, test } from "@playwright/test";
import { freePort } from "../../tools/free_port.ts";
import { until } from "../patience.ts";
import { betweenNetworks, whyNotBetweenNetworks } from "../calls/between_networks.ts";
import { callBrowser } from "../calls/browsers.ts";
import { devicesCome, devicesFail } from "../calls/devices.ts";
import {
  accepts,
  asks,
  button,
  call,
  type Caller,
  chargesOf,
  comes,
  expect,
  hangsUp,
  hidesAddress,
  invitation,
  isOver,
  stateOf,
  t,
  timePasses,
  trouble,
  turnTo,
} from "../calls/people.ts";
import { startSteppedSite, type SteppedCallSite } from "../calls/site.ts";
import { turn as turnToCall } from "../calls/one_at_a_time.ts";
import { factsOf, pictureMoves } from "../calls/watch.ts";
import { withoutRelay } from "../calls/without_relay.ts";
import { startTurnServer, turnSecret, type TurnServer, turnServerPath } from "../servers/turn_server.ts";
import { told } from "./flashes.ts";

const noRelay = turnServerPath() ? null : "no coturn on this machine: calls through a relay are not tested";
const whyNotNetworks = whyNotBetweenNetworks();
const turnPort = freePort();

let site: SteppedCallSite;
let turn: TurnServer | null = null;
let browsers: Browser[] = [];
let he: Caller;
let she: Caller;
/** How many charges he had before the test. */
let before = 0;
/** Lets the next caller make calls. */
let giveOn: () => void;
/** What has to wait long runs beside the other tests, with sites of its own. */
let apart: Record<"withoutRelay" | "betweenNetworks", Promise<void>> | undefined;

test.describe.configure({ mode: "default" });

test.beforeAll(async () => {
  turn = noRelay ? null : await startTurnServer({ port: turnPort });
  const relay = { TURN_URLS: urls(), TURN_SECRET: turnSecret };
  [site, ...browsers] = await Promise.all([startSteppedSite({ env: turn ? relay : {} }), callBrowser(), callBrowser()]);
  [he, she] = await Promise.all([
    comes(browsers[0]!, { side: "man", origin: site.origin, name: "James" }),
    comes(browsers[1]!, { side: "lady", origin: site.origin, name: "Olena" }),
  ]);
  apart = {
    withoutRelay: withoutRelay(),
    betweenNetworks: whyNotNetworks ? Promise.resolve() : betweenNetworks(),
  };
  // If one fails, the test that waits for it reports that.
  for (const each of Object.values(apart)) each.catch(() => {});
});

test.beforeEach(async () => {
  giveOn = await turnToCall();
  before = he.page.isClosed() ? 0 : (await chargesOf(he)).length;
});

test.afterEach(() => giveOn());

test.afterAll(async () => {
  await Promise.allSettled(Object.values(apart ?? {}));
  const audit = await site?.audit();
  await Promise.all([...browsers.map((browser) => browser.close()), site?.end(), turn?.stop()]);
  expect(audit).toBe("every invariant holds");
});

const urls = () => ["udp", "tcp"].map((way) => `turn:127.0.0.1:${turnPort}?transport=${way}`).join();
const devices = ["camera", "microphone"];
const charges = () => chargesOf(he, before);

test("a call goes from browser to browser; either hangs up, and a minute that she cuts short goes back", async () => {
  await hidesAddress(she, false);
  expect(await call(he, she)).toMatchObject({ from: { local: "host" }, to: { local: "host" } });
  expect(await charges()).toEqual(["video_chat -5"]);
  await test.step("one's own picture is a hundred pixels wide and high", async () => {
    const own = await he.page.locator(".call__own").boundingBox();
    expect({ width: own?.width, height: own?.height }).toEqual({ width: 100, height: 100 });
  });
  await test.step("text beside the picture is free", async () => {
    await he.page.getByLabel(t("chat:message"), { exact: true }).fill("Good evening");
    await he.page.keyboard.press("Enter");
    await expect(she.page.getByRole("log")).toContainText("Good evening");
  });
  await test.step("a camera that is switched off is closed, and she is told", async () => {
    await he.page.locator(".call").getByRole("button", { name: t("call:cameraOff") }).click();
    await expect(she.page.getByText(t("call:partner.camera.off", { name: "James" }))).toBeVisible();
    expect((await factsOf(he.page)).liveTracks).toBe(1);
    await he.page.locator(".call").getByRole("button", { name: t("call:cameraOn") }).click();
    await pictureMoves(she.page);
  });
  await timePasses(site, he);
  await hangsUp(he);
  await isOver(he, she);
  expect(await charges()).toEqual(["video_chat -5"]);

  await test.step("she asks, he accepts, she hangs up", async () => {
    await call(she, he);
    await hangsUp(she);
    await isOver(he, she);
    expect(await charges()).toEqual(["video_chat -5", "video_chat -5", "refund 5"]);
  });
  await hidesAddress(she, true);
});

test("a lady's call goes through the relay, by datagrams or, where none pass, over TCP", async () => {
  test.skip(noRelay !== null, noRelay ?? "");
  const relayed = { local: "relay", relayProtocol: "udp" };
  await call(he, she);
  // On a busy machine TCP to the relay may be there first; the better path is taken once it is there.
  await expect.poll(async () => (await factsOf(she.page)).path).toMatchObject(relayed);
  expect(turn!.socketCount()).toBeGreaterThan(4);
  await hangsUp(she);
  await isOver(he, she);
  expect(await charges()).toEqual(["video_chat -5", "refund 5"]);

  await turn!.stop();
  turn = await startTurnServer({ port: turnPort, isTcpOnly: true });
  await hidesAddress(he, true);
  const ways = await call(he, she);
  for (const way of [ways.from, ways.to]) expect(way).toMatchObject({ ...relayed, relayProtocol: "tcp" });
  await hangsUp(she);
  await isOver(he, she);
  expect(await charges()).toEqual(["video_chat -5", "refund 5", "video_chat -5", "refund 5"]);
});

test("a relay that does not know the secret is said so, whoever needs it, and nothing is charged", async () => {
  test.skip(noRelay !== null, noRelay ?? "");
  await turn!.stop();
  turn = await startTurnServer({ port: turnPort, secret: "another one" });
  await hidesAddress(he, false);
  await asks(he, she);
  await accepts(she);
  await expect(trouble(she)).toContainText(t("call:problem.relay", { name: "James" }));
  // She may know it before her answer is there: then the call begins all the same, and with it its 20 seconds. Or she
  // ends the call herself, and he hears of that at once.
  const isConnecting = () => stateOf(he).getByText(t("call:phase.connecting", { name: "Olena" })).isVisible();
  await until(async () => await isConnecting() || await trouble(he).isVisible(), "the call at his side");
  await site.step(20);
  await expect(trouble(he)).toContainText(t("call:problem.no_path", { name: "Olena" }));
  await expect(trouble(he)).toContainText(t("call:uncharged"));
  await isOver(he, she);
  await expect.poll(async () => (await charges()).filter((each) => each !== "video_chat -5" && each !== "refund 5"))
    .toEqual([]);
  const entries = await charges();
  expect(entries.filter((each) => each === "refund 5").length).toBe(entries.length / 2);
  await turn!.stop();
  turn = await startTurnServer({ port: turnPort });
});

test("from writing to seeing each other and back, no minute is paid twice", async () => {
  await turnTo(he, she);
  const textChat = he.page.locator(".chat__with").getByRole("button", { name: t("chat:textChat") });
  await expect(textChat).not.toHaveAttribute("aria-disabled", "true");
  await textChat.click();
  await she.page.getByRole("dialog", { name: t("chat:invitation.text") })
    .getByRole("button", { name: t("chat:accept") }).click();
  await expect(he.page.locator(".chat__meter")).toContainText(/0:\d\d/);
  expect(await charges()).toEqual(["chat_session -1"]);
  await call(he, she);
  expect(await charges()).toEqual(["chat_session -1", "refund 1", "video_chat -5"]);
  await timePasses(site, he);
  await button(he, t("call:toText")).click();
  await isOver(he, she);
  expect(await charges()).toEqual(["chat_session -1", "refund 1", "video_chat -5"]);
  await call(she, he);
  expect(await charges()).toEqual(["chat_session -1", "refund 1", "video_chat -5"]);
  await hangsUp(he);
  await isOver(he, she);
  expect(await charges()).toEqual(["chat_session -1", "refund 1", "video_chat -5"]);
});

test("a call that he takes over on another device goes on there alone, without another charge", async () => {
  await call(he, she);
  const phone = await comes(browsers[0]!, { side: "man", origin: site.origin, name: "James" });
  await button(phone, t("call:rejoin")).click();
  await Promise.all([phone, she].map(({ page }) => pictureMoves(page)));
  await isOver(he);
  await expect(he.page.getByText(t("call:elsewhere"))).toBeVisible();
  await timePasses(site, phone);
  await hangsUp(phone);
  await isOver(phone, she);
  expect(await charges()).toEqual(["video_chat -5"]);
  await phone.context.close();
});

test("each device that fails is told in words of its own, and tried again; who has no camera is heard", async () => {
  await test.step("his are not allowed, then in use, then not there; then they are, and she is asked", async () => {
    await Promise.all([he, she].map(({ context }) => context.clearPermissions()));
    await asks(he, she);
    await expect(trouble(he)).toContainText(t("call:problem.denied"));
    await he.context.grantPermissions(devices);
    for (const [kind, name] of [["busy", "NotReadableError"], ["none", "NotFoundError"]]) {
      const mend = await devicesFail(he, name!);
      await button(he, t("chat:retry")).click();
      await expect(trouble(he)).toContainText(t(`call:problem.${kind}`));
      await mend();
    }
    await expect(invitation(she)).toBeHidden();
    await button(he, t("chat:retry")).click();
    await expect(stateOf(he)).toContainText(t("call:phase.waiting", { name: "Olena" }));
  });
  await test.step("hers are not allowed: she hears why, and he is not charged", async () => {
    await accepts(she);
    await expect(invitation(she).getByRole("alert")).toContainText(t("call:problem.denied"));
    await invitation(she).getByRole("button", { name: t("chat:decline") }).click();
    await told(he.page, t("chat:flash.declinedVideo", { name: "Olena" }));
    await isOver(he, she);
    expect(await charges()).toEqual([]);
    await she.context.grantPermissions(devices);
  });
  await test.step("she has a microphone alone: the call stands, and both know it", async () => {
    const browser = await callBrowser({ hasNoCamera: true });
    browsers.push(browser);
    const yulia = await comes(browser, { side: "lady", origin: site.origin, name: "Yulia" });
    const come = await devicesCome(yulia);
    await asks(he, yulia);
    const accept = invitation(yulia).getByRole("button", { name: t("chat:accept") });
    await expect(accept).not.toHaveAttribute("aria-disabled", "true");
    const place = await accept.boundingBox();
    expect(place).not.toBeNull();
    await come();
    await expect(invitation(yulia)).toContainText(t("call:preview.noCamera", { name: "James" }));
    expect(await accept.boundingBox(), "what she is about to press stays under her finger").toEqual(place);
    await accepts(yulia);
    await pictureMoves(yulia.page);
    await expect(he.page.getByText(t("call:partner.camera.none", { name: "Yulia" }))).toBeVisible();
    await hangsUp(yulia);
    await isOver(he, yulia);
    expect(await charges()).toEqual(["video_chat -5", "refund 5"]);
  });
});

test("a window that is closed ends the call twenty seconds later, by the rule of whose it was", async () => {
  const [wei, daria] = await Promise.all([
    comes(browsers[0]!, { side: "man", origin: site.origin, name: "Wei" }),
    comes(browsers[1]!, { side: "lady", origin: site.origin, name: "Daria" }),
  ]);
  const lines = await site.chatLines();
  await call(wei, daria);
  await daria.page.close();
  await call(he, she);
  const elsewhere: Caller = { ...he, page: await he.context.newPage() };
  await elsewhere.page.goto("/en/man/balance");
  await timePasses(site, he);
  await he.page.close();
  await expect.poll(() => site.chatLines()).toBe(lines - 2);
  await site.step(20);
  await isOver(wei, she);
  await expect.poll(() => chargesOf(wei)).toEqual(["video_chat -5", "refund 5"]);
  expect(await chargesOf(elsewhere, before)).toEqual(["video_chat -5"]);
});

test("without a relay both agree to a direct call, and nobody waits for ever", async () => {
  giveOn();
  await apart!.withoutRelay;
});

test("between two routers calls stand, outlive 8 s without a line, and end after 40", async () => {
  test.skip(whyNotNetworks !== null, `calls between networks are not tested: ${whyNotNetworks}`);
  giveOn();
  await apart!.betweenNetworks;
});
