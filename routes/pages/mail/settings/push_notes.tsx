/** The section about notes on this device; absent if the site pushes none. */
import { usePage } from "../../../../components/page_context.ts";
import PushSwitch from "../../../../islands/push_switch/island.tsx";
import { subscriptionsOf } from "../../../../kv/accounts/push_subscriptions.ts";
import { SectionView, type SettingsSection } from "./section.tsx";

const name = "push-notes";

export const pushNotesSection: SettingsSection = {
  name,
  async view(c) {
    const { store, push } = c.var.deps;
    if (!push) return null;
    const devices = await subscriptionsOf(store, c.var.signedIn.user.id);
    return <PushNotes publicKey={push.publicKey} deviceIds={devices.map(({ id }) => id)} />;
  },
};

function PushNotes({ publicKey, deviceIds }: { publicKey: string; deviceIds: string[] }) {
  const { t } = usePage();
  return (
    <SectionView
      name={name}
      title={t("notifications:settings.push.title")}
      text={t("notifications:settings.push.text")}
    >
      <div class="only-scripted">
        <PushSwitch publicKey={publicKey} deviceIds={deviceIds} />
      </div>
      <p class="soft only-scriptless">{t("notifications:settings.push.needsScript")}</p>
    </SectionView>
  );
}
