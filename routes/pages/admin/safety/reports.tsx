/** Reports by members about each other, and by guests about anything: those that wait, oldest first; those answered. */
import { usePage } from "../../../../components/page_context.ts";
import { PersonName } from "../../../../components/person_name.tsx";
import { type User, usersByIds } from "../../../../kv/accounts/users.ts";
import { additionCountOf, answeredReports, openReports, type Report } from "../../../../kv/safety/reports.ts";
import type { PageDefinition } from "../../../http/define_page.ts";
import { answerPage } from "../../../http/page.tsx";
import { AnswerList, readAskedList, SinceCell } from "../answer_list.tsx";
import { reportPath, reportsPath } from "../paths.ts";
import { reportPage } from "./report.tsx";

const listPage: PageDefinition = {
  paths: [reportsPath],
  access: "admins",
  async get(c) {
    const { deps: { store }, facts: { t } } = c.var;
    const { asked, found } = await readAskedList(
      c,
      (list) => (list.isAnswered ? answeredReports : openReports)(store, list),
    );
    const ids = [...new Set(found.reports.flatMap(({ reporterId, reportedId }) => [reporterId, reportedId]))]
      .filter((id) => id !== null);
    const people = new Map((await usersByIds(store, ids)).flatMap((user) => user ? [[user.id, user] as const] : []));
    return await answerPage(c, {
      title: t("admin:reports.title"),
      robots: "noindex",
      view: (
        <AnswerList
          name="reports"
          path={reportsPath}
          asked={asked}
          totalCount={found.totalCount}
          columns={["category", "about", "by"]}
          lines={found.reports.map((report) => (
            <Line key={report.id} report={report} people={people} nowMs={store.now()} />
          ))}
        />
      ),
    });
  },
};

export const reportPages: PageDefinition[] = [listPage, reportPage];

function Line({ report, people, nowMs }: { report: Report; people: Map<number, User>; nowMs: number }) {
  const { t, href } = usePage();
  const additionCount = additionCountOf(report);
  const nameOf = (id: number | null) =>
    id === null ? null : <PersonName name={people.get(id)?.firstname ?? t("admin:nobody")} id={id} />;
  return (
    <tr role="row">
      <th scope="row" role="rowheader">
        <a href={href(reportPath(report.id))}>{t(`safety:category.${report.category}`)}</a>
        {additionCount > 0 && <div class="fine">{t("admin:reports.additions", { count: additionCount })}</div>}
      </th>
      <td role="cell" data-label={t("admin:reports.column.about")}>{nameOf(report.reportedId) ?? report.subject}</td>
      <td role="cell" data-label={t("admin:reports.column.by")}>
        {nameOf(report.reporterId) ?? t("admin:reports.guest")}
      </td>
      <SinceCell at={report.filedAt} answeredAt={report.answeredAt ?? null} nowMs={nowMs} />
    </tr>
  );
}
