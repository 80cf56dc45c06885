/** Switches a list between its two looks, faces and words: each is a button, so that it works without a script. */
import { usePage } from "../../../components/page_context.ts";
import { type ListLook, listLookPath, listLooks } from "../../ladies/list_look.ts";

interface LookSwitchProps {
  look: ListLook;
  /** The page that the list stands on, localised. */
  next: string;
}

export function LookSwitch({ look, next }: LookSwitchProps) {
  const { t, href } = usePage();
  return (
    <form class="segmented" method="post" action={href(listLookPath)} aria-label={t("search:look.label")}>
      <input type="hidden" name="next" value={next} />
      {listLooks.map((each) => (
        <button key={each} name="look" value={each} aria-pressed={each === look ? "true" : "false"}>
          {t(`search:look.${each}`)}
        </button>
      ))}
    </form>
  );
}
