/** The search: the column of filters beside the ladies who match them. */
import type { ComponentChildren } from "preact";
import { Icon } from "../../../components/icon.tsx";
import { Badge, Tag } from "../../../components/marks.tsx";
import { usePage } from "../../../components/page_context.ts";
import { Notice } from "../../../components/states.tsx";
import SearchForm from "../../../islands/search_form/island.tsx";
import type { Sort } from "../../ladies/filter_fields.ts";
import { savedSearchesPath } from "../../ladies/saved_query.ts";
import type { Chosen } from "../../ladies/search_state.ts";
import { Ladies, type LadiesProps } from "./ladies_view.tsx";
import { LookSwitch } from "./look_switch.tsx";
import { SaveSearchForm, type SaveSearchProps } from "./save_search.tsx";

interface SearchViewProps {
  heading: string;
  /** Null if the filters cannot be used. */
  total: number | null;
  filterCount: number;
  /** Rendered ahead, because both are the same for everybody. */
  filtersHtml: string;
  resultsHtml: string;
  /** The form that keeps this search; only for men. */
  save?: SaveSearchProps;
  /** Which filters cannot be used, and why. */
  problems?: readonly Problem[];
}

export interface Problem {
  label: string;
  sentence: string;
}

export function SearchView(
  { heading, total, filterCount, filtersHtml, resultsHtml, save, problems }: SearchViewProps,
) {
  const { t, href } = usePage();
  return (
    <div class="wrap search">
      <header>
        <h1>{heading}</h1>
        {save && (
          <details class="flow">
            <summary class="btn btn--quiet btn--small">
              {t("searches:keep")} <Icon name="down" />
            </summary>
            <SaveSearchForm {...save} />
          </details>
        )}
        {save && (
          <p class="small">
            <a href={href(savedSearchesPath)}>{t("searches:title")}</a>
          </p>
        )}
      </header>
      {problems ? <Problems problems={problems} /> : <a class="skip" href="#results">{t("search:skip")}</a>}
      <details class="drawer" open={total === null}>
        <summary class="btn btn--quiet">
          <span>{t("search:filters")}</span> <Badge count={filterCount} label={` ${t("search:chosenCount")}`} quiet />
          <Icon name="down" />
        </summary>
        {/* Without native checks: a field at fault may stand in a folded group, where no browser can point at it. */}
        <form
          class="filters"
          id="filters"
          action={href("/search")}
          aria-label={t("search:filters")}
          autocomplete="off"
          noValidate
        >
          <div class="fields" dangerouslySetInnerHTML={{ __html: filtersHtml }} />
          <SearchForm total={total} isFiltered={filterCount > 0} />
        </form>
      </details>
      {!problems && (
        <section class="results" aria-labelledby="results" dangerouslySetInnerHTML={{ __html: resultsHtml }} />
      )}
    </div>
  );
}

export interface ResultsProps {
  chosen: readonly Chosen[];
  /** Localised address of the search without some parameters. */
  hrefWithout: (parameters: string[]) => string;
  sort: string;
  sorts: readonly Sort[];
  ladies: LadiesProps;
  /** Stands in place of the ladies if nobody matches all filters. */
  nobody: ComponentChildren;
}

/** What stands beside the filters, its heading included. */
export function Results({ chosen, hrefWithout, sort, sorts, ladies, nobody }: ResultsProps) {
  const { t } = usePage();
  return (
    <>
      <h2 class="visually-hidden" id="results" tabIndex={-1}>{t("search:results")}</h2>
      <div class="results__bar">
        {ladies.ladies.length > 0 && <LookSwitch look={ladies.look} next={ladies.hrefOf(ladies.page)} />}
        {chosen.length > 0 && (
          <ul class="tags" aria-label={t("search:chosen")}>
            {chosen.map(({ parameters, label, value }) => (
              <li key={parameters[0]}>
                <Tag href={hrefWithout(parameters)} removeLabel={t("search:remove")}>
                  {t("search:colon", { what: label, value })}
                </Tag>
              </li>
            ))}
          </ul>
        )}
        {ladies.ladies.length > 1
          ? <SortField sort={sort} sorts={sorts} />
          : <input type="hidden" name="sort" value={sort} form="filters" />}
      </div>
      {nobody ?? <Ladies {...ladies} />}
    </>
  );
}

/** Stands outside the form that it belongs to; the form's script submits it, or its own button if there is no script. */
function SortField({ sort, sorts }: Pick<ResultsProps, "sort" | "sorts">) {
  const { t } = usePage();
  return (
    <div class="sort">
      <label for="sort">{t("search:sort.label")}</label>
      <select class="select" id="sort" name="sort" form="filters" autocomplete="off">
        {sorts.map((each) => (
          <option key={each} value={each} selected={each === sort}>{t(`search:sort.${each}`)}</option>
        ))}
      </select>
      <button class="btn btn--quiet btn--small only-scriptless" form="filters">{t("search:sort.apply")}</button>
    </div>
  );
}

/** Stands before the filters or, if there is room, in the place of the ladies. */
function Problems({ problems }: { problems: readonly Problem[] }) {
  const { t } = usePage();
  return (
    <div class="results">
      <Notice tone="bad" role="alert">
        <p>
          <strong>{t("search:problem.title")}</strong>
        </p>
        <ul>
          {problems.map(({ label, sentence }) => (
            <li key={label}>{t("search:colon", { what: label, value: sentence })}</li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
