/** What members told the house of each other: those that wait longest first, and what was answered. */
import { Pages, Tabs } from "../../../components/navigation.tsx";
import { usePage } from "../../../components/page_context.ts";
import { Empty } from "../../../components/states.tsx";
import { answeredReports, openReports, type Report } from "../../../kv/reports.ts";
import { type User, usersByIds } from "../../../kv/users.ts";
import type { PageDefinition } from "../../define_page.ts";
import { answerPage } from "../../page.tsx";
import { lastPageOf, pageNumberOf } from "./form.ts";
import { AdminFrame, ageOf, countOf } from "./frame.tsx";
import { deskPath, reportPath, reportsPath } from "./paths.ts";
import { reportPage } from "./report.tsx";

const reportsPerPage = 30;

const listPage: PageDefinition = {
  paths: [reportsPath],
  access: "admins",
  async get(c) {
    const { house: { store }, facts: { t } } = c.var;
    const isAnswered = c.req.query("show") === "answered";
    const page = pageNumberOf(c.req.query("page"));
    const found = await (isAnswered ? answeredReports : openReports)(store, { page, limit: reportsPerPage });
    const ids = [...new Set(found.reports.flatMap(({ reporterId, reportedId }) => [reporterId, reportedId]))];
    const people = new Map((await usersByIds(store, ids)).flatMap((user) => user ? [[user.id, user] as const] : []));
    return await answerPage(c, {
      title: t("admin:reports.title"),
      robots: "noindex",
      view: <ListView {...found} people={people} isAnswered={isAnswered} page={page} nowMs={store.now()} />,
    });
  },
};

export const reportPages: PageDefinition[] = [listPage, reportPage];

interface ListViewProps {
  reports: Report[];
  totalCount: number;
  people: Map<number, User>;
  isAnswered: boolean;
  page: number;
  nowMs: number;
}

function ListView({ reports, totalCount, people, isAnswered, page, nowMs }: ListViewProps) {
  const { t, href, locale } = usePage();
  const here = href(reportsPath);
  const query = isAnswered ? "show=answered" : "";
  const nameOf = (id: number) => `${people.get(id)?.firstname ?? t("admin:nobody")} #${id}`;
  return (
    <AdminFrame
      title={t("admin:reports.title")}
      lead={countOf(t, locale, `admin:reports.${isAnswered ? "answeredCount" : "waitingCount"}`, totalCount)}
      back={{ path: deskPath, label: t("admin:desk.title") }}
    >
      <Tabs
        label={t("admin:reports.title")}
        tabs={[
          { href: here, label: t("admin:reports.waiting"), isCurrent: !isAnswered },
          { href: `${here}?show=answered`, label: t("admin:reports.answered"), isCurrent: isAnswered },
        ]}
      />
      {reports.length === 0
        ? <Empty title={t("admin:reports.none.title")}>{t("admin:reports.none.text")}</Empty>
        : (
          <table class="table table--stack" role="table">
            <caption class="visually-hidden">{t("admin:reports.title")}</caption>
            <thead role="rowgroup">
              <tr role="row">
                {["category", "about", "by", "age"].map((column) => (
                  <th key={column} scope="col" role="columnheader">{t(`admin:reports.column.${column}`)}</th>
                ))}
              </tr>
            </thead>
            <tbody role="rowgroup">
              {reports.map((report) => (
                <tr key={report.id} role="row">
                  <th scope="row" role="rowheader">
                    <a href={href(reportPath(report.id))}>{t(`safety:category.${report.category}`)}</a>
                  </th>
                  <td role="cell">{nameOf(report.reportedId)}</td>
                  <td role="cell">{nameOf(report.reporterId)}</td>
                  <td role="cell" class="nowrap">{ageOf(t, report.answeredAt ?? report.filedAt, nowMs)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      <Pages
        label={t("admin:pages.label")}
        current={page}
        last={lastPageOf(totalCount, reportsPerPage)}
        hrefOf={(number) => `${here}?${[query, `page=${number}`].filter(Boolean).join("&")}`}
        previousLabel={t("admin:pages.previous")}
        nextLabel={t("admin:pages.next")}
        pageLabel={(number) => t("admin:pages.page", { page: number })}
      />
    </AdminFrame>
  );
}
