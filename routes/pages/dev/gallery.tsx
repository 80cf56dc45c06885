/** Every component in every state, in the day and the night theme: the gallery to look at before changing a component. */
import { usePage } from "../../../components/page_context.ts";
import { FormParts } from "./gallery_forms.tsx";
import { LadyParts } from "./gallery_ladies.tsx";
import { SmallParts } from "./gallery_small.tsx";
import { TillParts } from "./gallery_checkout.tsx";
import { WritingParts } from "./gallery_writing.tsx";

/** The whole gallery, which stands in the page's `main`. */
export function GalleryView() {
  const { t } = usePage();
  return (
    <>
      <div class="wrap section">
        <h1>{t("gallery:title")}</h1>
        <p class="soft">{t("gallery:lead")}</p>
      </div>
      <Specimen theme="light" title={t("gallery:day")} />
      <Specimen theme="dark" title={t("gallery:night")} />
    </>
  );
}

function Specimen({ theme, title }: { theme: "light" | "dark"; title: string }) {
  return (
    <section class="specimen" data-theme={theme} aria-labelledby={`${theme}-title`}>
      <div class="wrap">
        <h2 id={`${theme}-title`}>{title}</h2>
        <SmallParts prefix={theme} />
        <FormParts prefix={theme} />
        <TillParts prefix={theme} />
        <LadyParts prefix={theme} />
        <WritingParts prefix={theme} />
      </div>
    </section>
  );
}
