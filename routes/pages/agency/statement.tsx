/** An agency's statement of a month: each lady's counts of letters, chats and minutes; never with whom, or about what. */
import { Button } from "../../../components/buttons.tsx";
import { SelectField } from "../../../components/fields.tsx";
import { usePage } from "../../../components/page_context.ts";
import { PersonName } from "../../../components/person_name.tsx";
import { formatMonth, formatNumber } from "../../../i18n/format.ts";
import { type Month, monthOf, statementOf, type StatementRow } from "../../../kv/ladies/agencies/agency_statement.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import { answerPage } from "../../http/page.tsx";
import { ladyPath, statementPath } from "./paths.ts";

const monthsShown = 24;

export const statementPage: PageDefinition = {
  paths: [statementPath],
  access: "agencies",
  async get(c) {
    const { facts: { t }, deps: { store }, signedIn } = c.var;
    const months = monthsBefore(store.now());
    const asked = c.req.query("month");
    // Anything but one of these months gives the present month.
    const month = months.find((each) => each === asked) ?? months[0]!;
    return await answerPage(c, {
      title: t("agency:statement.title"),
      robots: "noindex",
      view: <StatementView month={month} months={months} rows={await statementOf(store, signedIn.user.id, month)} />,
    });
  },
};

/** The present month and those before it. */
function monthsBefore(nowMs: number): Month[] {
  const now = new Date(nowMs);
  return Array.from(
    { length: monthsShown },
    (_, ago) => monthOf(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1)),
  );
}

const counts = ["lettersSent", "lettersReceived", "chats", "minutes"] as const;
const words = { lettersSent: "sent", lettersReceived: "received", chats: "chats", minutes: "minutes" } as const;

function StatementView({ month, months, rows }: { month: Month; months: Month[]; rows: StatementRow[] }) {
  const { t, locale, href } = usePage();
  const inWords = (each: Month) => {
    const [year, number] = each.split("-").map(Number) as [number, number];
    return formatMonth(locale, year, number);
  };
  const total = (count: typeof counts[number]) => rows.reduce((sum, row) => sum + row[count], 0);
  return (
    <div class="wrap admin">
      <header>
        <h1>{t("agency:statement.title")}</h1>
        <p class="soft">{t("agency:statement.lead")}</p>
        <p class="soft">{t("agency:statement.counted")}</p>
      </header>
      <form class="admin__find" action={href(statementPath)}>
        <SelectField
          id="month"
          name="month"
          label={t("agency:statement.month")}
          options={months.map((value) => ({ value, label: inWords(value) }))}
          value={month}
        />
        <Button type="submit" tone="quiet">{t("agency:statement.show")}</Button>
      </form>
      {rows.length === 0
        ? <p class="soft">{t("agency:statement.none")}</p>
        : (
          <div class="scroll" tabIndex={0} role="region" aria-label={inWords(month)}>
            <table class="table statement">
              <caption>{inWords(month)}</caption>
              <thead>
                <tr>
                  <th scope="col">{t("agency:statement.name")}</th>
                  {counts.map((count) => (
                    <th key={count} scope="col" class="num">{t(`agency:statement.${words[count]}`)}</th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.ladyId}>
                    <th scope="row">
                      <a href={href(ladyPath(row.ladyId))}>
                        <PersonName name={row.firstname} />
                      </a>
                    </th>
                    {counts.map((count) => <td key={count} class="num">{formatNumber(locale, row[count])}</td>)}
                  </tr>
                ))}
              </tbody>
              <tfoot>
                <tr>
                  <th scope="row">{t("agency:statement.total")}</th>
                  {counts.map((count) => <td key={count} class="num">{formatNumber(locale, total(count))}</td>)}
                </tr>
              </tfoot>
            </table>
          </div>
        )}
    </div>
  );
}
