/** Calls by which a man, or any other member, changes the own record. */
import * as z from "zod";
import { refuse } from "../../kv/store/refusals.ts";
import { changeOwnHere } from "../account/own_changes.ts";
import { manForm, ownForm } from "../account/profile_forms.ts";
import { idField } from "../http/fields.ts";
import { defineCall } from "./describing/call.ts";
import { ownOf, ownShape } from "./describing/own_shape.ts";

export const manCalls = [
  defineCall({
    method: "patch",
    path: "/men/:id",
    summary: "Change one's own profile; what is left out stays",
    access: "men",
    refuses: ["forbidden", "too_many_requests"],
    params: z.object({ id: idField }),
    body: manForm,
    answer: z.object({ man: ownShape }),
    async handle(c, { params, body, user }) {
      // Nothing is told of another man, not even whether he exists.
      if (params.id !== user.id) return refuse("forbidden");
      const changed = await changeOwnHere(c, user, body);
      return changed.ok ? { ok: true, answer: { man: await ownOf(c, changed.user) } } : changed;
    },
  }),
  defineCall({
    method: "patch",
    path: "/users",
    summary: "Change one's own record; what a lady shows of herself waits for approval",
    access: "members",
    refuses: ["wrong_role", "not_found", "too_many_requests"],
    body: ownForm,
    answer: z.object({ user: ownShape }),
    async handle(c, { body, user }) {
      const changed = await changeOwnHere(c, user, body);
      if (!changed.ok) return changed;
      c.var.deps.wakeJobs?.();
      return { ok: true, answer: { user: await ownOf(c, changed.user) } };
    },
  }),
];
