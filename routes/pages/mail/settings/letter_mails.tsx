/** The section about mails that tell of new letters. */
import { usePage } from "../../../../components/page_context.ts";
import { Switch } from "../../../../components/switch.tsx";
import { setMailWish, wishesLetterEmails } from "../../../../kv/accounts/mail_wishes.ts";
import { SectionForm, SectionView, type SettingsSection } from "./section.tsx";

const name = "letter-mails";

export const letterMailsSection: SettingsSection = {
  name,
  view(c) {
    const { user } = c.var.signedIn;
    return <LetterMails email={user.email} isWished={wishesLetterEmails(user)} />;
  },
  save: (c, form) => setMailWish(c.var.deps.store, c.var.signedIn.user.id, "letters", form.letterEmails !== undefined),
};

function LetterMails({ email, isWished }: { email: string; isWished: boolean }) {
  const { t } = usePage();
  return (
    <SectionView
      name={name}
      title={t("notifications:settings.letters.title")}
      text={t("notifications:settings.letters.text", { email })}
    >
      <SectionForm name={name}>
        <Switch name="letterEmails" checked={isWished}>{t("notifications:settings.letters.switch")}</Switch>
      </SectionForm>
    </SectionView>
  );
}
