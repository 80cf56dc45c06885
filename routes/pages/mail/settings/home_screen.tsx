/** The section about keeping the site among the apps; hidden if the browser offers no such thing. */
import { usePage } from "../../../../components/page_context.ts";
import HomeScreen from "../../../../islands/home_screen/island.tsx";
import { SectionView, type SettingsSection } from "./section.tsx";

const name = "home-screen";

export const homeScreenSection: SettingsSection = {
  name,
  view: (c) => <KeptAmongApps brand={c.var.facts.brand.brand} />,
};

function KeptAmongApps({ brand }: { brand: string }) {
  const { t } = usePage();
  return (
    <SectionView
      name={name}
      title={t("notifications:settings.homeScreen.title")}
      text={t("notifications:settings.homeScreen.text", { brand })}
      hidden
    >
      <HomeScreen />
    </SectionView>
  );
}
