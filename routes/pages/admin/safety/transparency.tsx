/** The numbers of a year about reports, decisions and appeals, as a page and as a file for a spreadsheet. */
import { ButtonLink } from "../../../../components/buttons.tsx";
import { usePage } from "../../../../components/page_context.ts";
import { StackedTable } from "../../../../components/stacked_table.tsx";
import { formatNumber } from "../../../../i18n/format.ts";
import type { Translate } from "../../../../i18n/translate.ts";
import { type YearOfDecisions, yearOfDecisions } from "../../../../kv/records/transparency.ts";
import type { PageDefinition } from "../../../http/define_page.ts";
import { lineOf, sendCsv } from "../../../http/csv.ts";
import type { AppContext } from "../../../http/env.ts";
import { answerPage } from "../../../http/page.tsx";
import { AdminFrame } from "../frame.tsx";
import { homePath, transparencyPath } from "../paths.ts";

export const transparencyPages: PageDefinition[] = [
  {
    paths: [transparencyPath],
    access: "admins",
    async get(c) {
      const counted = await yearOfDecisions(c.var.deps.store, askedYear(c));
      return await answerPage(c, {
        title: c.var.facts.t("admin:transparency.title"),
        robots: "noindex",
        view: <YearView counted={counted} thisYear={thisYear(c)} />,
      });
    },
  },
  {
    paths: [`${transparencyPath}.csv`],
    access: "admins",
    async get(c) {
      const { t } = c.var.facts;
      const counted = await yearOfDecisions(c.var.deps.store, askedYear(c));
      const lines = linesOf(t, counted).map(({ part, name, value }) => lineOf([part, name, value ?? ""]));
      return sendCsv(c, `transparency-${counted.year}.csv`, lines);
    },
  },
];

const thisYear = (c: AppContext): number => new Date(c.var.deps.store.now()).getUTCFullYear();

/** The year that was asked for, if it is one of the last ten; else the present year. */
function askedYear(c: AppContext): number {
  const asked = Number(c.req.query("year"));
  return yearsUntil(thisYear(c)).find((year) => year === asked) ?? thisYear(c);
}

const yearsUntil = (last: number): number[] => Array.from({ length: 10 }, (_, ago) => last - ago);

interface Line {
  part: string;
  name: string;
  /** Null if there is nothing to count. */
  value: number | null;
}

/** One number a line, in the order of the table. */
function linesOf(t: Translate, counted: YearOfDecisions): Line[] {
  const { reports, sources, outcomes, medianAnswerMs, decisions, grounds, appeals } = counted;
  const part = (name: string, words: string, counts: Record<string, number>): Line[] =>
    Object.entries(counts).map(([key, value]) => ({
      part: t(`admin:transparency.part.${name}`),
      name: t(`${words}.${key}`),
      value,
    }));
  return [
    ...part("reports", "safety:category", reports),
    ...part("sources", "admin:transparency.source", sources),
    ...part("outcomes", "admin:reports.outcome", outcomes),
    {
      part: t("admin:transparency.part.answers"),
      name: t("admin:transparency.medianHours"),
      value: medianAnswerMs === null ? null : Math.round(medianAnswerMs / 360_000) / 10,
    },
    ...part("decisions", "admin:appeals.kind", decisions),
    ...part("grounds", "decisions:ground", grounds),
    ...part("appeals", "admin:transparency.appeal", appeals),
  ];
}

function YearView({ counted, thisYear }: { counted: YearOfDecisions; thisYear: number }) {
  const { t, href, locale } = usePage();
  const here = href(transparencyPath);
  return (
    <AdminFrame
      title={t("admin:transparency.of", { year: String(counted.year) })}
      lead={t("admin:transparency.lead")}
      back={{ path: homePath, label: t("admin:desk.title") }}
    >
      <p class="row">
        {yearsUntil(thisYear).slice(0, 3).map((year) => (
          <ButtonLink
            key={year}
            href={`${here}?year=${year}`}
            tone={year === counted.year ? "ink" : "quiet"}
            aria-current={year === counted.year ? "page" : undefined}
            small
          >
            {String(year)}
          </ButtonLink>
        ))}
        <ButtonLink href={`${here}.csv?year=${counted.year}`} tone="quiet" small>
          {t("admin:transparency.csv")}
        </ButtonLink>
      </p>
      <StackedTable
        caption={t("admin:transparency.title")}
        columns={["part", "name", "value"].map((column) => t(`admin:transparency.column.${column}`))}
      >
        {linesOf(t, counted).map(({ part, name, value }) => (
          <tr role="row" key={`${part} ${name}`}>
            <td role="cell">{part}</td>
            <th scope="row" role="rowheader">{name}</th>
            <td role="cell" class="nowrap">{value === null ? "–" : formatNumber(locale, value)}</td>
          </tr>
        ))}
      </StackedTable>
    </AdminFrame>
  );
}
