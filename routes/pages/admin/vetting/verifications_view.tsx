/** The verifications of ladies as a page: whose video waits, and who lacks what. */
import { Button, ButtonLink } from "../../../../components/buttons.tsx";
import { Field } from "../../../../components/fields.tsx";
import { usePage } from "../../../../components/page_context.ts";
import { useDate } from "../../../../components/page_dates.ts";
import { LabelWithName, PersonName } from "../../../../components/person_name.tsx";
import { StackedTable } from "../../../../components/stacked_table.tsx";
import { Empty } from "../../../../components/states.tsx";
import type { Paging } from "../../../../kv/store/listing/listing.ts";
import type { missingOf } from "../../../../kv/vetting/verifications.ts";
import { lastPageOf } from "../form.ts";
import { AdminFrame, countOf, ListPages } from "../frame.tsx";
import { verificationPath, verificationsPath } from "../paths.ts";

interface ListViewProps {
  waiting: { id: number; name: string; sentAt: number }[];
  lacking: { id: number; name: string; missing: ReturnType<typeof missingOf> }[];
  /** The page of those who lack something. */
  asked: Paging;
  /** How many lack something, on all pages. */
  totalCount: number;
}

export function ListView({ waiting, lacking, asked, totalCount }: ListViewProps) {
  const { t, href, locale } = usePage();
  return (
    <AdminFrame title={t("admin:verification.title")} lead={t("admin:verification.lead")}>
      <form class="admin__find" action={href(verificationsPath)}>
        <Field id="lady" name="lady" type="number" min={1} required label={t("admin:verification.find")} />
        <Button type="submit" tone="quiet">{t("admin:verification.go")}</Button>
      </form>
      <section aria-labelledby="waiting">
        <h2 id="waiting">{t("admin:verification.waiting")}</h2>
        {waiting.length === 0
          ? (
            <Empty title={t("admin:verification.none")} heading="h3">
              {t("admin:verification.noneText")}
            </Empty>
          )
          : <Waiting waiting={waiting} />}
      </section>
      <section aria-labelledby="lacking">
        <h2 id="lacking">{t("admin:verification.lacking")}</h2>
        {lacking.length === 0 ? <p class="soft">{t("admin:verification.lackingNone")}</p> : (
          <>
            <p class="soft">{countOf(t, locale, "admin:verification.lackingCount", totalCount)}</p>
            <Lacking lacking={lacking} />
            <ListPages
              current={asked.page}
              last={lastPageOf(totalCount, asked.limit)}
              hrefOf={(page) => `${href(verificationsPath)}?page=${page}#lacking`}
            />
          </>
        )}
      </section>
    </AdminFrame>
  );
}

function Waiting({ waiting }: Pick<ListViewProps, "waiting">) {
  const { t, href } = usePage();
  const date = useDate();
  return (
    <StackedTable
      columns={[
        t("admin:verification.lady"),
        t("admin:verification.sent"),
        {
          label: t("admin:verification.look"),
          isNumber: true,
          isHidden: true,
        },
      ]}
    >
      {waiting.map(({ id, name, sentAt }) => (
        <tr role="row" key={id}>
          <th scope="row" role="rowheader">
            <PersonName name={name} /> <span class="faint">{t("admin:verification.number", { id })}</span>
          </th>
          <td role="cell">
            <time datetime={new Date(sentAt).toISOString()}>{date(sentAt, "moment")}</time>
          </td>
          <td role="cell" class="num">
            <ButtonLink small href={href(verificationPath(id))}>
              <LabelWithName
                short={t("admin:verification.look")}
                sentence={t("admin:verification.lookAt", { name })}
                name={name}
              />
            </ButtonLink>
          </td>
        </tr>
      ))}
    </StackedTable>
  );
}

function Lacking({ lacking }: Pick<ListViewProps, "lacking">) {
  const { t, href } = usePage();
  return (
    <StackedTable
      columns={[
        t("admin:verification.lady"),
        t("admin:verification.missing"),
        {
          label: t("admin:verification.open"),
          isNumber: true,
          isHidden: true,
        },
      ]}
    >
      {lacking.map(({ id, name, missing }) => (
        <tr role="row" key={id}>
          <th scope="row" role="rowheader">
            <PersonName name={name} /> <span class="faint">{t("admin:verification.number", { id })}</span>
          </th>
          <td role="cell">{missing.map((each) => t(`verification:lack.${each}`)).join(t("search:comma"))}</td>
          <td role="cell" class="num">
            <ButtonLink
              small
              tone="quiet"
              href={href(verificationPath(id))}
            >
              <LabelWithName
                short={t("admin:verification.open")}
                sentence={t("admin:verification.openOf", { name })}
                name={name}
              />
            </ButtonLink>
          </td>
        </tr>
      ))}
    </StackedTable>
  );
}
