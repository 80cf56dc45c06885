/** The account page about safety: the site's notices and decisions, whom one has blocked, what became of one's reports. */
import { type ComponentChildren, Fragment } from "preact";
import { Button } from "../../../components/buttons.tsx";
import { Avatar, Mark } from "../../../components/marks.tsx";
import { usePage } from "../../../components/page_context.ts";
import { useDate } from "../../../components/page_dates.ts";
import { PersonName } from "../../../components/person_name.tsx";
import type { Store } from "../../../kv/open.ts";
import { mayAppealAnswer } from "../../../kv/safety/appeals.ts";
import { blockedBy } from "../../../kv/safety/blocks.ts";
import { decisionsAgainst } from "../../../kv/safety/decisions.ts";
import { isFraudStill } from "../../../kv/safety/fraud_cases.ts";
import { type Notice as StaffNotice, noticesOf, readNotice, unreadNotices } from "../../../kv/safety/notices.ts";
import { type Addition, additionsTo, type Report, reportById, reportsOf } from "../../../kv/safety/reports.ts";
import { type AccountSide, ladyAccount, manAccount } from "../../account/sides.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { MemberContext } from "../../http/env.ts";
import { answerPage } from "../../http/page.tsx";
import { type Body, textIn } from "../../http/read_input.ts";
import { decisionPath } from "../../safety/statement.ts";
import { ladyBackgroundsPath, manBackgroundPath } from "../../safety/background_links.ts";
import { accountCrumbs, AccountFrame } from "../account/frame.tsx";
import { type Partner, partnersOf } from "../mail/partners.ts";
import { blockedAnchor, ownSafetyHref, UnblockForm } from "./block_page.tsx";
import { DecisionList } from "./decisions_view.tsx";
import { NoticeWords, type Told } from "./notice_views.tsx";
import { Prose } from "../../../components/prose.tsx";
import { sideOf } from "./people.ts";
import { nobody } from "../../../kv/store/ids.ts";

/** Rows of each list; longer ones are cut. */
const shownAtMost = 100;

const accountPage = (side: AccountSide): PageDefinition => ({
  paths: [side.safetyPath],
  access: side.access,
  get: (c) => show(c, side),
  post: act,
});

export const safetyAccountPages = [accountPage(manAccount), accountPage(ladyAccount)];

const noticeAnchor = (id: string): string => `notice-${id}`;

/** Marks a notice as read, and goes on at it. */
async function act(c: MemberContext, body: Body): Promise<Response> {
  const notice = textIn(body.notice);
  if (notice === "" || notice.length > 200) return c.redirect(ownSafetyHref(c), 303);
  await readNotice(c.var.deps.store, c.var.signedIn.user.id, notice);
  return c.redirect(`${ownSafetyHref(c)}#${encodeURIComponent(noticeAnchor(notice))}`, 303);
}

async function show(c: MemberContext, side: AccountSide): Promise<Response> {
  const { store } = c.var.deps;
  const { user } = c.var.signedIn;
  const blockedIds = [...await blockedBy(store, user.id)].slice(0, shownAtMost);
  const [{ reports }, decisions] = await Promise.all([
    reportsOf(store, user.id, { page: 1, limit: shownAtMost }),
    decisionsAgainst(store, user.id),
  ]);
  const additions = await additionsTo(store, reports);
  const told = await tell(c, (await noticesOf(store, user.id)).slice(0, shownAtMost));
  const reportedIds = reports.map(({ reportedId }) => reportedId).filter((id) => id !== null);
  const people = await partnersOf(c, sideOf(user), [...blockedIds, ...reportedIds]);
  const { t } = c.var.facts;
  return await answerPage(c, {
    title: t("account:tabs.safety"),
    description: t("safety:page.description"),
    crumbs: accountCrumbs(c, side, "safety"),
    robots: "noindex",
    view: (
      <AccountFrame side={side} tab="safety" lead={t("account:lead.safety")}>
        {told.length > 0 && <Notices told={told} />}
        {decisions.length > 0 && (
          <Part name="decisions">
            <DecisionList decisions={decisions.slice(0, shownAtMost)} person={user} />
          </Part>
        )}
        {store.asksBackground && <Background side={side} />}
        <Blocked people={blockedIds.map((id) => people.get(id)!)} />
        <Reports
          reports={reports}
          additions={additions}
          people={people}
          mayAppeal={(report) => mayAppealAnswer(store, report)}
        />
      </AccountFrame>
    ),
  });
}

/** The newest notice that the reader has not marked as read. */
export async function newsFor(c: MemberContext): Promise<Told | null> {
  const [newest] = await unreadNotices(c.var.deps.store, c.var.signedIn.user.id);
  return newest ? (await tell(c, [newest]))[0]! : null;
}

/** Adds to each notice the person whom it is about. */
async function tell(c: MemberContext, notices: StaffNotice[]): Promise<Told[]> {
  const { store } = c.var.deps;
  const { user } = c.var.signedIn;
  const ids = await Promise.all(notices.map((notice) => subjectOf(store, notice)));
  const [people, takenBack] = await Promise.all([
    partnersOf(c, sideOf(user), ids.filter((id) => id !== null)),
    // Whichever case the notice told of: if she is kept out as a fraud again, it was not wrong.
    Promise.all(
      notices.map(async (each) => each.kind === "fraud" && !await isFraudStill(store, { ladyId: each.ladyId })),
    ),
  ]);
  return notices.map((notice, at) => ({
    notice,
    person: people.get(ids[at] ?? 0) ?? null,
    isTakenBack: takenBack[at]!,
  }));
}

async function subjectOf(store: Store, notice: StaffNotice): Promise<number | null> {
  if (notice.kind === "fraud" || notice.kind === "background_answered") return notice.ladyId;
  if (notice.kind === "background_shown") return notice.manId;
  return notice.kind === "report_answered" ? (await reportById(store, notice.reportId))?.reportedId ?? null : null;
}

function Part({ name, children }: { name: string; children: ComponentChildren }) {
  const { t } = usePage();
  return (
    <section class="split" id={name} aria-labelledby={`${name}-title`}>
      <div>
        <h2 id={`${name}-title`}>{t(`safety:${name}.title`)}</h2>
        <p>{t(`safety:${name}.text`)}</p>
      </div>
      <div>{children}</div>
    </section>
  );
}

/** The link to his own statement, or to the statements that she was shown. */
function Background({ side }: { side: AccountSide }) {
  const { t, href } = usePage();
  const isHers = side === ladyAccount;
  return (
    <Part name={isHers ? "backgrounds" : "background"}>
      <p>
        <a href={href(isHers ? ladyBackgroundsPath : manBackgroundPath)}>
          {t(isHers ? "background:lady.title" : "background:title")}
        </a>
      </p>
    </Part>
  );
}

function Notices({ told }: { told: readonly Told[] }) {
  const { t } = usePage();
  const date = useDate();
  return (
    <Part name="notices">
      <ul class="told">
        {told.map(({ notice, ...about }) => (
          <li key={notice.id} id={noticeAnchor(notice.id)}>
            <p class="small soft">
              <time datetime={new Date(notice.at).toISOString()}>{date(notice.at)}</time>{" "}
              {notice.readAt === null && <Mark>{t("safety:notices.unread")}</Mark>}
            </p>
            <NoticeWords told={{ notice, ...about }} answerHref={(id) => `#report-${id}`} />
            {notice.readAt === null && (
              <form method="post">
                <Button type="submit" tone="quiet" small name="notice" value={notice.id}>
                  {t("safety:notices.read")}
                </Button>
              </form>
            )}
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Blocked({ people }: { people: readonly Partner[] }) {
  const { t } = usePage();
  return (
    <Part name="blocked">
      {people.length === 0 ? <p class="soft">{t("safety:blocked.none")}</p> : (
        <ul class="places">
          {people.map(({ id, name, avatar, place }) => (
            <li key={id} id={blockedAnchor(id)}>
              <div class="with-face">
                <Avatar src={avatar} />
                <div>
                  <p>
                    <b>
                      <PersonName name={name} />
                    </b>
                  </p>
                  {place && <p class="small soft">{place}</p>}
                </div>
              </div>
              <UnblockForm id={id} name={name} />
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

interface ReportsProps {
  reports: readonly Report[];
  /** To all of these reports. */
  additions: readonly Addition[];
  people: Map<number, Partner>;
  /** Whether the answer may still be appealed against. */
  mayAppeal: (report: Report) => boolean;
}

function Reports({ reports, additions, people, mayAppeal }: ReportsProps) {
  const { t } = usePage();
  return (
    <Part name="reports">
      {reports.length === 0 ? <p class="soft">{t("safety:reports.none")}</p> : (
        <ul class="told">
          {reports.map((each) => (
            <ReportRow
              key={each.id}
              report={each}
              additions={additions.filter(({ reportId }) => reportId === each.id)}
              name={people.get(each.reportedId ?? nobody)?.name ?? t("balance:somebody")}
              mayAppeal={mayAppeal(each)}
            />
          ))}
        </ul>
      )}
    </Part>
  );
}

interface ReportRowProps {
  report: Report;
  additions: readonly Addition[];
  name: string;
  mayAppeal: boolean;
}

function ReportRow({ report, additions, name, mayAppeal }: ReportRowProps) {
  const { t, href } = usePage();
  const date = useDate();
  const { id, category, text, filedAt, answeredAt, outcome, words, decisionId } = report;
  return (
    <li id={`report-${id}`}>
      <p>
        <b>{t("safety:reports.about", { name, category: t(`safety:category.${category}`) })}</b>
      </p>
      <p class="small soft">{t("safety:reports.on", { date: date(filedAt) })}</p>
      {text && <Prose text={text} />}
      {additions.map(({ number, addedAt, text }) => (
        <Fragment key={number}>
          <p class="small soft">{t("safety:reports.added", { date: date(addedAt) })}</p>
          {text && <Prose text={text} />}
        </Fragment>
      ))}
      {answeredAt === null || outcome === null
        ? <p class="small">{t("safety:reports.waiting")}</p>
        : (
          <div class="told__answer">
            <p class="small soft">{t("safety:reports.answered", { date: date(answeredAt) })}</p>
            <p>{t(`safety:outcome.${outcome}`)}</p>
            {words && <Prose text={words} />}
            {decisionId !== undefined && (
              <p>
                <a href={href(decisionPath(decisionId))}>{t(`guestReports:mail.${mayAppeal ? "object" : "open"}`)}</a>
              </p>
            )}
          </div>
        )}
    </li>
  );
}
