/** What an agency reads whose form is for a lady whom it does not look after, or no longer: its words, and no word of her. */
import { ButtonLink } from "../../../components/buttons.tsx";
import { usePage } from "../../../components/page_context.ts";
import { Notice } from "../../../components/states.tsx";
import { gapOf } from "../../../i18n/locales.ts";
import type { Written } from "../account/form_values.ts";
import { ladiesPath } from "./paths.ts";
import { ProfileFields } from "./profile_fields.tsx";

/** `written`: what was typed into the form of a profile; null if nothing was. */
export function GoneView({ written, nowMs }: { written: Written | null; nowMs: number }) {
  const { t, href, locale } = usePage();
  return (
    <div class="wrap settings account">
      <header>
        <h1>{t("agency:gone.title")}</h1>
      </header>
      <Notice tone="bad" role="alert">
        {t("agency:gone.text")}
        {written && `${gapOf(locale)}${t("agency:gone.written")}`}
      </Notice>
      <p class="actions">
        <ButtonLink tone="quiet" href={href(ladiesPath)}>{t("agency:lady.back")}</ButtonLink>
      </p>
      {written && <ProfileFields form={written} nowMs={nowMs} />}
    </div>
  );
}
