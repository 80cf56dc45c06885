/** Setting the daily limit: a form beside the ledger, answered with the ledger again. */
import { keepSpendingLimit, setSpendingLimit } from "../../../kv/credits/ledger/spending_limit.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext, MemberContext } from "../../http/env.ts";
import { leaveFlash } from "../../http/flash.ts";
import { localHref } from "../../http/page.tsx";
import type { Body } from "../../http/read_input.ts";
import { balancePaths } from "./balance_frame.tsx";
import { showHistory } from "./balance_history.tsx";
import { limitPath } from "./limit_view.tsx";

export const balanceLimitPage: PageDefinition = {
  paths: [limitPath],
  access: "men",
  get: (c) => c.redirect(limitHref(c), 302),
  post: change,
};

const limitHref = (c: AppContext): string => `${localHref(c.var.facts.prefix, balancePaths.history)}#limit`;

async function change(c: MemberContext, body: Body): Promise<Response> {
  const { store } = c.var.deps;
  const manId = c.var.signedIn.user.id;
  if (body.action === "keep") {
    await keepSpendingLimit(store, manId, wholeOf(body.shown));
    return done(c, "balance:limit.flash.kept");
  }
  const entered = typeof body.limit === "string" ? body.limit.trim() : "";
  // An empty field is no limit; everything else must be a whole number.
  const wanted = entered === "" ? null : wholeOf(entered) ?? NaN;
  const set = await setSpendingLimit(store, manId, wanted);
  if (!set.ok) return await showHistory(c, 422, { entered, error: c.var.facts.t("balance:limit.wrong") });
  return done(c, set.limit.pending ? "balance:limit.flash.waits" : "balance:limit.flash.set");
}

/** A whole number that a limit can be; null for anything else. */
const wholeOf = (entered: unknown): number | null =>
  typeof entered === "string" && /^\d{1,6}$/.test(entered) ? Number(entered) : null;

function done(c: AppContext, flash: string): Response {
  leaveFlash(c, "success", flash);
  return c.redirect(limitHref(c), 303);
}
