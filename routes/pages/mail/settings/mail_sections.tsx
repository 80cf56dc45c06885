/** The sections about mails that a person may end: of new letters, of times to talk, and of who asked to talk. */
import { usePage } from "../../../../components/page_context.ts";
import { Switch } from "../../../../components/switch.tsx";
import { setMailWish, wishesMail } from "../../../../kv/accounts/mail_wishes.ts";
import { SectionForm, SectionView, type SettingsSection } from "./section.tsx";

interface MailSection {
  name: string;
  /** The kind of mail, by which its words are named as well. */
  kind: "letters" | "talks" | "invitations";
  /** The field of the form. */
  field: string;
}

const mailSectionOf = (section: MailSection): SettingsSection => ({
  name: section.name,
  view(c) {
    const { user } = c.var.signedIn;
    return <MailWish {...section} email={user.email} isWished={wishesMail(user, section.kind)} />;
  },
  save: (c, form) =>
    setMailWish(c.var.deps.store, c.var.signedIn.user.id, section.kind, form[section.field] !== undefined),
});

function MailWish({ name, kind, field, email, isWished }: MailSection & { email: string; isWished: boolean }) {
  const { t } = usePage();
  const say = (part: string) => t(`notifications:settings.${kind}.${part}`, { email });
  return (
    <SectionView name={name} title={say("title")} text={say("text")}>
      <SectionForm name={name}>
        <Switch name={field} checked={isWished}>{say("switch")}</Switch>
      </SectionForm>
    </SectionView>
  );
}

export const letterMailsSection = mailSectionOf({ name: "letter-mails", kind: "letters", field: "letterEmails" });
export const talkMailsSection = mailSectionOf({ name: "talk-mails", kind: "talks", field: "talkEmails" });
export const invitationMailsSection = mailSectionOf({
  name: "invitation-mails",
  kind: "invitations",
  field: "invitationEmails",
});
