/** One person as a page: facts, photos, reports by and about her or him, a man's ledger and payments, and the audit log. */
import { ButtonLink } from "../../../../components/buttons.tsx";
import { Mark } from "../../../../components/marks.tsx";
import { type PageContext, usePage } from "../../../../components/page_context.ts";
import { useDate } from "../../../../components/page_dates.ts";
import { Notice } from "../../../../components/states.tsx";
import { PersonName } from "../../../../components/person_name.tsx";
import { datesFor, formatDate } from "../../../../i18n/format.ts";
import { stateOf } from "../../../../kv/accounts/directory.ts";
import { isStaff, lady, man, type User } from "../../../../kv/accounts/users.ts";
import { agencyName } from "../../../../kv/ladies/agencies/agencies.ts";
import type { LadyPhoto, LadyRecord } from "../../../../kv/ladies/record.ts";
import type { ReadRecord } from "../../../../kv/records/audit_pages.ts";
import type { Report } from "../../../../kv/safety/reports.ts";
import type { Approval } from "../../../../kv/vetting/approvals.ts";
import type { ShownText } from "../../../../kv/vetting/shown_texts.ts";
import { missingOf, type Verification } from "../../../../kv/vetting/verifications.ts";
import { placeName } from "../../../account/country_names.ts";
import { AdminFrame } from "../frame.tsx";
import { actionLabel } from "../log/action_names.ts";
import {
  approvalsPath,
  backgroundPath,
  fraudPath,
  logPath,
  photoTakedownPath,
  reportPath,
  suspensionPath,
  userPath,
  usersPath,
  verificationPath,
} from "../paths.ts";
import { Section } from "./section.tsx";
import { UserTexts } from "./user_texts.tsx";
import { mayBecomeFraud, StandingSuspension } from "./suspension_parts.tsx";
import { type LedgerPage, LedgerSection, type PaymentsPage, PaymentsSection } from "./user_money.tsx";
import { fullNameOf } from "../../../../i18n/names.ts";

interface UserViewProps {
  user: User;
  /** Whether men in the United States state their background here. */
  asksBackground: boolean;
  isMyself: boolean;
  /** A lady's profile; null for anybody else. */
  record: LadyRecord | null;
  /** As it holds now; null for somebody who never needed one. */
  verification: Verification | null;
  /** The agency that keeps her profile. */
  agency: User | null;
  photos: (LadyPhoto & { isShown: boolean })[];
  /** What others see of her or his words. */
  texts: ShownText[];
  /** What she or he asked for and nobody has decided yet. */
  waiting: Approval[];
  sessionCount: number;
  reports: { filed: Report[]; about: Report[] };
  log: ReadRecord[];
  ledger: LedgerPage | null;
  payments: PaymentsPage | null;
}

export function UserView(props: UserViewProps) {
  const { user, asksBackground, isMyself, record, photos, texts, waiting, reports, log, ledger, payments } = props;
  const { t, href } = usePage();
  const date = useDate();
  const state = stateOf(user, record?.isPublished ?? false);
  const { suspension } = user;
  return (
    <AdminFrame
      title={<PersonName name={fullNameOf(user) || t("admin:nobody")} />}
      lead={
        <>
          {[`#${user.id}`, t(`admin:group.${user.groupId}`)].join(" · ")}{" "}
          {state !== "active" && <Mark tone={state === "suspended" ? "seal" : "ink"}>{t(`admin:state.${state}`)}</Mark>}
        </>
      }
      back={{ path: usersPath, label: t("admin:users.title") }}
    >
      {suspension && <StandingSuspension suspension={suspension} />}
      {waiting.length > 0 && (
        <Notice>
          <p>{t("admin:user.waiting")}</p>
          <ul>
            {waiting.map(({ id, kind, askedAt }) => (
              <li key={id}>
                <a href={`${href(approvalsPath)}?after=${id - 1}`}>{t(`admin:approvals.kind.${kind}`)}</a>{" "}
                <span class="soft">{date(askedAt, "moment")}</span>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <Facts {...props} />
      {!isMyself && (
        <p class="row">
          <ButtonLink href={href(suspensionPath(user.id))} tone="quiet" small>
            {t(suspension ? "admin:suspension.reinstate" : "admin:suspension.suspend")}
          </ButtonLink>
          {mayBecomeFraud(user) && (
            <ButtonLink href={href(fraudPath(user.id))} tone="quiet" small>{t("admin:suspension.toFraud")}</ButtonLink>
          )}
          {user.groupId === man && (
            <ButtonLink href={href(`${userPath(user.id)}/adjustment`)} tone="quiet" small>
              {t("admin:credits.adjust")}
            </ButtonLink>
          )}
          {user.groupId === man && asksBackground && (
            <ButtonLink href={href(backgroundPath(user.id))} tone="quiet" small>
              {t("admin:background.title")}
            </ButtonLink>
          )}
        </p>
      )}
      {photos.length > 0 && (
        <Section id="photos" title={t("admin:user.photos", { count: photos.length })}>
          <ul class="admin__photos">
            {photos.map((photo) => (
              <li key={photo.id}>
                <a href={photo.sizes.large ?? photo.path}>
                  <img src={photo.sizes.medium} alt={photo.caption ?? t("admin:user.photo")} loading="lazy" />
                </a>
                {!photo.isShown && <small class="faint">{t("admin:user.photoWaits")}</small>}
                {photo.isShown && !isMyself && (
                  <ButtonLink href={href(photoTakedownPath(user.id, photo.id))} tone="quiet" small>
                    {t("admin:takedown.submit")}
                  </ButtonLink>
                )}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {texts.length > 0 && <UserTexts user={user} texts={texts} mayTakeDown={!isMyself} />}
      <Section id="reports" title={t("admin:user.reports")}>
        <ReportList title={t("admin:user.reportsAbout")} reports={reports.about} />
        <ReportList title={t("admin:user.reportsBy")} reports={reports.filed} />
        {reports.about.length + reports.filed.length === 0 && <p class="soft">{t("admin:user.noReports")}</p>}
      </Section>
      {ledger && <LedgerSection user={user} ledger={ledger} />}
      {payments && <PaymentsSection user={user} {...payments} />}
      <Section id="log" title={t("admin:user.log")}>
        {log.length === 0 ? <p class="soft">{t("admin:user.noLog")}</p> : <LogList log={log} />}
        <p>
          <a href={href(`${logPath}?subject=user:${user.id}`)}>{t("admin:user.wholeLog")}</a>
        </p>
      </Section>
    </AdminFrame>
  );
}

function Facts({ user, record, verification, agency, sessionCount }: UserViewProps) {
  const page = usePage();
  const date = useDate();
  const { t, locale, href } = page;
  const place = placeName(locale, user.city, user.countryId);
  const facts: [name: string, value: string | null, path?: string][] = [
    ["email", user.email],
    ["unreachable", user.unreachable ? date(user.unreachable.at, "moment") : null],
    ["birthdate", isStaff(user) ? null : formatDate(locale, Date.parse(user.birthdate))],
    ["place", place],
    ["phone", user.phone],
    ["address", [user.address, user.zipCode].filter(Boolean).join(", ")],
    ["language", t(`admin:language.${user.locale}`)],
    ["joined", date(user.createdAt, "moment")],
    ["sessions", String(sessionCount)],
    ["published", record?.firstTimeActivatedAt ? date(record.firstTimeActivatedAt) : null],
    ["listed", record?.isPublished ? t(`admin:user.${record.isUnlisted ? "unlisted" : "listed"}`) : null],
  ];
  if (user.groupId === lady && record) {
    const words = verification ? verifiedWords(page, verification) : t("admin:user.unverified");
    facts.push(["verification", words, verificationPath(user.id)]);
  }
  if (agency) facts.push(["agency", agencyName(agency), userPath(agency.id)]);
  return (
    <dl class="admin__facts">
      {facts.map(([name, value, path]) =>
        value && (
          <div key={name}>
            <dt>{t(`admin:user.fact.${name}`)}</dt>
            <dd>{path ? <a href={href(path)}>{value}</a> : value}</dd>
          </div>
        )
      )}
    </dl>
  );
}

function verifiedWords({ t, ...reader }: PageContext, verification: Verification): string {
  const date = datesFor(reader);
  const { verifiedAt, endsAt, ended } = verification;
  if (verifiedAt !== null && endsAt !== null) {
    return t("admin:user.verifiedUntil", { date: date(verifiedAt), end: date(endsAt) });
  }
  if (ended) return t("admin:user.ended", { date: date(ended.at) });
  const missing = missingOf(verification).map((each) => t(`admin:user.missing.${each}`));
  return [t("admin:user.unverified"), missing.join(t("search:comma"))].filter(Boolean).join(" · ");
}

function ReportList({ title, reports }: { title: string; reports: Report[] }) {
  const { t, href } = usePage();
  const date = useDate();
  if (reports.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul class="admin__writings">
        {reports.map(({ id, category, filedAt, outcome }) => (
          <li key={id}>
            <a href={href(reportPath(id))}>{t(`safety:category.${category}`)}</a>
            <span class="small soft">
              {[date(filedAt), t(`admin:reports.outcome.${outcome ?? "open"}`)].join(" · ")}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function LogList({ log }: { log: ReadRecord[] }) {
  const { t, href } = usePage();
  const date = useDate();
  return (
    <ul class="admin__writings">
      {log.map(({ recordId, record }) => (
        <li key={recordId}>
          <span>
            <strong>{actionLabel(t, record.action)}</strong>{" "}
            <span class="soft">
              <time datetime={new Date(record.at).toISOString()}>{date(record.at, "moment")}</time>
              {record.actorId !== null && (
                <>
                  {" "}· <a href={href(userPath(record.actorId))}>#{record.actorId}</a>
                </>
              )}
            </span>
          </span>
          {typeof record.details.reason === "string" && <span class="small">{record.details.reason}</span>}
        </li>
      ))}
    </ul>
  );
}
