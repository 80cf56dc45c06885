/** What stands in the place of a letter that is in one's hands no more: one's own words, and the way back to it. */
import { Button, ButtonLink } from "../../../components/buttons.tsx";
import { usePage } from "../../../components/page_context.ts";
import { Notice } from "../../../components/states.tsx";
import { queuePath } from "./descriptions.ts";

interface LostViewProps {
  letterId: number;
  /** Of the translation, BCP 47. */
  language: string;
  segments: string[];
  /** Whether it can be taken again, somebody else has it, or its wait is over. */
  state: "free" | "taken" | "over";
}

export function LostView({ letterId, language, segments, state }: LostViewProps) {
  const { t, href } = usePage();
  const words = segments.filter((each) => each.trim());
  return (
    <div class="wrap agency">
      <header>
        <h1>{t("translation:lost.title")}</h1>
      </header>
      <Notice>
        <p>{t("translation:lost.text")} {state !== "free" && t(`translation:lost.${state}`)}</p>
      </Notice>
      <div class="actions">
        {state === "free" && (
          <form method="post" action={href(queuePath)}>
            <input type="hidden" name="letterId" value={letterId} />
            <Button type="submit">{t("translation:lost.again")}</Button>
          </form>
        )}
        <ButtonLink tone="quiet" href={href(queuePath)}>{t("translation:work.back")}</ButtonLink>
      </div>
      {words.length > 0 && (
        <section aria-labelledby="yours">
          <h2 id="yours">{t("translation:lost.yours")}</h2>
          <div class="prose" lang={language}>
            {words.map((each, at) => <p key={at} class="agency__lines">{each}</p>)}
          </div>
        </section>
      )}
    </div>
  );
}
