/** Calls about credits. */
import * as z from "zod";
import type { Entry } from "../../kv/credits/ledger/entry.ts";
import { history } from "../../kv/credits/ledger/history.ts";
import { entryDetails } from "../credits/entry_details.ts";
import { historyFields, historyFilterOf } from "../credits/history_filter.ts";
import { pagingFields } from "../http/fields.ts";
import { defineCall } from "./describing/call.ts";

const rowShape = z.object({
  id: z.number(),
  date: z.string(),
  details: z.string(),
  credits: z.number(),
  operation: z.string(),
  balance: z.number(),
});

export const balanceCalls = [
  defineCall({
    method: "get",
    path: "/users/me/balance/history",
    summary: "The movements of one's credits, newest first; of one kind and between two days, where asked",
    access: "men",
    query: z.object({ ...pagingFields, ...historyFields }).loose(),
    answer: z.object({ history: z.array(rowShape), totalCount: z.number() }),
    async handle(c, { query, user }) {
      const { entries, totalCount } = await history(c.var.deps.store, user.id, query, historyFilterOf(query));
      const details = await entryDetails(c, entries);
      const row = (entry: Entry, position: number): z.infer<typeof rowShape> => ({
        id: entry.seq,
        date: new Date(entry.at).toISOString(),
        details: details[position] ?? "",
        credits: entry.deltaCredits,
        operation: entry.operation,
        balance: entry.balanceAfter,
      });
      return { ok: true, answer: { history: entries.map(row), totalCount } };
    },
  }),
];
