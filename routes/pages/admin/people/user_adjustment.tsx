/** Adjusting a man's credits: within bounds, for a reason that he reads, and after a confirmation. */
import { Field } from "../../../../components/fields.tsx";
import { usePage } from "../../../../components/page_context.ts";
import { PersonName } from "../../../../components/person_name.tsx";
import { formatDelta, formatNumber } from "../../../../i18n/format.ts";
import type { User } from "../../../../kv/accounts/users.ts";
import {
  adjust,
  adjustmentCreditsMax,
  adjustmentReasonLengthMax,
  checkAdjustment,
} from "../../../../kv/credits/ledger/adjustments.ts";
import { balanceOf, lastEntry } from "../../../../kv/credits/ledger/ledger.ts";
import { type Refusal, refuse, type Result } from "../../../../kv/store/refusals.ts";
import type { PageDefinition } from "../../../http/define_page.ts";
import type { AppContext } from "../../../http/env.ts";
import { answerPage } from "../../../http/page.tsx";
import { statusOf } from "../../../http/refusal_answer.tsx";
import { ConfirmationForm, ConfirmationProblem, ConfirmationQuestion } from "../confirmation.tsx";
import { type Form, textOf, type Told, toldOf } from "../form.ts";
import { AdminFrame } from "../frame.tsx";
import { userPath, usersPath } from "../paths.ts";
import { answerMan, goBack, type Outcome, ReasonField } from "./credits_parts.tsx";
import { fullNameOf } from "../../../../i18n/names.ts";

export const adjustmentPage: PageDefinition = {
  paths: [`${usersPath}/:id/adjustment`],
  access: "admins",
  get: (c) => answerMan(c, (him) => showAdjustment(c, him, { credits: "", reason: "" })),
  post: (c, body) =>
    answerMan(c, async (him) => {
      const { store } = c.var.deps;
      const asked = { credits: textOf(body.credits).trim(), reason: textOf(body.reason) };
      const checked = checkAsked(asked);
      if (!checked.ok) return await showAdjustment(c, him, asked, { refusal: checked });
      if (body.sure !== "yes") {
        const refusal = await refusalOf(c, him, checked.credits);
        return await showAdjustment(c, him, asked, refusal ? { refusal } : { isSure: body.sure !== "no" });
      }
      const key = keyOf(body);
      // A form that does not say it has seen nothing.
      const seenSeq = Number(textOf(body.seq) || NaN);
      const { credits, reason } = checked;
      const wanted = { manId: him.id, credits, reason, actorId: c.var.signedIn.user.id, key, seenSeq };
      const done = key === "" ? refuse("malformed") : await adjust(store, wanted);
      return done.ok ? goBack(c, him, "adjusted") : await showAdjustment(c, him, asked, { refusal: done });
    }),
};

interface AskedAdjustment {
  credits: string;
  reason: string;
}

const keyOf = ({ key }: Form): string => /^[\w-]{8,100}$/.test(textOf(key)) ? textOf(key) : "";

function checkAsked({ credits: typed, reason }: AskedAdjustment): Result<{ credits: number; reason: string }> {
  const credits = /^[+−-]?\d{1,7}$/.test(typed) ? Number(typed.replace("−", "-")) : NaN;
  return checkAdjustment({ credits, reason });
}

/**
 * Refuses `insufficient_credits` if it would bring him below zero, so that no admin is asked to confirm the impossible.
 * After the confirmation only the ledger checks this: it recognises a form that is sent twice, and does not refuse it.
 */
async function refusalOf(c: AppContext, him: User, credits: number): Promise<Refusal | null> {
  const isTooMuch = credits < 0 && await balanceOf(c.var.deps.store, him.id) + credits < 0;
  return isTooMuch ? refuse("insufficient_credits") : null;
}

async function showAdjustment(
  c: AppContext,
  him: User,
  asked: AskedAdjustment,
  { refusal, isSure = false }: Outcome = {},
): Promise<Response> {
  const { deps: { store }, facts: { t } } = c.var;
  const last = await lastEntry(store, him.id);
  return await answerPage(c, {
    title: t("admin:credits.adjust"),
    robots: "noindex",
    status: statusOf(refusal),
    view: (
      <AdjustmentView
        him={him}
        asked={asked}
        isSure={isSure}
        balanceCredits={last?.balanceAfter ?? 0}
        owedCredits={last?.owedAfter ?? 0}
        lastSeq={last?.seq ?? 0}
        formKey={store.randomToken()}
        {...toldOf(c, refusal?.reason === "insufficient_credits" ? { ...refusal, wording: "adjustment" } : refusal)}
      />
    ),
  });
}

interface AdjustmentViewProps extends Told {
  him: User;
  asked: AskedAdjustment;
  isSure: boolean;
  balanceCredits: number;
  owedCredits: number;
  /** The number of his last entry; 0 for none. */
  lastSeq: number;
  formKey: string;
}

function AdjustmentView(props: AdjustmentViewProps) {
  const { him, asked, isSure, balanceCredits, owedCredits, lastSeq, formKey, errors, problem } = props;
  const { t, locale } = usePage();
  const path = `${userPath(him.id)}/adjustment`;
  const balance = t("common:credits", { count: balanceCredits });
  const credits = Number(asked.credits.replace("−", "-"));
  // Credits that he gets settle what he owes first.
  const settled = Math.min(owedCredits, Math.max(0, credits));
  const told = [
    t("admin:credits.balance", { credits: balance }),
    ...(owedCredits > 0 ? [t("balance:owedAfter", { n: formatNumber(locale, owedCredits) })] : []),
  ];
  return (
    <AdminFrame
      title={t("admin:credits.adjust")}
      lead={told.join(" · ")}
      back={{ path: userPath(him.id), label: <PersonName name={fullNameOf(him)} id={him.id} /> }}
    >
      <ConfirmationProblem message={problem} />
      {isSure
        ? (
          <ConfirmationQuestion
            path={path}
            submit={t("admin:credits.adjust")}
            fields={{ ...asked, key: formKey, seq: String(lastSeq) }}
          >
            <p>
              {t("admin:credits.willAdjust", {
                delta: formatDelta(locale, credits),
                balance,
                after: t("common:credits", { count: balanceCredits + credits - settled }),
              })}
            </p>
            <p>{t("admin:confirmation.reason", { reason: asked.reason })}</p>
          </ConfirmationQuestion>
        )
        : (
          <ConfirmationForm path={path} cancel={userPath(him.id)} submit={t("admin:confirmation.next")}>
            <Field
              id="credits"
              name="credits"
              inputMode="text"
              label={t("admin:credits.number")}
              hint={t("admin:credits.numberHint", { most: formatNumber(locale, adjustmentCreditsMax) })}
              error={errors.credits}
              required
              pattern="[+−\-]?[0-9]{1,5}"
              value={asked.credits}
              autocomplete="off"
            />
            <ReasonField reason={asked.reason} error={errors.reason} lengthMax={adjustmentReasonLengthMax} />
          </ConfirmationForm>
        )}
    </AdminFrame>
  );
}
