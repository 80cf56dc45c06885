/** The admins' home page: everything that waits, how much of it and since when, at one glance. */
import { Button } from "../../../../components/buttons.tsx";
import { classNames } from "../../../../components/class_names.ts";
import { Field } from "../../../../components/fields.tsx";
import { usePage } from "../../../../components/page_context.ts";
import { Notice } from "../../../../components/states.tsx";
import { formatNumber } from "../../../../i18n/format.ts";
import { mailSilentSince } from "../../../../kv/accounts/mail_silence.ts";
import { type PendingKind, type Waiting, whatWaits } from "../../../../kv/records/pending_work.ts";
import { isBackupLate } from "../../../../services/last_backup.ts";
import type { PageDefinition } from "../../../http/define_page.ts";
import type { AppContext } from "../../../http/env.ts";
import { answerPage } from "../../../http/page.tsx";
import { AdminFrame, ageOf } from "../frame.tsx";
import {
  appealsPath,
  approvalsPath,
  backgroundsPath,
  homePath,
  mattersAnchor,
  messagesPath,
  paymentPath,
  refundRequestsPath,
  reportsPath,
  usersPath,
  verificationsPath,
} from "../paths.ts";

/** The page for each kind of work; null for disputes, which link to a payment, and translations, which translators do. */
const pages: Record<PendingKind, string | null> = {
  approvals: approvalsPath,
  liveChecks: verificationsPath,
  reports: reportsPath,
  appeals: appealsPath,
  messages: messagesPath,
  refunds: refundRequestsPath,
  matters: `${refundRequestsPath}#${mattersAnchor}`,
  disputes: null,
  backgrounds: backgroundsPath,
  translations: null,
};

const adminHomePage: PageDefinition = {
  paths: [homePath],
  access: "admins",
  async get(c) {
    const { deps: { store, running }, facts: { t } } = c.var;
    const [waiting, backup, silentSince] = await Promise.all([
      whatWaits(store),
      lateBackup(c),
      mailSilentSince(store),
    ]);
    return await answerPage(c, {
      title: t("admin:desk.title"),
      robots: "noindex",
      view: (
        <HomeView
          waiting={waiting}
          backup={backup}
          isMailRefused={running.mailDoubts.isSiteRefused}
          mailSilentSince={silentSince}
          nowMs={store.now()}
        />
      ),
    });
  },
};

export const adminHomePages: PageDefinition[] = [adminHomePage];

/** When the last backup was made, if that is too long ago; null for never; undefined if it is not, or not known here. */
async function lateBackup(c: AppContext): Promise<number | null | undefined> {
  const { store, lastBackupAt } = c.var.deps;
  if (!lastBackupAt) return undefined;
  const lastAt = await lastBackupAt();
  return isBackupLate(lastAt, store.now()) ? lastAt : undefined;
}

interface HomeViewProps {
  waiting: Waiting[];
  backup: number | null | undefined;
  isMailRefused: boolean;
  /** Since when no mail was taken for whatever reason; null if some are. */
  mailSilentSince: number | null;
  nowMs: number;
}

function HomeView({ waiting, backup, isMailRefused, mailSilentSince, nowMs }: HomeViewProps) {
  const { t, href } = usePage();
  const isCalm = waiting.every(({ count }) => count === 0);
  return (
    <AdminFrame title={t("admin:desk.title")} lead={t(isCalm ? "admin:desk.calm" : "admin:desk.lead")}>
      {backup !== undefined && (
        <Notice>
          {backup === null ? t("admin:desk.backupNone") : t("admin:desk.backupLate", { age: ageOf(t, backup, nowMs) })}
        </Notice>
      )}
      {isMailRefused
        ? <Notice>{t("admin:desk.mailRefused")}</Notice>
        : mailSilentSince !== null && (
          <Notice>{t("admin:desk.mailSilent", { age: ageOf(t, mailSilentSince, nowMs) })}</Notice>
        )}
      <section aria-label={t("admin:desk.waiting")}>
        <ul class="admin__waits">
          {waiting.map((each) => <Row key={each.kind} waiting={each} nowMs={nowMs} />)}
        </ul>
      </section>
      <section aria-labelledby="find">
        <h2 id="find">{t("admin:users.find")}</h2>
        <form class="admin__find" method="get" action={href(usersPath)}>
          <Field id="q" name="q" type="search" label={t("admin:users.field")} autocomplete="off" maxLength={100} />
          <Button type="submit" tone="quiet">{t("admin:users.search")}</Button>
        </form>
      </section>
    </AdminFrame>
  );
}

function Row({ waiting: { kind, count, oldestAt, paymentId }, nowMs }: { waiting: Waiting; nowMs: number }) {
  const { t, href, locale } = usePage();
  const label = t(`admin:desk.kind.${kind}`);
  const page = paymentId === undefined ? pages[kind] : paymentPath(paymentId);
  return (
    <li>
      <strong class={classNames(count === 0 && "none")}>{formatNumber(locale, count)}</strong>
      {page ? <a href={href(page)}>{label}</a> : <span>{label}</span>}
      <small>
        {oldestAt === null ? t("admin:desk.none") : t("admin:desk.oldest", { age: ageOf(t, oldestAt, nowMs) })}
      </small>
    </li>
  );
}
