/** The field for a lady's city: offers the larger cities, without any script, and takes any other as well. */
import { Field } from "../../../components/fields.tsx";
import { usePage } from "../../../components/page_context.ts";
import { intlTagOf, type Locale } from "../../../i18n/locales.ts";
import { citiesOf, cityName } from "../../../kv/ladies/cities.ts";
import { ladyCountryIds } from "../../account/country_names.ts";
import { textOf, type Written } from "./form_values.ts";

interface CityFieldProps {
  form: Written;
  most: number;
  autocomplete?: string;
}

export function CityField({ form, most, autocomplete }: CityFieldProps) {
  const { t, locale } = usePage();
  const countryId = Number(textOf(form.values, "country"));
  return (
    <Field
      id="city"
      name="city"
      label={t("account:field.city")}
      hint={t("account:cityHint")}
      error={form.errors.city}
      autocomplete={autocomplete}
      maxLength={most}
      list="cities"
      value={textOf(form.values, "city")}
    >
      <datalist id="cities">
        {cityNames(locale, countryId).map((name) => <option key={name} value={name} />)}
      </datalist>
    </Field>
  );
}

/** The cities of her country first, then all others, because she may choose another country in the same form. */
function cityNames(locale: Locale, countryId: number): string[] {
  const collator = new Intl.Collator(intlTagOf(locale));
  const namesOf = (id: number) => citiesOf(id).map((city) => cityName(city, locale)).sort(collator.compare);
  const others = ladyCountryIds.filter((id) => id !== countryId).flatMap(namesOf);
  return [...new Set([...namesOf(countryId), ...others])];
}
