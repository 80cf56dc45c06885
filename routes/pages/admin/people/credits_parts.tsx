/** What the pages that refund a charge and adjust credits share: the man, the reason that he reads, and the way back. */
import { Field } from "../../../../components/fields.tsx";
import { usePage } from "../../../../components/page_context.ts";
import { man, type User } from "../../../../kv/accounts/users.ts";
import { type Refusal, refuse } from "../../../../kv/store/refusals.ts";
import type { AppContext } from "../../../http/env.ts";
import { leaveFlash } from "../../../http/flash.ts";
import { localHref } from "../../../http/page.tsx";
import { answerRefusal } from "../../../http/refusal_answer.tsx";
import { userPath } from "../paths.ts";
import { answerAbout } from "./user.tsx";

export function answerMan(c: AppContext, answer: (him: User) => Promise<Response>): Promise<Response> {
  return answerAbout(c, (user) => user.groupId === man ? answer(user) : answerRefusal(c, refuse("not_found")));
}

export interface Outcome {
  refusal?: Refusal;
  isSure?: boolean;
}

export function ReasonField({ reason, error, lengthMax }: { reason: string; error?: string; lengthMax: number }) {
  const { t } = usePage();
  return (
    <Field
      id="reason"
      name="reason"
      label={t("admin:credits.reason")}
      hint={t("admin:credits.reasonHint")}
      error={error}
      required
      maxLength={lengthMax}
      value={reason}
      autocomplete="off"
    />
  );
}

export function goBack(c: AppContext, him: User, flash: "reversed" | "adjusted"): Response {
  leaveFlash(c, "success", `admin:credits.flash.${flash}`);
  return c.redirect(`${localHref(c.var.facts.prefix, userPath(him.id))}#ledger`, 303);
}
