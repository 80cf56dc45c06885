/**
 * GET /chat/socket: the connection of the chat. A person who may not connect is refused before there is a connection, as
 * by any call. Browsers do not show this answer to a page, which asks for it by HEAD (contract, "Socket").
 */
import type { Hono } from "hono";
import { getCookie } from "hono/cookie";
import { ChatServer } from "../../chat/server/chat_server.ts";
import { frameBytesMax, pingEverySeconds } from "../../chat/shared/limits.ts";
import { isLocale } from "../../i18n/locales.ts";
import { translatorFor } from "../../i18n/translate.ts";
import type { User } from "../../kv/accounts/users.ts";
import { mayChat } from "../../kv/chats/pairs.ts";
import { refuse, type Result } from "../../kv/store/refusals.ts";
import type { Caller } from "../../services/http/server.ts";
import { chatConnectionsMax, openFilesMax } from "../../services/open_files.ts";
import { chatAccess, isAdmitted } from "../http/access.ts";
import type { AppContext, AppEnv, Dependencies, SignedIn } from "../http/env.ts";
import { nextDayFor } from "../http/next_day.ts";
import { answerRefusal } from "../http/refusal_answer.tsx";
import { noAvatar } from "../http/viewer.ts";
import { localeCookie, preferredLocale, prefixOf } from "../middleware/locale.ts";
import { isSameOrigin } from "../middleware/security.ts";
import { identify } from "../middleware/session.ts";

/** The chat of a site, made and opened with the first call. Opening it ends chats that a server left open when it died. */
export async function openChat(deps: Dependencies): Promise<ChatServer> {
  if (!deps.running.chat) {
    const server = new ChatServer({
      store: deps.store,
      words(reader, reason, values) {
        const locale = isLocale(reader.locale) ? reader.locale : "en";
        return translatorFor(locale)(`refusals:${reason}`, {
          nextDay: nextDayFor({ locale, zone: reader.zone }, deps.store.now()),
          ...values,
        });
      },
      noPhoto: noAvatar,
      formerName: (locale) => translatorFor(locale)("mail:formerMember"),
      translator: deps.liveTranslator,
      callServers: deps.config.calls,
      connectionsMax: chatConnectionsMax(openFilesMax()),
      isShared: !deps.store.memory.isTrusted,
      ...deps.chatOptions,
    });
    deps.running.chat = { server, isOpen: server.open() };
  }
  const { server, isOpen } = deps.running.chat;
  await isOpen;
  return server;
}

/** Ends the chats of a site and disconnects everybody; does nothing if the chat was never opened. */
export async function shutChat(deps: Dependencies): Promise<void> {
  const { chat } = deps.running;
  if (!chat) return;
  await chat.isOpen.catch(() => {});
  await chat.server.shut();
}

export function mountChatSocket(app: Hono<AppEnv>): void {
  app.get("/chat/socket", (c) => answerSocket(c));
}

async function answerSocket(c: AppContext): Promise<Response> {
  const { deps, facts } = c.var;
  const isAsking = c.req.method === "HEAD";
  if (!isAsking && c.req.header("upgrade")?.toLowerCase() !== "websocket") {
    c.header("upgrade", "websocket");
    return await answerRefusal(c, refuse("upgrade_required"));
  }
  const { openSocket } = c.env as Partial<Caller>;
  if (!isAsking && !openSocket) {
    c.header("sec-websocket-version", "13");
    return await answerRefusal(c, refuse("malformed"));
  }
  const [chat, signedIn] = await Promise.all([openChat(deps), identify(c)]);
  const admission = await admit(c, signedIn);
  // From here to the open connection nothing is awaited, so that no two take the last place.
  const refusal = admission.ok ? chat.refusalOf(admission.user.id, facts.address) : admission;
  if (refusal) {
    chat.counters.connectionsRefused++;
    return await answerRefusal(c, refusal);
  }
  if (isAsking || !admission.ok) return c.body(null, 204);
  const socket = openSocket!({
    frameBytesMax,
    pingEverySeconds: deps.chatOptions?.pingEverySeconds ?? pingEverySeconds,
  });
  const { user, tokenHash } = admission;
  if (socket) chat.accept(socket, { user, tokenHash, address: facts.address, locale: localeOf(c, user.locale) });
  return switched();
}

/**
 * Whose connection it would be. Refuses `wrong_origin`, `not_signed_in`, also if `user` names somebody else (a page that
 * stayed open while another person signed in must not go on as that person), `wrong_role` and `not_published`.
 */
async function admit(c: AppContext, signedIn: SignedIn | null): Promise<Result<{ user: User; tokenHash: string }>> {
  // Without an Origin it is not a browser, and only browsers send a cookie that their user did not mean to send.
  if (c.req.header("origin") !== undefined && !isSameOrigin(c)) return refuse("wrong_origin");
  const meant = c.req.query("user");
  if (!signedIn || (meant !== undefined && meant !== String(signedIn.user.id))) return refuse("not_signed_in");
  const { user, session: { tokenHash } } = signedIn;
  if (!isAdmitted(chatAccess, user.groupId)) return refuse("wrong_role");
  if (!await mayChat(c.var.deps.store, user)) return refuse("not_published");
  return { ok: true, user, tokenHash };
}

/** The answer as it is counted and logged for a request that became a connection; it is never sent. */
const switched = (): Response => Object.defineProperty(new Response(), "status", { value: 101 });

/** The language of the address, else of the cookie or the browser, else of the person, if the host serves it. */
function localeOf(c: AppContext, personal: string): string {
  const { variant, prefix, locale } = c.var.facts;
  if (prefix !== "") return locale;
  const wanted = preferredLocale(getCookie(c, localeCookie), c.req.header("accept-language")) ?? personal;
  return isLocale(wanted) && prefixOf(variant, wanted) !== null ? wanted : locale;
}
