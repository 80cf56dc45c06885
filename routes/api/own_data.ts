/** Calls about one's own data: a copy of it, and the end of the account. */
import * as z from "zod";
import { isStaff } from "../../kv/accounts/users.ts";
import { exportJson } from "../../kv/records/own_data/export.ts";
import { accountOf, ownDataPathOf } from "../account/sides.ts";
import { passwordField } from "../http/fields.ts";
import { localHref } from "../http/page.tsx";
import { prefixOf } from "../middleware/locale.ts";
import { deleteHere } from "../own_data/delete_here.ts";
import { bytesOf, startExport, watched } from "../own_data/running_exports.ts";
import { defineCall } from "./describing/call.ts";

const headers = { "content-type": "application/json; charset=utf-8" };

export const ownDataCalls = [
  defineCall({
    method: "get",
    path: "/users/me/export",
    summary:
      "All of one's own data as JSON, by section; one at a time, five an hour. Opened in a browser it leads to the page",
    access: "members",
    keptOutMay: true,
    refuses: ["export_running", "too_many_requests"],
    answer: z.object({ exportedAt: z.string(), userId: z.number() }).loose(),
    async handle(c, { user }) {
      const { signedIn: { by }, facts: { variant, locale } } = c.var;
      // The page asks for the password; that would be worth nothing if this address, opened in a browser, did not.
      if (by === "cookie" && !isStaff(user) && c.req.header("sec-fetch-mode") === "navigate") {
        const page = ownDataPathOf(accountOf(user.groupId));
        return { ok: true, response: c.redirect(localHref(prefixOf(variant, locale) ?? "", page), 303) };
      }
      // Nobody reads a body after HEAD, and a stream that is not read would keep the turn.
      if (c.req.raw.method === "HEAD") return { ok: true, response: c.body(null, 200, headers) };
      const turn = await startExport(c.var.deps, user.id);
      if (!turn.ok) return turn;
      const stream = watched(bytesOf(exportJson(c.var.deps.store, user)), turn.release);
      return { ok: true, response: c.body(stream, 200, headers) };
    },
  }),
  defineCall({
    method: "delete",
    path: "/users/me",
    summary: "Delete one's account; refund false lets unused purchased credits go, which are paid back otherwise",
    access: "correspondents",
    keptOutMay: true,
    refuses: ["wrong_password", "too_many_requests", "not_found"],
    body: z.object({ password: passwordField, refund: z.boolean("wrong_value").default(true) }).loose(),
    async handle(c, { user, body: { password, refund } }) {
      const deleted = await deleteHere(c, user, { password, wantsRefund: refund });
      return deleted.ok ? { ok: true } : deleted;
    },
  }),
];
