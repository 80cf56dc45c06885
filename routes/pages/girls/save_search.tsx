/** The form that keeps a search under a name: below the title of the search, and again after a refusal. */
import { Button } from "../../../components/buttons.tsx";
import { Field, SelectField } from "../../../components/fields.tsx";
import { usePage } from "../../../components/page_context.ts";
import { type SearchAlert, searchAlerts, searchNameLength } from "../../../kv/ladies/saved_searches.ts";
import { savedSearchesPath } from "../../ladies/saved_query.ts";
import type { Chosen } from "../../ladies/search_state.ts";

/** The form as it was sent, and the key of what is wrong with it. */
export interface SaveAgain {
  name: string;
  query: string;
  alert: SearchAlert;
  wrong?: string;
}

/** Suggests a name for a search, made of what was chosen in it: "Ukraine, 25 to 30". */
export function nameOfSearch(chosen: readonly Chosen[], comma: string): string {
  const values = chosen.map(({ value }) => value);
  while (values.join(comma).length > searchNameLength) values.pop();
  return values.join(comma);
}

export interface SaveSearchProps {
  form: SaveAgain;
  mayPush: boolean;
}

export function SaveSearchForm({ form: { name, query, alert, wrong }, mayPush }: SaveSearchProps) {
  const { t, href } = usePage();
  return (
    <form class="form" method="post" action={href(savedSearchesPath)}>
      <input type="hidden" name="query" value={query} />
      <Field
        id="search-name"
        name="name"
        label={t("searches:name")}
        value={name}
        maxLength={searchNameLength}
        required
        error={wrong && t(wrong)}
      />
      <AlertField id="search-alert" alert={alert} mayPush={mayPush} />
      <div>
        <Button type="submit" name="action" value="save" small>{t("searches:save")}</Button>
      </div>
    </form>
  );
}

/** How a search tells of new ladies; offers notes to devices only if the site sends any or the search has them already. */
export function AlertField({ id, alert, mayPush }: { id: string; alert: SearchAlert; mayPush: boolean }) {
  const { t } = usePage();
  const options = searchAlerts.filter((each) => each !== "push" || mayPush || alert === "push");
  return (
    <SelectField
      id={id}
      name="alert"
      label={t("searches:alert.label")}
      value={alert}
      options={options.map((each) => ({ value: each, label: t(`searches:alert.${each}`) }))}
    />
  );
}
