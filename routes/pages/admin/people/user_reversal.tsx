/** Giving one charge back: for a reason that he reads, and after a confirmation. */
import { canBeSeen } from "../../../../chat/shared/text.ts";
import { usePage } from "../../../../components/page_context.ts";
import { useDate } from "../../../../components/page_dates.ts";
import { PersonName } from "../../../../components/person_name.tsx";
import { formatDelta } from "../../../../i18n/format.ts";
import type { User } from "../../../../kv/accounts/users.ts";
import type { Entry } from "../../../../kv/credits/ledger/entry.ts";
import { isSpending } from "../../../../kv/credits/ledger/ledger.ts";
import { givenBackOf, refundCharge, refundReasonLengthMax } from "../../../../kv/credits/ledger/refunds.ts";
import { keys } from "../../../../kv/store/keys.ts";
import { refuse } from "../../../../kv/store/refusals.ts";
import { entryDetails } from "../../../credits/entry_details.ts";
import type { PageDefinition } from "../../../http/define_page.ts";
import type { AppContext } from "../../../http/env.ts";
import { answerPage } from "../../../http/page.tsx";
import { idOf } from "../../../http/read_input.ts";
import { answerRefusal, statusOf } from "../../../http/refusal_answer.tsx";
import { ConfirmationForm, ConfirmationProblem, ConfirmationQuestion } from "../confirmation.tsx";
import { textOf, type Told, toldOf } from "../form.ts";
import { AdminFrame } from "../frame.tsx";
import { userPath, usersPath } from "../paths.ts";
import { answerMan, goBack, type Outcome, ReasonField } from "./credits_parts.tsx";
import { fullNameOf } from "../../../../i18n/names.ts";

export const reversalPage: PageDefinition = {
  paths: [`${usersPath}/:id/entries/:seq`],
  access: "admins",
  get: (c) => answerEntry(c, (him, entry) => showReversal(c, him, entry, "")),
  post: (c, body) =>
    answerEntry(c, async (him, entry) => {
      const reason = textOf(body.reason);
      const missing = canBeSeen(reason) ? null : refuse("invalid", { fields: { reason: "required" } });
      if (missing) return await showReversal(c, him, entry, reason, { refusal: missing });
      if (body.sure !== "yes") return await showReversal(c, him, entry, reason, { isSure: body.sure !== "no" });
      const wanted = { manId: him.id, seq: entry.seq, reason, actorId: c.var.signedIn.user.id };
      const done = await refundCharge(c.var.deps.store, wanted);
      if (!done.ok) return await showReversal(c, him, entry, reason, { refusal: done });
      return goBack(c, him, "reversed");
    }),
};

/** Answers about one of his charges, also one that was given back already; any other entry is `not_found`. */
function answerEntry(c: AppContext, answer: (him: User, entry: Entry) => Promise<Response>): Promise<Response> {
  return answerMan(c, async (him) => {
    const { kv } = c.var.deps.store;
    const seq = idOf(c.req.param("seq"));
    const entry = seq === null ? null : (await kv.get<Entry>(keys.entry(him.id, seq))).value;
    return entry && isSpending(entry) ? await answer(him, entry) : await answerRefusal(c, refuse("not_found"));
  });
}

async function showReversal(
  c: AppContext,
  him: User,
  entry: Entry,
  reason: string,
  { refusal, isSure = false }: Outcome = {},
): Promise<Response> {
  const { deps: { store }, facts: { t } } = c.var;
  const isGivenBack = (await givenBackOf(store, him.id, [entry])).size > 0;
  const shown = refusal ?? (isGivenBack ? refuse("already_refunded") : undefined);
  const [words = ""] = await entryDetails(c, [entry]);
  return await answerPage(c, {
    title: t("admin:credits.reverse"),
    robots: "noindex",
    status: statusOf(refusal),
    view: <ReversalView him={him} entry={entry} words={words} reason={reason} isSure={isSure} {...toldOf(c, shown)} />,
  });
}

interface ReversalViewProps extends Told {
  him: User;
  entry: Entry;
  words: string;
  reason: string;
  isSure: boolean;
}

function ReversalView({ him, entry, words, reason, isSure, errors, problem }: ReversalViewProps) {
  const { t, locale } = usePage();
  const date = useDate();
  const path = `${userPath(him.id)}/entries/${entry.seq}`;
  const line = t("admin:credits.line", {
    seq: entry.seq,
    date: date(entry.at, "moment"),
    words,
    credits: formatDelta(locale, entry.deltaCredits),
  });
  const credits = t("common:credits", { count: -entry.deltaCredits });
  return (
    <AdminFrame
      title={t("admin:credits.reverse")}
      lead={line}
      back={{ path: userPath(him.id), label: <PersonName name={fullNameOf(him)} id={him.id} /> }}
    >
      <ConfirmationProblem message={problem} />
      {isSure
        ? (
          <ConfirmationQuestion
            path={path}
            submit={t("admin:credits.reverse")}
            fields={{ reason }}
          >
            <p>{t("admin:credits.willReverse", { credits })}</p>
            <p>{t("admin:confirmation.reason", { reason })}</p>
          </ConfirmationQuestion>
        )
        : problem === null && (
          <ConfirmationForm path={path} cancel={userPath(him.id)} submit={t("admin:confirmation.next")}>
            <ReasonField reason={reason} error={errors.reason} lengthMax={refundReasonLengthMax} />
          </ConfirmationForm>
        )}
    </AdminFrame>
  );
}
