/**
 * GET /chat/socket: the line of the chat. Who comes is known by the session before anything is said; whoever may not
 * come is told so by the code of the closing, because a browser shows a page no other answer.
 */
import type { Hono } from "hono";
import { getCookie } from "hono/cookie";
import { ChatServer } from "../../chat/server/chat_server.ts";
import { pingEverySeconds } from "../../chat/shared/limits.ts";
import { translatorFor } from "../../i18n/translate.ts";
import { isLocale } from "../../i18n/locales.ts";
import { chatLinesMax, openFilesMax } from "../../services/open_files.ts";
import { chatAccess, isAdmitted } from "../access.ts";
import type { AppContext, AppEnv, House } from "../env.ts";
import { localeCookie, preferredLocale, prefixOf } from "../middleware/locale.ts";
import { requestFacts } from "../middleware/request_facts.ts";
import { isSameOrigin } from "../middleware/security.ts";
import { identify } from "../middleware/session.ts";
import { noAvatar } from "../viewer.ts";

const ofHouses = new WeakMap<House, { chat: ChatServer; isOpen: Promise<void> }>();

/** The chat of a house, made and opened with the first call: chats that a server left open when it died are ended. */
export async function openChat(house: House): Promise<ChatServer> {
  let known = ofHouses.get(house);
  if (!known) {
    const chat = new ChatServer({
      store: house.store,
      words: (locale, reason, values) => translatorFor(isLocale(locale) ? locale : "en")(`refusals:${reason}`, values),
      noPhoto: noAvatar,
      callServers: house.config.calls,
      connectionsMax: chatLinesMax(openFilesMax()),
      isShared: house.config.kvUrl !== null || Deno.env.get("DENO_DEPLOYMENT_ID") !== undefined,
      ...house.chatOptions,
    });
    known = { chat, isOpen: chat.open() };
    ofHouses.set(house, known);
  }
  await known.isOpen;
  return known.chat;
}

/** Ends the chats of a house and lets everybody go; nothing where nobody ever chatted. */
export async function shutChat(house: House): Promise<void> {
  const known = ofHouses.get(house);
  if (!known) return;
  await known.isOpen.catch(() => {});
  await known.chat.shut();
}

/** Comes before what writes headers on every answer: that of a socket cannot take any. */
export function mountChatSocket(app: Hono<AppEnv>, house: House): void {
  app.get("/chat/socket", requestFacts(house), (c) => answerSocket(c));
}

async function answerSocket(c: AppContext): Promise<Response> {
  if (c.req.header("upgrade")?.toLowerCase() !== "websocket") {
    return new Response("This address speaks WebSocket.", { status: 426, headers: { upgrade: "websocket" } });
  }
  const [chat, signedIn] = await Promise.all([openChat(c.var.house), identify(c)]);
  if (!chat.hasRoom) return new Response(null, { status: 503, headers: { "retry-after": "5" } });
  // All that is read of the request is read before the upgrade, which ends it.
  // Without an Origin it is no browser, which alone sends a cookie that its user did not mean to.
  const isForeign = c.req.header("origin") !== undefined && !isSameOrigin(c);
  const locale = localeOf(c, signedIn?.user.locale ?? "en");
  // Deno asks after half of this time without a frame, and gives up after the whole of it.
  const idleTimeout = 2 * (c.var.house.chatOptions?.pingEverySeconds ?? pingEverySeconds);
  const { socket, response } = Deno.upgradeWebSocket(c.req.raw, { idleTimeout });
  if (isForeign) {
    chat.refuse(socket, "noChatForThis", "wrong origin");
  } else if (!signedIn) {
    chat.refuse(socket, "notSignedIn", "not signed in");
  } else if (!isAdmitted(chatAccess, signedIn.user.groupId)) {
    chat.refuse(socket, "noChatForThis", "no chat for this role");
  } else {
    const { user, session: { tokenHash } } = signedIn;
    chat.accept(socket, { user, tokenHash, locale });
  }
  return response;
}

/** The language of the address, else of the cookie or the browser, else of the person, as far as the host has it. */
function localeOf(c: AppContext, personal: string): string {
  const { variant, prefix, locale } = c.var.facts;
  if (prefix !== "") return locale;
  const wanted = preferredLocale(getCookie(c, localeCookie), c.req.header("accept-language")) ?? personal;
  return isLocale(wanted) && prefixOf(variant, wanted) !== null ? wanted : locale;
}
