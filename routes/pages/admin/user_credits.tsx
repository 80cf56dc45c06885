/** Giving one charge back, and adjusting a man's credits: each for a reason that he reads, and after being asked once. */
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { Field } from "../../../components/fields.tsx";
import { usePage } from "../../../components/page_context.ts";
import { formatDate, formatDelta } from "../../../i18n/format.ts";
import { adjust, adjustmentCreditsMax, adjustmentReasonLengthMax, checkAdjustment } from "../../../kv/adjustments.ts";
import { keys } from "../../../kv/keys.ts";
import { balanceOf, type Entry, isSpending } from "../../../kv/ledger.ts";
import { type Refusal, refusals, refuse, type Result } from "../../../kv/refusals.ts";
import { givenBackAfter, refundReasonLengthMax, reverseEntry } from "../../../kv/refunds.ts";
import { man, type User } from "../../../kv/users.ts";
import type { PageDefinition } from "../../define_page.ts";
import { entryDetails } from "../../entry_details.ts";
import type { AppContext } from "../../env.ts";
import { leaveFlash } from "../../flash.ts";
import { answerPage, localHref } from "../../page.tsx";
import { readBody } from "../../read_input.ts";
import { answerRefusal, fieldMessages, messageOf } from "../../refusal_answer.tsx";
import { idOf } from "../mail/sides.ts";
import { DeedForm, DeedProblem, DeedQuestion } from "./deed.tsx";
import { type Form, textOf } from "./form.ts";
import { AdminFrame } from "./frame.tsx";
import { userPath, usersPath } from "./paths.ts";
import { answerAbout } from "./user.tsx";

// ── giving a charge back ──────────────────────────────────────────────────

export const reversalPage: PageDefinition = {
  paths: [`${usersPath}/:id/entries/:seq`],
  access: "admins",
  get: (c) => answerEntry(c, (him, entry) => showReversal(c, him, entry, "")),
  post: (c) =>
    answerEntry(c, async (him, entry) => {
      const body = await readBody(c);
      if (!body.ok) return await answerRefusal(c, body);
      const reason = textOf(body.value.reason);
      const missing = reason.trim() === "" ? refuse("invalid", { fields: { reason: "required" } }) : null;
      if (missing) return await showReversal(c, him, entry, reason, { refusal: missing });
      if (body.value.sure !== "yes") return await showReversal(c, him, entry, reason, { isSure: true });
      const wanted = { manId: him.id, seq: entry.seq, reason, actorId: c.var.signedIn!.user.id };
      const done = await reverseEntry(c.var.house.store, wanted);
      if (!done.ok) return await showReversal(c, him, entry, reason, { refusal: done });
      return goBack(c, him, "reversed");
    }),
};

function answerMan(c: AppContext, answer: (him: User) => Promise<Response>): Promise<Response> {
  return answerAbout(c, (user) => user.groupId === man ? answer(user) : answerRefusal(c, refuse("not_found")));
}

/** A charge of his that was not given back yet; anything else is not here. */
function answerEntry(c: AppContext, answer: (him: User, entry: Entry) => Promise<Response>): Promise<Response> {
  return answerMan(c, async (him) => {
    const { kv } = c.var.house.store;
    const seq = idOf(c.req.param("seq"));
    const entry = seq === null ? null : (await kv.get<Entry>(keys.entry(him.id, seq))).value;
    return entry && isSpending(entry) ? await answer(him, entry) : await answerRefusal(c, refuse("not_found"));
  });
}

interface Outcome {
  refusal?: Refusal;
  isSure?: boolean;
}

async function showReversal(
  c: AppContext,
  him: User,
  entry: Entry,
  reason: string,
  { refusal, isSure = false }: Outcome = {},
): Promise<Response> {
  const { house: { store }, facts: { t } } = c.var;
  const isGivenBack = (await givenBackAfter(store, him.id, entry.seq)).has(entry.seq);
  const shown = refusal ?? (isGivenBack ? refuse("already_refunded") : undefined);
  const [words = ""] = await entryDetails(c, [entry]);
  return await answerPage(c, {
    title: t("admin:credits.reverse"),
    robots: "noindex",
    status: statusOf(refusal),
    view: <ReversalView him={him} entry={entry} words={words} reason={reason} isSure={isSure} {...toldOf(c, shown)} />,
  });
}

interface Told {
  errors: Record<string, string>;
  problem: string | null;
}

const statusOf = (refusal: Refusal | undefined) => (refusal ? refusals[refusal.reason] : 200) as ContentfulStatusCode;

function toldOf(c: AppContext, refusal: Refusal | undefined): Told {
  const errors = fieldMessages(c, refusal?.fields);
  return { errors, problem: refusal && Object.keys(errors).length === 0 ? messageOf(c, refusal) : null };
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
  const path = `${userPath(him.id)}/entries/${entry.seq}`;
  const line = t("admin:credits.line", {
    seq: entry.seq,
    date: formatDate(locale, entry.at, "moment"),
    words,
    credits: formatDelta(locale, entry.deltaCredits),
  });
  const credits = t("common:credits", { count: -entry.deltaCredits });
  return (
    <AdminFrame
      title={t("admin:credits.reverse")}
      lead={line}
      back={{ path: userPath(him.id), label: `${him.firstname} ${him.lastname} #${him.id}` }}
    >
      <DeedProblem message={problem} />
      {isSure
        ? (
          <DeedQuestion path={path} cancel={userPath(him.id)} submit={t("admin:credits.reverse")} fields={{ reason }}>
            <p>{t("admin:credits.willReverse", { credits })}</p>
            <p>{t("admin:deed.reason", { reason })}</p>
          </DeedQuestion>
        )
        : problem === null && (
          <DeedForm path={path} cancel={userPath(him.id)} submit={t("admin:deed.next")}>
            <ReasonField reason={reason} error={errors.reason} lengthMax={refundReasonLengthMax} />
          </DeedForm>
        )}
    </AdminFrame>
  );
}

function ReasonField({ reason, error, lengthMax }: { reason: string; error?: string; lengthMax: number }) {
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

// ── adjusting ─────────────────────────────────────────────────────────────

export const adjustmentPage: PageDefinition = {
  paths: [`${usersPath}/:id/adjustment`],
  access: "admins",
  get: (c) => answerMan(c, (him) => showAdjustment(c, him, { credits: "", reason: "" })),
  post: (c) =>
    answerMan(c, async (him) => {
      const { store } = c.var.house;
      const body = await readBody(c);
      if (!body.ok) return await answerRefusal(c, body);
      const asked = { credits: textOf(body.value.credits).trim(), reason: textOf(body.value.reason) };
      const checked = await checkAsked(c, him, asked);
      if (!checked.ok) return await showAdjustment(c, him, asked, { refusal: checked });
      if (body.value.sure !== "yes") return await showAdjustment(c, him, asked, { isSure: true });
      const key = keyOf(body.value);
      const { credits, reason } = checked;
      const wanted = { manId: him.id, credits, reason, actorId: c.var.signedIn!.user.id, key };
      const done = key === "" ? refuse("malformed") : await adjust(store, wanted);
      return done.ok ? goBack(c, him, "adjusted") : await showAdjustment(c, him, asked, { refusal: done });
    }),
};

interface AskedAdjustment {
  credits: string;
  reason: string;
}

const keyOf = ({ key }: Form): string => /^[\w-]{8,100}$/.test(textOf(key)) ? textOf(key) : "";

/** Also that it would not bring him below zero, so that the question is never about what cannot be. */
async function checkAsked(
  c: AppContext,
  him: User,
  asked: AskedAdjustment,
): Promise<Result<{ credits: number; reason: string }>> {
  const credits = /^[+−-]?\d{1,7}$/.test(asked.credits) ? Number(asked.credits.replace("−", "-")) : NaN;
  const checked = checkAdjustment({ credits, reason: asked.reason });
  if (!checked.ok) return checked;
  const isTooMuch = checked.credits < 0 && await balanceOf(c.var.house.store, him.id) + checked.credits < 0;
  return isTooMuch ? refuse("insufficient_credits") : checked;
}

async function showAdjustment(
  c: AppContext,
  him: User,
  asked: AskedAdjustment,
  { refusal, isSure = false }: Outcome = {},
): Promise<Response> {
  const { house: { store }, facts: { t } } = c.var;
  return await answerPage(c, {
    title: t("admin:credits.adjust"),
    robots: "noindex",
    status: statusOf(refusal),
    view: (
      <AdjustmentView
        him={him}
        asked={asked}
        isSure={isSure}
        balanceCredits={await balanceOf(store, him.id)}
        formKey={store.randomToken()}
        {...toldOf(c, refusal)}
      />
    ),
  });
}

interface AdjustmentViewProps extends Told {
  him: User;
  asked: AskedAdjustment;
  isSure: boolean;
  balanceCredits: number;
  formKey: string;
}

function AdjustmentView({ him, asked, isSure, balanceCredits, formKey, errors, problem }: AdjustmentViewProps) {
  const { t, locale } = usePage();
  const path = `${userPath(him.id)}/adjustment`;
  const balance = t("common:credits", { count: balanceCredits });
  const credits = Number(asked.credits.replace("−", "-"));
  return (
    <AdminFrame
      title={t("admin:credits.adjust")}
      lead={t("admin:credits.balance", { credits: balance })}
      back={{ path: userPath(him.id), label: `${him.firstname} ${him.lastname} #${him.id}` }}
    >
      <DeedProblem message={problem} />
      {isSure
        ? (
          <DeedQuestion
            path={path}
            cancel={userPath(him.id)}
            submit={t("admin:credits.adjust")}
            fields={{ ...asked, key: formKey }}
          >
            <p>
              {t("admin:credits.willAdjust", {
                delta: formatDelta(locale, credits),
                balance,
                after: t("common:credits", { count: balanceCredits + credits }),
              })}
            </p>
            <p>{t("admin:deed.reason", { reason: asked.reason })}</p>
          </DeedQuestion>
        )
        : (
          <DeedForm path={path} cancel={userPath(him.id)} submit={t("admin:deed.next")}>
            <Field
              id="credits"
              name="credits"
              inputMode="text"
              label={t("admin:credits.number")}
              hint={t("admin:credits.numberHint", { most: adjustmentCreditsMax })}
              error={errors.credits}
              required
              pattern="[+−\-]?[0-9]{1,5}"
              value={asked.credits}
              autocomplete="off"
            />
            <ReasonField reason={asked.reason} error={errors.reason} lengthMax={adjustmentReasonLengthMax} />
          </DeedForm>
        )}
    </AdminFrame>
  );
}

function goBack(c: AppContext, him: User, flash: "reversed" | "adjusted"): Response {
  leaveFlash(c, "success", `admin:credits.flash.${flash}`);
  return c.redirect(`${localHref(c.var.facts.prefix, userPath(him.id))}#ledger`, 303);
}
