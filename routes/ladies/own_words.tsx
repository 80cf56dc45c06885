/** What somebody tells of herself or himself, under a title, in whatever language it was written. */
import { usePage } from "../../components/page_context.ts";
import { Prose } from "../../components/prose.tsx";
import { langOf } from "./word_languages.ts";

export function OwnWords({ title, text }: { title: string; text: string }) {
  const { locale } = usePage();
  return (
    <section>
      <h2>{title}</h2>
      <Prose text={text} lang={langOf(locale, text)} />
    </section>
  );
}
