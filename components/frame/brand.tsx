/** The seal and the name of the site. For ladies it is no link (specification, section 2). */
import { usePage } from "../page_context.ts";
import { SealV, SealZh } from "../seals.tsx";
import { isChinese } from "../../i18n/locales.ts";

/** The seal of this variant: 春信, written vertically, on the Chinese site, the flap of an envelope elsewhere. */
export function Seal({ sprite }: { sprite?: string }) {
  return isChinese(usePage().locale) ? <SealZh sprite={sprite} /> : <SealV sprite={sprite} />;
}

export function Brand({ name }: { name: string }) {
  const { href, viewer } = usePage();
  if (viewer?.groupId === 2) {
    return (
      <span class="brand">
        <Seal />
        {name}
      </span>
    );
  }
  return (
    <a class="brand" href={href("/")}>
      <Seal />
      {name}
    </a>
  );
}
