/** A line of the gallery, and what its groups are given. */
import type { ComponentChildren } from "preact";
import { usePage } from "../../../components/page_context.ts";

/** The props of every group of parts. Ids in the gallery begin with `prefix`, because each part stands there twice. */
export interface PartsProps {
  prefix: "light" | "dark";
}

/** One line of the gallery: the name of the part, then the part. */
export function Part({ name, children }: { name: string; children: ComponentChildren }) {
  const { t } = usePage();
  return (
    <div class="part">
      <h3>{t(`gallery:part.${name}`)}</h3>
      <div class="flow">{children}</div>
    </div>
  );
}
