/** The section about mails that tell who asked to talk. */
import { usePage } from "../../../../components/page_context.ts";
import { Switch } from "../../../../components/switch.tsx";
import { setMailWish, wishesInvitationEmails } from "../../../../kv/accounts/mail_wishes.ts";
import { SectionForm, SectionView, type SettingsSection } from "./section.tsx";

const name = "invitation-mails";

export const invitationMailsSection: SettingsSection = {
  name,
  view: (c) => <InvitationMails isWished={wishesInvitationEmails(c.var.signedIn.user)} />,
  save: (c, form) =>
    setMailWish(c.var.deps.store, c.var.signedIn.user.id, "invitations", form.invitationEmails !== undefined),
};

function InvitationMails({ isWished }: { isWished: boolean }) {
  const { t } = usePage();
  return (
    <SectionView
      name={name}
      title={t("notifications:settings.invitations.title")}
      text={t("notifications:settings.invitations.text")}
    >
      <SectionForm name={name}>
        <Switch name="invitationEmails" checked={isWished}>{t("notifications:settings.invitations.switch")}</Switch>
      </SectionForm>
    </SectionView>
  );
}
