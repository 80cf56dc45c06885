/** Auto, day or night. The style sheet follows the radios at once; the form only stores the choice. */
import { usePage } from "../page_context.ts";
import type { Theme } from "./types.ts";

const themes: Theme[] = ["auto", "light", "dark"];

/** Posts `appearance` and `next` to /theme: with a script on each change, without one by its button. */
export function ThemeSwitch({ theme }: { theme: Theme }) {
  const { t, href, path } = usePage();
  return (
    <form class="theme end" method="post" action={href("/theme")} autocomplete="off" data-theme-form>
      <input type="hidden" name="next" value={`${href(path)}#foot`} />
      <fieldset class="segmented">
        <legend class="visually-hidden">{t("common:theme.legend")}</legend>
        {themes.map((each) => (
          <label key={each}>
            <input type="radio" name="appearance" value={each} checked={each === theme} />
            <span>{t(`common:theme.${each}`)}</span>
          </label>
        ))}
      </fieldset>
      <button class="btn btn--quiet btn--small only-scriptless">{t("common:theme.apply")}</button>
    </form>
  );
}
