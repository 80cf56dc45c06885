/** What stands in the place of a letter or a profile that is in one's hands no more: one's own words, and a way on. */
import { Button, ButtonLink } from "../../../components/buttons.tsx";
import { usePage } from "../../../components/page_context.ts";
import { Notice } from "../../../components/states.tsx";
import { queuePath } from "./descriptions.ts";

interface LostViewProps {
  title: string;
  text: string;
  /** Of the translation, BCP 47. */
  language: string;
  segments: string[];
  /** The letter, where it can be taken again. */
  againId?: number | null;
}

export function LostView({ title, text, language, segments, againId = null }: LostViewProps) {
  const { t, href } = usePage();
  const words = segments.filter((each) => each.trim());
  return (
    <div class="wrap agency">
      <header>
        <h1>{title}</h1>
      </header>
      {text !== "" && (
        <Notice>
          <p>{text}</p>
        </Notice>
      )}
      <div class="actions">
        {againId !== null && (
          <form method="post" action={href(queuePath)}>
            <input type="hidden" name="letterId" value={againId} />
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
