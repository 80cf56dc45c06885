/** Asks whether third-party services may be loaded. Two equal answers, in a bar and on a page of its own. */
import { gapOf } from "../../i18n/locales.ts";
import { Button } from "../buttons.tsx";
import { usePage } from "../page_context.ts";
import type { ConsentProps } from "./types.ts";

export const consentPath = "/consent";

/** Stands at the foot of every page until the visitor has answered; covers nothing. */
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

/** `choice` is the visitor's earlier answer; null if there is none. */
export function ConsentForm({ offered, next, choice = null }: ConsentProps & { choice?: "needed" | "all" | null }) {
  const { t, href } = usePage();
  // The services by name, so that the answer does not cover services that are added later.
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
