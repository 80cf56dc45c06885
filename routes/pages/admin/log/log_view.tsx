/** The records of the audit log, what to look for among them, and how far checkpoints cover them. */
import { Button } from "../../../../components/buttons.tsx";
import { Field, SelectField } from "../../../../components/fields.tsx";
import { usePage } from "../../../../components/page_context.ts";
import { useDate } from "../../../../components/page_dates.ts";
import { StackedTable } from "../../../../components/stacked_table.tsx";
import { Empty, Notice } from "../../../../components/states.tsx";
import { formatNumber } from "../../../../i18n/format.ts";
import type { ReadRecord } from "../../../../kv/records/audit_pages.ts";
import { type CheckpointHead, checkpointName } from "../../../../kv/records/audit_checkpoints.ts";
import { logPath, userPath } from "../paths.ts";
import type { AskedLog } from "./asked_log.ts";
import { actionLabel, knownActions } from "./action_names.ts";

interface LogViewProps {
  asked: AskedLog;
  /** The same filter as a query string, without "?". */
  query: string;
  isFirstPage: boolean;
  records: ReadRecord[];
  /** First names of those who are still here. */
  names: ReadonlyMap<number, string>;
  /** The query string of the page of older records; null if there are none. */
  olderQuery: string | null;
  head: CheckpointHead | null;
}

export function LogView({ asked, query, isFirstPage, records, names, olderQuery, head }: LogViewProps) {
  const { t, href } = usePage();
  const isFiltered = query !== "";
  return (
    <>
      <Checked head={head} records={records} />
      <Filter asked={asked} isFiltered={isFiltered} />
      <section aria-label={t("log:lines")}>
        {records.length > 0
          ? <Records records={records} names={names} />
          : (
            <Empty title={t(olderQuery ? "log:none.soFar" : "log:none.title")}>
              {isFiltered && t("log:none.filtered")}
            </Empty>
          )}
        <nav class="admin__log-pages" aria-label={t("log:pages.label")}>
          {!isFirstPage && <a href={href(logPath) + (query && `?${query}`)} rel="first">{t("log:pages.newest")}</a>}
          {olderQuery && <a href={`${href(logPath)}?${olderQuery}`} rel="next">{t("log:pages.older")}</a>}
        </nav>
      </section>
    </>
  );
}

function Checked({ head, records }: { head: CheckpointHead | null; records: ReadRecord[] }) {
  const { t, locale } = usePage();
  const date = useDate();
  const brokenCount = records.filter(({ proven }) => proven === "broken").length;
  if (brokenCount > 0) {
    return <Notice tone="bad" role="alert">{t("log:sealed.broken", { count: brokenCount })}</Notice>;
  }
  if (!head) return <Notice>{t("log:sealed.none")}</Notice>;
  const values = {
    count: head.recordCount,
    total: formatNumber(locale, head.recordCount),
    time: date(head.at, "moment"),
  };
  return (
    <Notice tone="good">
      <p>{t("log:sealed.upTo", values)}</p>
      <p class="soft">
        {t("log:sealed.note")} <code class="admin__checkpoint">{checkpointName(head)}</code>
      </p>
    </Notice>
  );
}

function Filter({ asked, isFiltered }: { asked: AskedLog; isFiltered: boolean }) {
  const { t, href } = usePage();
  const actions = new Set([...knownActions, ...asked.action ? [asked.action] : []]);
  const options = [...actions].map((action) => ({ value: action, label: actionLabel(t, action) }));
  return (
    <form class="admin__find" method="get" action={href(logPath)} aria-label={t("log:filter.label")}>
      <SelectField
        id="action"
        name="action"
        label={t("log:column.action")}
        emptyLabel={t("log:filter.anyAction")}
        options={options.toSorted((one, other) => one.label.localeCompare(other.label))}
        value={asked.action}
      />
      <Field id="actor" name="actor" inputmode="numeric" label={t("log:filter.actor")} value={asked.actor} />
      <Field id="subject" name="subject" label={t("log:filter.subject")} value={asked.subject} />
      <Field id="dateFrom" name="dateFrom" type="date" label={t("log:filter.from")} value={asked.dateFrom} />
      <Field id="dateTo" name="dateTo" type="date" label={t("log:filter.to")} value={asked.dateTo} />
      <div class="row">
        <Button type="submit" tone="quiet">{t("log:filter.show")}</Button>
        {isFiltered && <a href={href(logPath)}>{t("log:filter.clear")}</a>}
      </div>
    </form>
  );
}

function Records({ records, names }: Pick<LogViewProps, "records" | "names">) {
  const { t } = usePage();
  return (
    <StackedTable
      class="admin__log"
      caption={t("log:lines")}
      columns={[
        t("log:column.action"),
        t("log:column.time"),
        t("log:column.actor"),
        t("log:column.subject"),
        t("log:column.details"),
      ]}
    >
      {records.map((read) => <Row key={`${read.at}.${read.recordId}`} {...read} names={names} />)}
    </StackedTable>
  );
}

function Row({ at, record, proven, names }: ReadRecord & Pick<LogViewProps, "names">) {
  const { t, href } = usePage();
  const date = useDate();
  const { action, actorId, subject, details } = record;
  const linkTo = (query: Record<string, string>) => `${href(logPath)}?${new URLSearchParams(query)}`;
  return (
    <tr role="row">
      <th scope="row" role="rowheader">
        {actionLabel(t, action)}
        {proven !== "covered" && (
          <small class={proven === "broken" ? "admin__broken" : undefined}>{t(`log:proven.${proven}`)}</small>
        )}
      </th>
      <td role="cell">
        <time datetime={new Date(at).toISOString()}>{date(at, "moment")}</time>
      </td>
      <td role="cell">
        {actorId === null ? t("log:nobody") : (
          <>
            {names.has(actorId) && <a href={href(userPath(actorId))}>{names.get(actorId)}</a>}{" "}
            <a href={linkTo({ actor: String(actorId) })}>{t("log:actor", { id: actorId })}</a>
          </>
        )}
      </td>
      <td role="cell">
        <a href={linkTo({ subject })}>{subject}</a>
      </td>
      <td role="cell">
        <dl class="admin__details">
          {Object.entries(details).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{String(value)}</dd>
            </div>
          ))}
        </dl>
      </td>
    </tr>
  );
}
