/** A lady's own page as men see it. It has another address than theirs, which redirects ladies to their letters. */
import { ButtonLink } from "../../../components/buttons.tsx";
import { usePage } from "../../../components/page_context.ts";
import { Notice } from "../../../components/states.tsx";
import { ladyById } from "../../../kv/ladies/ladies.ts";
import { isPutForward } from "../../../kv/ladies/listing.ts";
import type { LadyRecord } from "../../../kv/ladies/record.ts";
import { refuse } from "../../../kv/store/refusals.ts";
import { ladyAccount } from "../../account/sides.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import { answerPage } from "../../http/page.tsx";
import { answerRefusal } from "../../http/refusal_answer.tsx";
import { girlPath } from "../../ladies/girl_paths.ts";
import { accountCrumbs } from "../account/frame.tsx";
import { profileViewOf } from "../girls/profile.tsx";
import { ProfileView } from "../girls/profile_view.tsx";

export const asMenSeeItPage: PageDefinition = {
  paths: [ladyAccount.shown.path],
  access: "ladies",
  async get(c) {
    const { signedIn, facts: { t }, deps: { store } } = c.var;
    const lady = await ladyById(store, signedIn.user.id);
    if (!lady) return await answerRefusal(c, refuse("not_found"));
    const view = await profileViewOf(c, lady, girlPath(lady, store.now()), null);
    return await answerPage(c, {
      title: t("account:asMenSeeIt.title"),
      description: t("account:description"),
      crumbs: [...accountCrumbs(c, ladyAccount, "profile").slice(0, 2), { label: t("account:asMenSeeIt.title") }],
      robots: "noindex",
      view: (
        <ProfileView {...view}>
          <WhoSeesIt lady={lady} />
        </ProfileView>
      ),
    });
  },
};

function WhoSeesIt({ lady }: { lady: LadyRecord }) {
  const { t, href } = usePage();
  const seen = !lady.isPublished ? "unpublished" : isPutForward(lady) ? "published" : "unlisted";
  return (
    <Notice tone={seen === "published" ? "good" : "attention"}>
      <p>{t(`account:asMenSeeIt.${seen}`)}</p>
      <p>{t("account:asMenSeeIt.more")}</p>
      <p class="actions">
        <ButtonLink href={href(ladyAccount.home)} tone="quiet" small>{t("account:asMenSeeIt.change")}</ButtonLink>
        <ButtonLink href={href(ladyAccount.tabs.photos)} tone="quiet" small>{t("account:tabs.photos")}</ButtonLink>
      </p>
    </Notice>
  );
}
