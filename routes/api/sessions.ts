/** Calls about where one is signed in, and about the address by which one signs in. */
import * as z from "zod";
import { cancelEmailChange } from "../../kv/accounts/email_change.ts";
import { endOtherSessions, endOwnSession, sessionIdOf, sessionsOf } from "../../kv/accounts/signing_in/sessions.ts";
import { changeEmailForm } from "../account/account_forms.ts";
import { changeEmailHere, confirmEmailHere } from "../account/accounts.ts";
import { deviceOf } from "../account/devices.ts";
import { idField, requiredLine } from "../http/fields.ts";
import { defineCall } from "./describing/call.ts";

const sessionShape = z.object({
  id: z.string(),
  device: z.object({ browser: z.string().nullable(), system: z.string().nullable() }),
  createdAt: z.string(),
  lastSeenAt: z.string().describe("To about five minutes"),
  isCurrent: z.boolean(),
});

export const sessionCalls = [
  defineCall({
    method: "get",
    path: "/users/me/sessions",
    summary: "Where one is logged in, the latest used first",
    access: "members",
    answer: z.object({ sessions: z.array(sessionShape), totalCount: z.number() }),
    async handle(c, { user }) {
      const current = c.var.signedIn.session.tokenHash;
      const sessions = (await sessionsOf(c.var.deps.store, user.id)).map((session) => ({
        id: sessionIdOf(session),
        device: deviceOf(session.userAgent),
        createdAt: new Date(session.createdAt).toISOString(),
        lastSeenAt: new Date(session.lastSeenAt).toISOString(),
        isCurrent: session.tokenHash === current,
      }));
      return { ok: true, answer: { sessions, totalCount: sessions.length } };
    },
  }),
  defineCall({
    method: "delete",
    path: "/users/me/sessions/:id",
    summary: "Log out there",
    access: "members",
    params: z.object({ id: requiredLine(64) }),
    handle: async (c, { params, user }) => {
      const ended = await endOwnSession(c.var.deps.store, user.id, params.id);
      return ended.ok ? { ok: true } : ended;
    },
  }),
  defineCall({
    method: "delete",
    path: "/users/me/sessions",
    summary: "Log out everywhere but here",
    access: "members",
    async handle(c, { user }) {
      await endOtherSessions(c.var.deps.store, user.id, c.var.signedIn.session.tokenHash);
      return { ok: true };
    },
  }),
  defineCall({
    method: "post",
    path: "/users/changeEmail",
    summary: "Wish for another e-mail; it holds once the link that is mailed to it is confirmed",
    access: "members",
    refuses: ["wrong_password", "too_many_requests", "not_found"],
    body: changeEmailForm,
    answer: z.object({ emailChange: z.object({ email: z.string(), expiresAt: z.string() }) }),
    async handle(c, { body, user }) {
      const result = await changeEmailHere(c, user, body);
      if (!result.ok) return result;
      const { email, expiresAt } = result.change;
      return { ok: true, answer: { emailChange: { email, expiresAt: new Date(expiresAt).toISOString() } } };
    },
  }),
  defineCall({
    method: "delete",
    path: "/users/changeEmail",
    summary: "Take the wish for another e-mail back",
    access: "members",
    async handle(c, { user }) {
      await cancelEmailChange(c.var.deps.store, user.id);
      return { ok: true };
    },
  }),
  defineCall({
    method: "post",
    path: "/users/changeEmailConfirm",
    summary: "Confirm another e-mail by the key of the mailed link",
    access: "everyone",
    refuses: ["expired", "too_many_requests"],
    body: z.object({ userId: idField, key: requiredLine(200) }),
    async handle(c, { body }) {
      const result = await confirmEmailHere(c, body);
      return result.ok ? { ok: true } : result;
    },
  }),
];
