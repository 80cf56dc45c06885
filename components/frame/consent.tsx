/** The question whether services of others may be loaded: two equal answers, as a bar and on its own page. */
import { gapOf } from "../../i18n/locales.ts";
import { Button } from "../buttons.tsx";
import { usePage } from "../page_context.ts";
import type { ConsentProps } from "./types.ts";

export const consentPath = "/consent";

/** Stands at the foot of every page until it is answered; covers nothing. */
export function ConsentBar({ offered, next }: ConsentProps) {
  const { t, href, locale } = usePage();
  return (
    <aside class="consent" aria-label={t("consent:label")}>
      <div class="wrap">
        <p>
          {sentenceOf(t, offered)}
          {gapOf(locale)}
          <a href={href(consentPath)}>{t("consent:more")}</a>
        </p>
        <ConsentForm offered={offered} next={next} />
      </div>
    </aside>
  );
}

/** `choice` is what was said before. */
export function ConsentForm({ offered, next, choice = null }: ConsentProps & { choice?: "needed" | "all" | null }) {
  const { t, href } = usePage();
  // By name, so that what comes later is no part of the answer.
  const all = offered.join(".");
  const allow = t(offered.length > 1 ? "consent:allow.both" : `consent:allow.${offered[0]}`);
  return (
    <form class="consent__form" method="post" action={href(consentPath)}>
      <input type="hidden" name="next" value={next} />
      <Button type="submit" tone="quiet" name="choice" value="needed" aria-pressed={pressed(choice, "needed")}>
        {t("consent:needed")}
      </Button>
      <Button type="submit" tone="quiet" name="choice" value={all} aria-pressed={pressed(choice, "all")}>
        {allow}
      </Button>
    </form>
  );
}

const pressed = (choice: string | null, own: string) => choice === null ? undefined : choice === own;

export const sentenceOf = (t: (key: string) => string, offered: ConsentProps["offered"]): string =>
  t(offered.length > 1 ? "consent:asks.both" : `consent:asks.${offered[0]}`);
