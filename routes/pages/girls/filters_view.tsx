/** The column of filters: native fields in quiet groups. Each keeps what was entered and says what is wrong with it. */
import type { ComponentChildren } from "preact";
import { Check, Choices, RangeField } from "../../../components/choices.tsx";
import { Field, FieldError } from "../../../components/fields.tsx";
import { Icon } from "../../../components/icon.tsx";
import { usePage } from "../../../components/page_context.ts";
import { Switch } from "../../../components/switch.tsx";
import { offeredWishes } from "../../../kv/ladies/attributes.ts";
import {
  boundsOf,
  type ChoiceName,
  choicesOf,
  type GroupName,
  groupNames,
  groups,
  parametersOfGroup,
  type RangeName,
  ranges,
} from "../../ladies/filter_fields.ts";
import type { Chosen, Given } from "../../ladies/search_state.ts";

export interface FiltersProps {
  given: Given;
  /** Parameter → sentence. */
  errors: Record<string, string>;
  chosen: readonly Chosen[];
  /** How many ladies each country would show. */
  countryCounts: ReadonlyMap<string | number, number>;
}

export function Filters(props: FiltersProps) {
  const { given, errors } = props;
  const { t, locale } = usePage();
  const countries = given.get("countryId") ?? [];
  return (
    <>
      <div class="first">
        <Range name="age" {...props} />
        <Faulty name="countryId" errors={errors}>
          <fieldset class="group">
            <legend>{t("attributes:field.country")}</legend>
            {choicesOf(locale, t, "countryId").map(({ value, label }) => (
              <Check
                key={value}
                name="countryId"
                value={value}
                checked={countries.includes(value)}
                count={props.countryCounts.get(Number(value)) ?? 0}
              >
                {label}
              </Check>
            ))}
          </fieldset>
        </Faulty>
        <Faulty name="online" errors={errors}>
          <Switch name="online" value="1" checked={given.has("online")}>{t("search:field.online")}</Switch>
        </Faulty>
        <Field
          id="firstname"
          name="firstname"
          type="search"
          label={t("search:field.name")}
          value={given.get("firstname")?.[0] ?? given.get("id")?.[0] ?? ""}
          error={errors.firstname ?? errors.id}
          placeholder={t("search:field.namePlaceholder")}
          maxLength={40}
        />
      </div>
      {groupNames.map((name) => <Group key={name} name={name} {...props} />)}
    </>
  );
}

function Group({ name, ...props }: { name: GroupName } & FiltersProps) {
  const { t } = usePage();
  const parameters = parametersOfGroup(name);
  const set = props.chosen.filter((each) => parameters.includes(each.parameters[0]!)).map(({ value }) => value);
  const group = groups[name];
  return (
    <details open={parameters.some((parameter) => parameter in props.errors)}>
      <summary>
        {t(`search:group.${name}`)}
        {set.length > 0 && <span class="set">{set.join(t("search:comma"))}</span>}
        <Icon name="down" />
      </summary>
      <div class="inside">
        {group.ranges.map((range) => <Range key={range} name={range} {...props} />)}
        {group.choices.map((choice) => <ChoiceFilter key={choice} name={choice} {...props} />)}
        {group.isDates && <Dates {...props} />}
      </div>
    </details>
  );
}

function Range({ name, given, errors }: { name: RangeName } & FiltersProps) {
  const { t } = usePage();
  const { label, min, max } = ranges[name];
  const what = t(label);
  const [from, to] = boundsOf(name);
  return (
    <Faulty name={from} errors={errors} other={to}>
      <RangeField
        legend={what}
        from={{ name: from, label: t("search:least", { what }), value: given.get(from)?.[0] ?? "" }}
        to={{ name: to, label: t("search:most", { what }), value: given.get(to)?.[0] ?? "" }}
        between={t("search:to")}
        min={min}
        max={max}
      />
    </Faulty>
  );
}

function ChoiceFilter({ name, given, errors }: { name: ChoiceName } & FiltersProps) {
  const { t, locale } = usePage();
  const legend = t(`attributes:field.${name}`);
  const chosen = given.get(name) ?? [];
  const offered: readonly string[] | null = name === "lookingFor" ? offeredWishes(chosen) : null;
  const options = choicesOf(locale, t, name).filter(({ value }) => offered?.includes(value) ?? true);
  // Fifty options stand in a list from which one is chosen; an address may still name several.
  const control = name !== "profession"
    ? <Choices legend={legend} name={name} options={options} chosen={chosen} />
    : (
      <div class="field">
        <label for={name}>{legend}</label>
        <select class="select" id={name} name={name} multiple={chosen.length > 1}>
          <option value="">{t("search:any")}</option>
          {options.map(({ value, label }) => (
            <option key={value} value={value} selected={chosen.includes(value)}>{label}</option>
          ))}
        </select>
      </div>
    );
  return <Faulty name={name} errors={errors}>{control}</Faulty>;
}

function Dates({ given, errors }: FiltersProps) {
  const { t } = usePage();
  const what = t("search:field.birthdate");
  const since = "firstTimeActivatedAtFrom";
  const year = (name: string, label: string) => ({ name, label, value: given.get(name)?.[0]?.slice(0, 4) ?? "" });
  return (
    <>
      <Faulty name="birthdateFrom" errors={errors} other="birthdateTo">
        <RangeField
          legend={what}
          from={year("birthdateFrom", t("search:least", { what }))}
          to={year("birthdateTo", t("search:most", { what }))}
          between={t("search:to")}
          min={1900}
          max={9999}
        />
      </Faulty>
      <Field
        id={since}
        name={since}
        type="date"
        label={t("search:field.since")}
        value={given.get(since)?.[0] ?? ""}
        error={errors[since]}
      />
    </>
  );
}

interface FaultyProps {
  name: string;
  other?: string;
  errors: Record<string, string>;
  children: ComponentChildren;
}

/** A control with the sentence that says what is wrong with it. */
function Faulty({ name, other, errors, children }: FaultyProps) {
  const error = errors[name] ?? (other && errors[other]);
  if (!error) return <>{children}</>;
  return (
    <div class="field" role="group" aria-describedby={`${name}-error`}>
      {children}
      <FieldError id={name}>{error}</FieldError>
    </div>
  );
}
