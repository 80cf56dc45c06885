/** What the site has to tell: on the account page and, until it is marked as read, in the mailbox. */
import { Button } from "../../../components/buttons.tsx";
import { useDate } from "../../../components/page_dates.ts";
import { usePage } from "../../../components/page_context.ts";
import { Prose } from "../../../components/prose.tsx";
import { Notice } from "../../../components/states.tsx";
import { gapOf, paragraphOf } from "../../../i18n/locales.ts";
import type { Notice as StaffNotice } from "../../../kv/safety/notices.ts";
import { safetyPathOf } from "../../account/sides.ts";
import { ladyBackgroundPath, manBackgroundFor, manBackgroundPath } from "../../safety/background_links.ts";
import { decisionPath } from "../../safety/statement.ts";
import type { Partner } from "../mail/partners.ts";

/** A notice with what is known of its subject. */
export interface Told {
  notice: StaffNotice;
  /** The person of whom it tells, or whom the report was about. */
  person: Partner | null;
  /** For a fraud: whether she was let in again since. */
  isTakenBack: boolean;
}

interface NoticeWordsProps {
  told: Told;
  /** The address at which the answer to a report is read. */
  answerHref: (reportId: number) => string;
}

export function NoticeWords({ told: { notice, person, isTakenBack }, answerHref }: NoticeWordsProps) {
  const { t, locale } = usePage();
  const name = person?.name ?? t("balance:somebody");
  if (notice.kind === "fraud") {
    return isTakenBack ? <TakenBackWords notice={notice} name={name} /> : <FraudWords notice={notice} name={name} />;
  }
  if (notice.kind === "published") return <PublishedWords />;
  if (isOfBackground(notice)) {
    return <BackgroundWords notice={notice} name={name} isReachable={person?.canReceive === true} />;
  }
  if (notice.kind === "warned") {
    return (
      <>
        <p>
          <b>{t("safety:warned.title")}</b>
        </p>
        <p>{t("safety:warned.lead")}</p>
        <Prose text={notice.words} />
        {notice.decisionId !== undefined && <ToDecision decisionId={notice.decisionId} />}
      </>
    );
  }
  if (notice.kind === "appeal_answered") {
    return (
      <>
        <p>{t("decisions:answered")}</p>
        <ToDecision decisionId={notice.decisionId} />
      </>
    );
  }
  return (
    <p>
      {t("safety:notices.answer", { name })}
      {gapOf(locale)}
      <a href={answerHref(notice.reportId)}>{t("safety:notices.toAnswer")}</a>
    </p>
  );
}

type BackgroundNotice = StaffNotice & { kind: "background_shown" | "background_searched" | "background_answered" };

const isOfBackground = (notice: StaffNotice): notice is BackgroundNotice => notice.kind.startsWith("background_");

/** Tells a lady that a man asks for her consent, or a man that he may ask for it or what she answered. */
function BackgroundWords(
  { notice, name, isReachable }: { notice: BackgroundNotice; name: string; isReachable: boolean },
) {
  const { t, href, locale } = usePage();
  if (notice.kind === "background_shown") {
    return (
      <p>
        {t("background:notice.shown", { name })}
        {isReachable && (
          <>
            {gapOf(locale)}
            <a href={href(ladyBackgroundPath(notice.manId))}>{t("background:notice.toShown")}</a>
          </>
        )}
      </p>
    );
  }
  const isSearched = notice.kind === "background_searched";
  const words = isSearched ? "searched" : notice.isConsent ? "consented" : "refused";
  const path = isSearched ? manBackgroundPath : manBackgroundFor(notice.ladyId);
  return (
    <p>
      {t(`background:notice.${words}`, { name })}
      {gapOf(locale)}
      <a href={href(path)}>{t("background:toPage")}</a>
    </p>
  );
}

function ToDecision({ decisionId }: { decisionId: number }) {
  const { t, href } = usePage();
  return (
    <p>
      <a href={href(decisionPath(decisionId))}>{t("decisions:open")}</a>
    </p>
  );
}

function PublishedWords() {
  const { t, href, locale } = usePage();
  return (
    <>
      <p>
        <b>{t("safety:published.title")}</b>
      </p>
      <p>
        {t("safety:published.lead")}
        {gapOf(locale)}
        <a href={href("/lady/mail/inbox")}>{t("safety:published.link")}</a>
      </p>
    </>
  );
}

interface FraudProps {
  notice: StaffNotice & { kind: "fraud" };
  name: string;
}

/** Tells that a correspondent was no fraud after all. */
function TakenBackWords({ notice, name }: FraudProps) {
  const { t, href, locale } = usePage();
  return (
    <>
      <p>
        <b>{t("safety:fraud.takenBack.title", { name })}</b>
      </p>
      <p>{t("safety:fraud.takenBack.lead")}</p>
      {notice.refundedCredits > 0 && (
        <p>
          {t("safety:fraud.takenBack.credits")}
          {gapOf(locale)}
          <a href={href("/man/balance/history")}>{t("safety:fraud.history")}</a>
        </p>
      )}
    </>
  );
}

/** Tells what became of a correspondent who was a fraud, and of the credits. */
function FraudWords({ notice, name }: FraudProps) {
  const { t, href, locale } = usePage();
  const date = useDate();
  const { refundedCredits, lastContactAt } = notice;
  return (
    <>
      <p>
        <b>{t("safety:fraud.title", { name })}</b>
      </p>
      <p>
        {paragraphOf(locale, [
          t("safety:fraud.lead", { name }),
          lastContactAt !== undefined && t("safety:fraud.lastContact", { date: date(lastContactAt) }),
        ])}
      </p>
      <p>
        {refundedCredits > 0
          ? t("safety:fraud.refunded", { credits: t("common:credits", { count: refundedCredits }) })
          : t("safety:fraud.nothing")}
        {gapOf(locale)}
        <a href={href("/man/balance/history")}>{t("safety:fraud.history")}</a>
      </p>
      <p>
        {t("safety:fraud.advice")}
        {gapOf(locale)}
        <a href={href("/anti-scam-guide")}>{t("safety:fraud.guide")}</a>
      </p>
    </>
  );
}

/** The newest notice that was not marked as read, at the head of the mailbox. */
export function SiteNotices({ told }: { told: Told | null }) {
  const { t, href, viewer } = usePage();
  if (!told) return null;
  const path = href(safetyPathOf(viewer!.groupId));
  return (
    <Notice role="status">
      <div class="told__news">
        <NoticeWords told={told} answerHref={(id) => `${path}#report-${id}`} />
        <form method="post" action={path}>
          <Button type="submit" tone="quiet" small name="notice" value={told.notice.id}>
            {t("safety:notices.read")}
          </Button>
        </form>
      </div>
    </Notice>
  );
}
