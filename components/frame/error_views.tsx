/** Pages that replace the wanted one: not found, failed, forbidden, not yet built, and a last resort without components. */
import type { ComponentChildren } from "preact";
import { ButtonLink } from "../buttons.tsx";
import { Mark } from "../marks.tsx";
import { usePage } from "../page_context.ts";
import { Drawing, type DrawingKind } from "./drawings.tsx";

interface BlankProps {
  drawing: DrawingKind;
  /** A word stamped across the envelope. */
  mark?: string;
  isMarkQuiet?: boolean;
  title: string;
  actions: ComponentChildren;
  children: ComponentChildren;
}

/** A drawing beside a title, an explanation and links that lead on. */
export function Blank({ drawing, mark, isMarkQuiet, title, actions, children }: BlankProps) {
  return (
    <section class="wrap blank">
      <div class="blank__picture">
        <Drawing kind={drawing} />
        {mark && <Mark tone={isMarkQuiet ? "ink" : "seal"}>{mark}</Mark>}
      </div>
      <div class="blank__words">
        <h1>{title}</h1>
        {children}
        <p class="actions">{actions}</p>
      </div>
    </section>
  );
}

function HomeLink() {
  const { t, href } = usePage();
  return <ButtonLink href={href("/")}>{t("errors:home")}</ButtonLink>;
}

/** 404, for unknown addresses and for things that do not exist. */
export function NotFoundView() {
  const { t } = usePage();
  return (
    <Blank
      drawing="crossed"
      mark={t("errors:notFound.mark")}
      title={t("errors:notFound.title")}
      actions={<HomeLink />}
    >
      <p class="lead">{t("errors:notFound.text")}</p>
      <p class="soft">{t("errors:notFound.why")}</p>
    </Blank>
  );
}

interface ErrorViewProps {
  /** 500 unless the failure says otherwise. */
  status?: number;
  /** What the log calls this failure; never a stack. */
  logId?: string;
}

export function ErrorView({ status = 500, logId }: ErrorViewProps) {
  const { t } = usePage();
  return (
    <Blank
      drawing="lost"
      mark={t("errors:failed.mark")}
      title={t("errors:failed.title", { status })}
      actions={<HomeLink />}
    >
      <p class="lead">{t("errors:failed.text")}</p>
      <p class="soft">{t("errors:failed.again")}</p>
      {logId && (
        <p class="small soft">
          {t("errors:failed.log")} <code>{logId}</code>
        </p>
      )}
    </Blank>
  );
}

/** 403: somebody else's page, or one for another role. */
export function ForbiddenView() {
  const { t } = usePage();
  return (
    <Blank
      drawing="sealed"
      title={t("errors:forbidden.title")}
      actions={<HomeLink />}
    >
      <p class="lead">{t("errors:forbidden.text")}</p>
    </Blank>
  );
}

/** Shown for links to pages that do not exist yet; `backHref` is the page that the visitor came from. */
export function NotYetView({ backHref }: { backHref: string | null }) {
  const { t } = usePage();
  return (
    <Blank
      drawing="unposted"
      title={t("errors:notYet.title")}
      actions={
        <>
          {backHref && <ButtonLink href={backHref} tone="quiet">{t("errors:notYet.back")}</ButtonLink>}
          <HomeLink />
        </>
      }
    >
      <p class="lead">{t("errors:notYet.text")}</p>
    </Blank>
  );
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign]!);

interface ErrorInErrorWords {
  lang: string;
  /** errors:inError.title */
  title: string;
  /** What the visitor may know, e.g. the number in the log; never a stack. */
  details: string;
  /** errors:inError.home */
  home: string;
  homeHref: string;
}

/** The page that is sent if even the error page failed: one string, no component, no style sheet, no script. */
export function errorInErrorHtml(words: ErrorInErrorWords): string {
  const [lang, title, details, home, homeHref] = [words.lang, words.title, words.details, words.home, words.homeHref]
    .map(escapeHtml);
  return `<!doctype html>
<html lang="${lang}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${title}</title></head>
<body><main><h1>${title}</h1><p>${details}</p><p><a href="${homeHref}">${home}</a></p></main></body>
</html>
`;
}
