/** The section about mails that tell of times to talk and remind of them. */
import { usePage } from "../../../../components/page_context.ts";
import { Switch } from "../../../../components/switch.tsx";
import { setMailWish, wishesMail } from "../../../../kv/accounts/mail_wishes.ts";
import { SectionForm, SectionView, type SettingsSection } from "./section.tsx";

const name = "talk-mails";

export const talkMailsSection: SettingsSection = {
  name,
  view: (c) => <TalkMails isWished={wishesMail(c.var.signedIn.user, "talks")} />,
  save: (c, form) => setMailWish(c.var.deps.store, c.var.signedIn.user.id, "talks", form.talkEmails !== undefined),
};

function TalkMails({ isWished }: { isWished: boolean }) {
  const { t } = usePage();
  return (
    <SectionView
      name={name}
      title={t("notifications:settings.talks.title")}
      text={t("notifications:settings.talks.text")}
    >
      <SectionForm name={name}>
        <Switch name="talkEmails" checked={isWished}>{t("notifications:settings.talks.switch")}</Switch>
      </SectionForm>
    </SectionView>
  );
}
