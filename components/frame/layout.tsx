/** The frame around every page's content: what stands above, below and over it in each layout. */
import { keepFormId } from "../lady_card.tsx";
import { Crumbs } from "../navigation.tsx";
import { usePage } from "../page_context.ts";
import { ConsentBar } from "./consent.tsx";
import { LogOutQuestion } from "./log_out_question.tsx";
import type { FrameProps } from "./types.ts";

/** Everything inside <body>. Every layout shows flashes. */
export function Frame(props: FrameProps) {
  const { layout, islands, outside } = props;
  const { t, href, viewer, isSignInHidden } = usePage();
  const { PromoBanner, PageChrome, SignInDialog, LetterNotifications, ManNotifications, Favourites, OutsideServices } =
    islands;
  return (
    <>
      <a class="skip" href="#main">{t("common:skip")}</a>
      {layout === "default" && props.promotions.length > 0 && <PromoBanner promotions={props.promotions} />}
      {props.header}
      <PageChrome flashes={props.flashes} hasScrollToTop={layout !== "empty"} />
      <main id="main" tabIndex={-1}>
        {props.crumbs.length > 0 && (
          <div class="wrap trail">
            <Crumbs label={t("common:breadcrumbs")} crumbs={props.crumbs} />
          </div>
        )}
        {props.children}
      </main>
      {layout !== "empty" && props.footer}
      {layout === "default" && <form id={keepFormId} method="post" action={href("/girls/Favorites")} hidden />}
      {viewer === null && !isSignInHidden && <SignInDialog />}
      {viewer && <LogOutQuestion />}
      {viewer &&
        (viewer.groupId === 1
          ? <ManNotifications userId={viewer.id} counts={viewer.newLetters} zone={viewer.toldZone} />
          : <LetterNotifications userId={viewer.id} counts={viewer.newLetters} zone={viewer.toldZone} />)}
      {viewer?.groupId === 1 && <Favourites />}
      {outside.services && <OutsideServices {...outside.services} />}
      {outside.consent && outside.isOpen && <ConsentBar {...outside.consent} />}
    </>
  );
}
