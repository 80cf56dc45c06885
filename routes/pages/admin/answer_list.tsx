/** What people brought before the admins, as a list with two tabs: what waits and what was answered, each in pages. */
import type { ComponentChild } from "preact";
import { Tabs } from "../../../components/navigation.tsx";
import { usePage } from "../../../components/page_context.ts";
import { useDate } from "../../../components/page_dates.ts";
import { StackedTable } from "../../../components/stacked_table.tsx";
import { Empty } from "../../../components/states.tsx";
import type { Translate } from "../../../i18n/translate.ts";
import type { AppContext } from "../../http/env.ts";
import { lastPageOf, pageNumberOf } from "./form.ts";
import { AdminFrame, ageOf, countOf, ListPages } from "./frame.tsx";
import { homePath } from "./paths.ts";

interface AskedList {
  isAnswered: boolean;
  /** From 1. */
  page: number;
  limit: number;
}

const linesOnPage = 30;

/** Reads the page that is asked for; instead of one beyond the last, the last, e.g. where its lines were answered since. */
export async function readAskedList<Found extends { totalCount: number }>(
  c: AppContext,
  read: (asked: AskedList) => Promise<Found>,
): Promise<{ asked: AskedList; found: Found }> {
  const asked = {
    isAnswered: c.req.query("show") === "answered",
    page: pageNumberOf(c.req.query("page")),
    limit: linesOnPage,
  };
  const found = await read(asked);
  const last = { ...asked, page: lastPageOf(found.totalCount, linesOnPage) };
  return asked.page <= last.page ? { asked, found } : { asked: last, found: await read(last) };
}

interface AnswerListProps {
  /** The part of the admins' catalogue that has its words. */
  name: "appeals" | "messages" | "reports";
  path: string;
  asked: AskedList;
  totalCount: number;
  /** All columns but the last, which is that of `SinceCell`. */
  columns: readonly string[];
  lines: ComponentChild[];
  /** Stands above the list. */
  note?: ComponentChild;
}

export function AnswerList(
  { name, path, asked: { isAnswered, page, limit }, totalCount, columns, lines, note }: AnswerListProps,
) {
  const { t, href, locale } = usePage();
  const say = (key: string) => t(`admin:${name}.${key}`);
  const here = href(path);
  const query = isAnswered ? "show=answered" : "";
  return (
    <AdminFrame
      title={say("title")}
      lead={countOf(t, locale, `admin:${name}.${isAnswered ? "answeredCount" : "waitingCount"}`, totalCount)}
      back={{ path: homePath, label: t("admin:desk.title") }}
    >
      <Tabs
        label={say("title")}
        tabs={[
          { href: here, label: say("waiting"), isCurrent: !isAnswered },
          { href: `${here}?show=answered`, label: say("answered"), isCurrent: isAnswered },
        ]}
      />
      {note}
      {lines.length === 0 ? <Empty title={say("none.title")}>{say("none.text")}</Empty> : (
        <StackedTable
          caption={say("title")}
          columns={[...columns.map((column) => say(`column.${column}`)), sinceWord(t, isAnswered)]}
        >
          {lines}
        </StackedTable>
      )}
      <ListPages
        current={page}
        last={lastPageOf(totalCount, limit)}
        hrefOf={(number) => `${here}?${[query, `page=${number}`].filter(Boolean).join("&")}`}
      />
    </AdminFrame>
  );
}

const sinceWord = (t: Translate, isAnswered: boolean): string =>
  t(`admin:since.${isAnswered ? "answered" : "waiting"}`);

/** The last cell of a line: how long it has waited, or when it was answered. */
export function SinceCell({ at, answeredAt, nowMs }: { at: number; answeredAt: number | null; nowMs: number }) {
  const { t } = usePage();
  const date = useDate();
  return (
    <td role="cell" class="nowrap" data-label={sinceWord(t, answeredAt !== null)}>
      {answeredAt === null ? ageOf(t, at, nowMs) : date(answeredAt, "moment")}
    </td>
  );
}
