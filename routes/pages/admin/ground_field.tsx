/** Which rule somebody broke: chosen wherever the staff decides against a person, who reads it with the reasons. */
import { SelectField } from "../../../components/fields.tsx";
import { usePage } from "../../../components/page_context.ts";
import { type Ground, grounds } from "../../../kv/safety/decisions.ts";

/** Null where none was chosen: the kind of the decision has its usual one. */
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
