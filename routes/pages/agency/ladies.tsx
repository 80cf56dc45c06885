/** The agency's ladies in one table, and the drafts that wait for an answer. */
import { Button, ButtonLink } from "../../../components/buttons.tsx";
import { usePage } from "../../../components/page_context.ts";
import { useDate } from "../../../components/page_dates.ts";
import { StackedTable } from "../../../components/stacked_table.tsx";
import { Empty, Notice } from "../../../components/states.tsx";
import { LabelWithName, PersonName } from "../../../components/person_name.tsx";
import { formatDate } from "../../../i18n/format.ts";
import type { User } from "../../../kv/accounts/users.ts";
import { type AgencyDraft, changeDraft, draftsOfAgency, ladiesOfAgency } from "../../../kv/ladies/agencies/agencies.ts";
import { backOn } from "../../../kv/ladies/away.ts";
import { isNameWaiting, pendingNameOf } from "../../../kv/ladies/profile/first_names.ts";
import { ladyById } from "../../../kv/ladies/ladies.ts";
import { isChangeWaiting, profileChangeOf } from "../../../kv/ladies/profile/profile_changes.ts";
import { isShown } from "../../../kv/ladies/record.ts";
import { type Refusal, refuse } from "../../../kv/store/refusals.ts";
import { isWaiting, photoRejectionsOf, photosOf, rejectionsToldToAgency } from "../../../kv/vetting/photos.ts";
import { takenDownLately, toldToAgency } from "../../../kv/vetting/takedowns.ts";
import { verificationOf } from "../../../kv/vetting/verifications.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext, MemberContext } from "../../http/env.ts";
import { leaveFlash } from "../../http/flash.ts";
import { neighbourOf } from "../../http/neighbour.ts";
import { answerPage, localHref } from "../../http/page.tsx";
import { answerRefusal, messageOf, statusOf } from "../../http/refusal_answer.tsx";
import { askedFacts } from "../lady/asked_facts.tsx";
import { ladiesPath, ladyPath, missingWords, newLadyPath } from "./paths.ts";

const flashes = { send_again: "agency:flash.sentAgain", withdraw: "agency:flash.withdrawn" } as const;

export const agencyLadiesPage: PageDefinition = {
  paths: [ladiesPath],
  access: "agencies",
  get: (c) => show(c, null),
  async post(c, body) {
    const what = body.do;
    if (what !== "send_again" && what !== "withdraw") return await answerRefusal(c, refuse("malformed"));
    const { deps: { store }, signedIn } = c.var;
    const draftId = String(body.draftId).slice(0, 100);
    const ids = (await draftsOfAgency(store, signedIn.user.id)).map(({ id }) => id);
    const changed = await changeDraft(store, signedIn.user.id, draftId, what);
    if (!changed.ok) return changed.reason === "not_found" ? await answerRefusal(c, changed) : await show(c, changed);
    c.var.deps.wakeJobs?.();
    leaveFlash(c, "success", flashes[what]);
    const next = what === "withdraw" ? neighbourOf(ids, draftId) : draftId;
    return c.redirect(
      localHref(c.var.facts.prefix, ladiesPath) + (next === undefined ? "" : `#${draftAnchor(next)}`),
      303,
    );
  },
};

const draftAnchor = (id: string): string => `draft-${id}`;

interface Row {
  id: number;
  name: string;
  state: string;
  waiting: number;
  /** Whether something that was asked for her was refused and is to be corrected. */
  isRefused: boolean;
  /** Whether something of her profile was taken down, and a text of it not written anew. */
  isTakenDown: boolean;
  backOn: string | null;
}

async function show(c: MemberContext, refusal: Refusal | null): Promise<Response> {
  const { facts: { t }, deps: { store }, signedIn } = c.var;
  const { id } = signedIn.user;
  const [ladies, drafts] = await Promise.all([ladiesOfAgency(store, id), draftsOfAgency(store, id)]);
  if (refusal?.retryAfterSeconds) c.header("retry-after", String(refusal.retryAfterSeconds));
  return await answerPage(c, {
    title: t("agency:ladies.title"),
    description: t("agency:description"),
    robots: "noindex",
    status: statusOf(refusal),
    view: (
      <LadiesView
        rows={await Promise.all(ladies.map((user) => rowOf(c, user)))}
        drafts={drafts}
        problem={refusal && messageOf(c, refusal)}
      />
    ),
  });
}

async function rowOf(c: AppContext, user: User): Promise<Row> {
  const { facts: { t, locale }, deps: { store } } = c.var;
  const [record, verification, change, name, photos, rejections, takenDown] = await Promise.all([
    ladyById(store, user.id),
    verificationOf(store, user.id),
    profileChangeOf(store, user.id),
    pendingNameOf(store, user.id),
    photosOf(store, user),
    photoRejectionsOf(store, user.id),
    takenDownLately(store, user.id),
  ]);
  const missing = missingWords(t, record!, verification);
  const back = backOn(record!, store.now());
  return {
    id: user.id,
    name: user.firstname,
    state: isShown(record!)
      ? t("agency:ladies.shown")
      : missing
      ? t("agency:ladies.notShown", { missing })
      : t("agency:ladies.rests"),
    waiting: Number(isChangeWaiting(change)) + Number(isNameWaiting(name)) + photos.filter(isWaiting).length,
    isRefused: askedFacts(c, change, name).refused.length + rejectionsToldToAgency(rejections).length > 0,
    isTakenDown: toldToAgency(takenDown, record!).length > 0,
    backOn: back && formatDate(locale, Date.parse(back), "short"),
  };
}

function LadiesView({ rows, drafts, problem }: { rows: Row[]; drafts: AgencyDraft[]; problem: string | null }) {
  const { t, href } = usePage();
  return (
    <div class="wrap admin">
      <header>
        <h1>{t("agency:ladies.title")}</h1>
        <p class="soft">{t("agency:ladies.lead")}</p>
        <ButtonLink href={href(newLadyPath)} icon="plus">{t("agency:nav.new")}</ButtonLink>
      </header>
      {problem && <Notice tone="bad" role="alert">{problem}</Notice>}
      {rows.length === 0
        ? <Empty title={t("agency:ladies.none")} heading="h2">{t("agency:ladies.noneText")}</Empty>
        : <Table rows={rows} />}
      {drafts.length > 0 && <Drafts drafts={drafts} />}
    </div>
  );
}

function Table({ rows }: { rows: Row[] }) {
  const { t, href } = usePage();
  return (
    <StackedTable
      columns={[t("agency:ladies.name"), t("agency:ladies.state"), t("agency:ladies.waits"), t("agency:ladies.away")]}
    >
      {rows.map(({ id, name, state, waiting, isRefused, isTakenDown, backOn }) => (
        <tr role="row" key={id}>
          <th scope="row" role="rowheader">
            <a href={href(ladyPath(id))}>
              <PersonName name={name} />
            </a>{" "}
            <span class="faint">{t("agency:lady.number", { id })}</span>
          </th>
          <td role="cell">{state}</td>
          <td role="cell">
            {waiting > 0
              ? t("agency:ladies.waiting", { count: waiting })
              : !isRefused && !isTakenDown && t("agency:ladies.nothing")}
            {[isRefused && "refused", isTakenDown && "takenDown"].filter((each) => each !== false).map((each) => (
              <p key={each}>
                <a href={href(ladyPath(id))}>{t(`agency:ladies.${each}`)}</a>
              </p>
            ))}
          </td>
          <td role="cell" class={backOn ? undefined : "none"}>
            {backOn ? t("agency:ladies.back", { date: backOn }) : "–"}
          </td>
        </tr>
      ))}
    </StackedTable>
  );
}

function Drafts({ drafts }: { drafts: AgencyDraft[] }) {
  const { t, href } = usePage();
  const date = useDate();
  const day = (atMs: number) => date(atMs, "short");
  return (
    <section aria-labelledby="drafts">
      <h2 id="drafts">{t("agency:ladies.drafts")}</h2>
      <p class="soft">{t("agency:ladies.draftsText")}</p>
      <ul class="agency__mine">
        {drafts.map(({ id, firstname: name, email, createdAt, expiresAt }) => (
          <li key={id} id={draftAnchor(id)}>
            <div>
              <h3>
                <PersonName name={name} />
              </h3>
              <p>
                {t("agency:ladies.sentTo", { email, date: day(createdAt) })}&nbsp;·{" "}
                {t("agency:ladies.until", { date: day(expiresAt) })}
              </p>
            </div>
            <form class="actions" method="post" action={href(ladiesPath)}>
              <input type="hidden" name="draftId" value={id} />
              <Button
                type="submit"
                small
                tone="quiet"
                name="do"
                value="send_again"
              >
                <LabelWithName
                  short={t("agency:ladies.sendAgain")}
                  sentence={t("agency:ladies.sendAgainTo", { name })}
                  name={name}
                />
              </Button>
              <Button
                type="submit"
                small
                tone="plain"
                name="do"
                value="withdraw"
              >
                <LabelWithName
                  short={t("agency:ladies.withdraw")}
                  sentence={t("agency:ladies.withdrawOf", { name })}
                  name={name}
                />
              </Button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  );
}
