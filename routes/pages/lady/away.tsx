/** The page on which a lady says when she is away, and leaves the agency that keeps her profile, each in its own form. */
import * as z from "zod";
import { Button } from "../../../components/buttons.tsx";
import { usePage } from "../../../components/page_context.ts";
import { Notice } from "../../../components/states.tsx";
import { agencyName, agencyOf } from "../../../kv/ladies/agencies/agencies.ts";
import { leaveAgency } from "../../../kv/ladies/agencies/parting.ts";
import { awayAhead, setAway } from "../../../kv/ladies/away.ts";
import { ladyById } from "../../../kv/ladies/ladies.ts";
import { type Refusal, refuse, type Result } from "../../../kv/store/refusals.ts";
import { ladyAccount } from "../../account/sides.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { MemberContext } from "../../http/env.ts";
import { leaveFlash } from "../../http/flash.ts";
import { answerPage, localHref } from "../../http/page.tsx";
import { parseInput } from "../../http/read_input.ts";
import { fieldMessages, messageOf, statusOf } from "../../http/refusal_answer.tsx";
import { readSeen } from "../account/form_values.ts";
import { accountCrumbs, AccountFrame } from "../account/frame.tsx";
import { AwayForm, awayForm, awayMarks } from "../agency/away_form.tsx";

const path = ladyAccount.tabs.away;
/** By what the button does. */
const flashes = { away: "agency:flash.away", back: "agency:flash.back", leave: "agency:flash.left" };
const leaveForm = z.object({ sure: z.string("required") });

export const ladyAwayPage: PageDefinition = {
  paths: [path],
  access: "ladies",
  get: (c) => show(c, null, {}),
  async post(c, body) {
    const done = await doneFrom(c, body);
    if (!done.ok) return await show(c, done, body);
    c.var.deps.wakeJobs?.();
    leaveFlash(c, "success", flashes[body.do as keyof typeof flashes]);
    return c.redirect(localHref(c.var.facts.prefix, path), 303);
  },
};

async function doneFrom(c: MemberContext, body: Record<string, unknown>): Promise<Result<unknown>> {
  const { deps: { store }, signedIn } = c.var;
  const { id } = signedIn.user;
  const asking = { seen: readSeen(body.seen) };
  switch (body.do) {
    case "away": {
      const form = parseInput(awayForm, body);
      return form.ok ? await setAway(store, id, form.value, asking) : form;
    }
    case "back":
      return await setAway(store, id, null, asking);
    case "leave": {
      const form = parseInput(leaveForm, body);
      return form.ok ? await leaveAgency(store, id, id) : form;
    }
    default:
      return refuse("malformed");
  }
}

async function show(c: MemberContext, refusal: Refusal | null, body: Record<string, unknown>): Promise<Response> {
  const { facts: { t }, deps: { store }, signedIn } = c.var;
  const { user } = signedIn;
  const [record, keeper] = await Promise.all([ladyById(store, user.id), agencyOf(store, user)]);
  return await answerPage(c, {
    title: t("account:tabs.away"),
    crumbs: accountCrumbs(c, ladyAccount, "away"),
    robots: "noindex",
    status: statusOf(refusal),
    view: (
      <AccountFrame side={ladyAccount} tab="away" lead={t("agency:own.lead")}>
        {refusal && <Notice tone="bad" role="alert">{messageOf(c, refusal)}</Notice>}
        <section class="split" aria-labelledby="away">
          <div>
            <h2 id="away">{t("agency:away.title")}</h2>
            <p>{t("agency:away.ownText")}</p>
          </div>
          <AwayForm
            action={localHref(c.var.facts.prefix, path)}
            away={awayAhead(record!, store.now())}
            written={body.do === "away" ? body : null}
            errors={fieldMessages(c, refusal?.fields)}
            seen={awayMarks(record!, refusal, body)}
            nowMs={store.now()}
          />
        </section>
        <Keeper name={keeper && agencyName(keeper)} />
      </AccountFrame>
    ),
  });
}

function Keeper({ name }: { name: string | null }) {
  const { t } = usePage();
  return (
    <section class="split" aria-labelledby="agency">
      <div>
        <h2 id="agency">{t("agency:own.title")}</h2>
        <p>{name === null ? t("agency:own.none") : t("agency:own.kept", { name })}</p>
      </div>
      {name !== null && (
        <div class="form">
          <p>{t("agency:own.text")}</p>
          <details>
            <summary>{t("agency:own.leave")}</summary>
            <form class="form" method="post">
              <p>{t("agency:own.leaveText")}</p>
              <input type="hidden" name="do" value="leave" />
              <div>
                <Button type="submit" name="sure" value="yes">{t("agency:own.leaveSure", { name })}</Button>
              </div>
            </form>
          </details>
        </div>
      )}
    </section>
  );
}
