/** The field for the rule that somebody broke: wherever staff decide against a person, who reads it with the reasons. */
import { SelectField } from "../../../components/fields.tsx";
import { usePage } from "../../../components/page_context.ts";
import { type Ground, grounds } from "../../../kv/safety/decisions.ts";

/** The rule that was chosen; null if none was, so that the usual rule for this kind of decision applies. */
export const groundOf = (value: unknown): Ground | null => grounds.find((each) => each === value) ?? null;

interface GroundFieldProps {
  chosen: Ground | null;
  class?: string;
}

export function GroundField({ chosen, class: extra }: GroundFieldProps) {
  const { t } = usePage();
  return (
    <SelectField
      id="ground"
      name="ground"
      class={extra}
      label={t("admin:ground.label")}
      emptyLabel={t("admin:ground.usual")}
      value={chosen ?? ""}
      options={grounds.map((ground) => ({ value: ground, label: t(`decisions:ground.${ground}`) }))}
    />
  );
}
