/** The quiet way to keep somebody away or to tell the house of her or him, wherever one meets. */
import { ButtonLink } from "../../../components/buttons.tsx";
import { usePage } from "../../../components/page_context.ts";

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
        aria-label={t("safety:link.blockLabel", { name })}
        rel="nofollow"
      >
        {t("safety:link.block")}
      </ButtonLink>
      <ButtonLink
        href={href(reportPath(id, from))}
        tone="plain"
        small
        icon="flag"
        aria-label={t("safety:link.reportLabel", { name })}
        rel="nofollow"
      >
        {t("safety:link.report")}
      </ButtonLink>
    </>
  );
}
