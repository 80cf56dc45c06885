/** The section about introductions: whether ladies may write to this man first, and what they know of his visits. */
import { usePage } from "../../../../components/page_context.ts";
import { Switch } from "../../../../components/switch.tsx";
import { acceptsIntroductions, setAcceptsIntroductions } from "../../../../kv/letters/introductions.ts";
import { VisitNote } from "../introduction_settings.tsx";
import { SectionForm, SectionView, type SettingsSection } from "./section.tsx";

const name = "introductions";

export const introductionsSection: SettingsSection = {
  name,
  access: "men",
  view: (c) => <Introductions isAccepting={acceptsIntroductions(c.var.signedIn.user)} />,
  async save(c, form) {
    const { user } = c.var.signedIn;
    return await setAcceptsIntroductions(c.var.deps.store, user.id, form.acceptsIntroductions !== undefined);
  },
};

function Introductions({ isAccepting }: { isAccepting: boolean }) {
  const { t } = usePage();
  return (
    <SectionView name={name} title={t("mail:box.introduction")} text={t("mail:introductions.settings.text")}>
      <SectionForm name={name}>
        <Switch name="acceptsIntroductions" checked={isAccepting}>{t("mail:introductions.settings.switch")}</Switch>
        <VisitNote />
      </SectionForm>
    </SectionView>
  );
}
