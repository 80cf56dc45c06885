/** The page of a letter or profile that the translator no longer holds: her or his own words, and links onwards. */
import { Button, ButtonLink } from "../../../components/buttons.tsx";
import { usePage } from "../../../components/page_context.ts";
import { Notice } from "../../../components/states.tsx";
import { canBeSeen } from "../../../chat/shared/text.ts";
import { queuePath } from "./descriptions.ts";

interface LostViewProps {
  title: string;
  text: string;
  /** Of the translation, BCP 47. */
  language: string;
  segments: string[];
  /** Words that were set aside when two windows changed one part; they are not in `segments`. */
  rest?: string[];
  /** The letter's id, if it can be taken again. */
  againId?: number | null;
}

export function LostView({ title, text, language, segments, rest = [], againId = null }: LostViewProps) {
  const { t, href } = usePage();
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
      <Words id="yours" title={t("translation:lost.yours")} texts={segments} language={language} />
      <Words id="rest" title={t("translation:work.rest.title")} texts={rest} language={language} />
    </div>
  );
}

function Words({ id, title, texts, language }: { id: string; title: string; texts: string[]; language: string }) {
  const words = texts.filter(canBeSeen);
  if (words.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div class="prose" lang={language}>
        {words.map((each, at) => <p key={at} class="agency__lines">{each}</p>)}
      </div>
    </section>
  );
}
