/** The call by which somebody objects to a decision, suspended or not. */
import * as z from "zod";
import { appealTextLengthMax, fileAppeal } from "../../kv/safety/appeals.ts";
import { idField } from "../http/fields.ts";
import { defineCall } from "./describing/call.ts";

export const appealCalls = [
  defineCall({
    method: "post",
    path: "/appeals",
    summary: "Object to a decision against oneself, once and within six months; another person looks at it again",
    access: "members",
    keptOutMay: true,
    refuses: ["not_found", "appeal_over", "conflict"],
    body: z.object({
      decisionId: idField.describe("Of the decision, as its page and mail have it in their address"),
      // Longer ones reach the noun, which names the fault; nothing endless does.
      text: z.string("required").max(10 * appealTextLengthMax, "too_long"),
    }).loose(),
    answer: z.object({
      appeal: z.object({
        id: z.number().describe("The number of its decision: there is one of each"),
        state: z.enum(["open", "upheld", "reversed"]),
      }),
    }),
    async handle(c, { body: { decisionId, text }, user }) {
      const filed = await fileAppeal(c.var.deps.store, { userId: user.id, decisionId, text });
      if (!filed.ok) return filed;
      return { ok: true, answer: { appeal: { id: decisionId, state: filed.decision.appeal!.state } } };
    },
  }),
];
