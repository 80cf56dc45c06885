/** The head of the home page for those who are signed in: what waits for them, and the way to it. */
import { ButtonLink } from "../../../components/buttons.tsx";
import { usePage, type Viewer } from "../../../components/page_context.ts";

const waitingFor = (viewer: Viewer) => viewer.newLetters.inbox + viewer.newLetters.introduction;

export function ManHome({ viewer }: { viewer: Viewer }) {
  const { t, href } = usePage();
  const count = waitingFor(viewer);
  // Introductions are free to read, so they come first where nothing else waits.
  const isOnlyIntroductions = count > 0 && viewer.newLetters.inbox === 0;
  return (
    <section class="wrap own-desk">
      <h1>{t("home:man.headline", { name: viewer.firstname })}</h1>
      <p class="lead">{count ? t("home:man.waiting", { count }) : t("home:man.noneWaiting")}</p>
      <p class="actions">
        <ButtonLink
          href={href(isOnlyIntroductions ? "/man/mail/introduction" : "/man/mail/inbox")}
          icon="envelope"
        >
          {t(count ? "home:man.read" : "home:man.letters")}
        </ButtonLink>
        <ButtonLink href={href("/search")} tone="quiet" icon="search">{t("home:man.search")}</ButtonLink>
      </p>
    </section>
  );
}

/** Pages about other ladies are not for her, so her letters are all there is. */
export function LadyHome({ viewer }: { viewer: Viewer }) {
  const { t, href } = usePage();
  const count = waitingFor(viewer);
  return (
    <section class="wrap own-desk">
      <h1>{t("home:lady.headline", { name: viewer.firstname })}</h1>
      <p class="lead">{count ? t("home:man.waiting", { count }) : t("home:lady.noneWaiting")}</p>
      <p class="actions">
        <ButtonLink href={href("/lady/mail/inbox")} icon="envelope">{t("home:lady.write")}</ButtonLink>
      </p>
    </section>
  );
}
