/** A section of the letter settings: a title, why one might want it, and a form of its own. */
import type { ComponentChildren } from "preact";
import { Button } from "../../../../components/buttons.tsx";
import { usePage } from "../../../../components/page_context.ts";
import type { Refusal } from "../../../../kv/store/refusals.ts";
import type { Access } from "../../../http/access.ts";
import type { MemberContext } from "../../../http/env.ts";

/** A form that was not stored: what it said, and why. */
export interface RefusedForm {
  body: Record<string, unknown>;
  refusal: Refusal;
}

export interface SettingsSection {
  /** Tells the forms of the page apart; also the anchor of the section. */
  name: string;
  /** Who has the section; absent if everybody with the page has it. */
  access?: Access;
  /** The section as this reader finds it, or as its form was just sent; null if this reader has none. */
  view: (c: MemberContext, refused?: RefusedForm) => Promise<ComponentChildren> | ComponentChildren;
  /** Stores what its form says; absent if the section needs a script. */
  save?: (c: MemberContext, form: Record<string, unknown>) => Promise<{ ok: true } | Refusal>;
}

interface SectionViewProps {
  name: string;
  title: string;
  text: string;
  /** Whether the section stays hidden until its island shows it. */
  hidden?: boolean;
  children: ComponentChildren;
}

export function SectionView({ name, title, text, hidden, children }: SectionViewProps) {
  return (
    <section class="split" id={name} aria-labelledby={`${name}-title`} hidden={hidden}>
      <div>
        <h2 id={`${name}-title`}>{title}</h2>
        <p>{text}</p>
      </div>
      <div>{children}</div>
    </section>
  );
}

/** The form of a section; it names the section to which it belongs. */
export function SectionForm({ name, children }: { name: string; children: ComponentChildren }) {
  const { t, href, path } = usePage();
  return (
    <form class="form" method="post" action={href(path)}>
      <input type="hidden" name="section" value={name} />
      {children}
      <div>
        <Button type="submit" tone="quiet">{t("notifications:settings.save")}</Button>
      </div>
    </form>
  );
}
