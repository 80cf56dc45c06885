/** The calls by which somebody objects to a decision, suspended or not, and a guest to the answer to a report. */
import * as z from "zod";
import { appealTextLengthMax, fileAppeal } from "../../kv/safety/appeals.ts";
import { fileGuestAppeal } from "../../kv/safety/guest_appeals.ts";
import { idField } from "../http/fields.ts";
import { defineCall } from "./describing/call.ts";

// A text that is too long for an appeal reaches the noun, which names the fault; one ten times as long does not.
const textField = z.string("required").max(10 * appealTextLengthMax, "too_long");
const states = z.enum(["open", "upheld", "reversed"]);

export const appealCalls = [
  defineCall({
    method: "post",
    path: "/appeals",
    summary:
      "Object to a decision against oneself, or to the answer to a report of one's own, once and within six months; " +
      "another person looks at it again",
    access: "members",
    keptOutMay: true,
    refuses: ["not_found", "appeal_over", "conflict"],
    body: z.object({
      decisionId: idField.describe("Of the decision, as its page and mail have it in their address"),
      text: textField,
    }).loose(),
    answer: z.object({
      appeal: z.object({
        id: z.number().describe("The number of its decision: there is one of each"),
        state: states,
      }),
    }),
    async handle(c, { body: { decisionId, text }, user }) {
      const filed = await fileAppeal(c.var.deps.store, { userId: user.id, decisionId, text });
      if (!filed.ok) return filed;
      return { ok: true, answer: { appeal: { id: decisionId, state: filed.decision.appeal!.state } } };
    },
  }),
  defineCall({
    method: "post",
    path: "/reports/:id/appeal",
    summary:
      "Object to the answer to a report without an account, once and within six months; what is decided comes by mail",
    access: "everyone",
    refuses: ["not_found", "appeal_over", "conflict", "too_many_requests"],
    params: z.object({ id: idField }),
    body: z.object({
      key: z.string("required").max(200, "too_long").describe(
        "As the address in the answer's mail has it after the number",
      ),
      text: textField,
    }).loose(),
    answer: z.object({
      appeal: z.object({ id: z.number().describe("The number of the decision"), state: states }),
    }),
    async handle(c, { params: { id: reportId }, body: { key, text } }) {
      const { deps: { store, wakeJobs }, facts: { address } } = c.var;
      const filed = await fileGuestAppeal(store, { reportId, key, text, address });
      if (!filed.ok) return filed;
      wakeJobs?.();
      const { id, appeal } = filed.decision;
      return { ok: true, answer: { appeal: { id, state: appeal!.state } } };
    },
  }),
];
