/** Quiet things that stand beside a person or a letter: the links to block and to report, and the hint below a letter. */
import type { Hint } from "../../../chat/shared/hints.ts";
import { ButtonLink } from "../../../components/buttons.tsx";
import { Icon } from "../../../components/icon.tsx";
import { usePage } from "../../../components/page_context.ts";
import { LabelWithName } from "../../../components/person_name.tsx";
import { gapOf } from "../../../i18n/locales.ts";

export const blockPath = (userId: number): string => `/block/${userId}`;
export const unblockPath = (userId: number): string => `/unblock/${userId}`;

/** `from` says where one was: "profile", "chat", or a letter by its id. */
export const reportPath = (userId: number, from: "profile" | "chat" | number): string =>
  `/report/${userId}?from=${typeof from === "number" ? `letter:${from}` : from}`;

export function SafetyLinks({ id, name, from }: { id: number; name: string; from: "profile" | "chat" | number }) {
  const { t, href } = usePage();
  return (
    <>
      <ButtonLink
        href={href(blockPath(id))}
        tone="plain"
        small
        icon="block"
        rel="nofollow"
      >
        <LabelWithName
          short={t("safety:link.block")}
          sentence={t("safety:link.blockLabel", { name })}
          name={name}
        />
      </ButtonLink>
      <ButtonLink
        href={href(reportPath(id, from))}
        tone="plain"
        small
        icon="flag"
        rel="nofollow"
      >
        <LabelWithName
          short={t("safety:link.report")}
          sentence={t("safety:link.reportLabel", { name })}
          name={name}
        />
      </ButtonLink>
    </>
  );
}

/** The link with which somebody without an account reports a page that everybody sees. */
export function ReportLink({ path, label }: { path: string; label?: string }) {
  const { t, href } = usePage();
  return (
    <ButtonLink
      href={href(`/report?subject=${encodeURIComponent(path)}`)}
      tone="plain"
      small
      icon="flag"
      aria-label={label}
      rel="nofollow"
    >
      {t("safety:link.report")}
    </ButtonLink>
  );
}

/** The hint at what a reader may want to look at twice; nothing of the letter is changed or kept back. */
export function HintLine({ hint }: { hint: Hint | null }) {
  const { t, href, locale } = usePage();
  if (!hint) return null;
  return (
    <p class="hint-line">
      <Icon name="info" />
      <span>
        {t(`safety:hint.${hint}`)}
        {gapOf(locale)}
        <a href={href("/anti-scam-guide")}>{t("safety:hint.guide")}</a>
      </span>
    </p>
  );
}
