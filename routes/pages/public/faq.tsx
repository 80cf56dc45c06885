/** Questions and answers, each folded until it is asked; the same for search engines as data. */
import { Icon } from "../../../components/icon.tsx";
import { setHtml } from "../../../i18n/typesetting.ts";
import { renderMarkdown } from "../../../services/markdown.ts";
import { sellingNow, type SiteText, siteText } from "../../discovery/texts.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import { answerPage, localHref } from "../../http/page.tsx";
import { textLinks } from "./text_links.ts";

export interface Question {
  words: string;
  /** Markdown. */
  answer: string;
}

export interface QuestionGroup {
  title: string;
  questions: Question[];
}

export const faqPage: PageDefinition = {
  paths: ["/faq"],
  access: "everyone",
  isSharedByMen: true,
  async get(c) {
    const { facts: { t, locale, prefix }, deps } = c.var;
    const text = siteText(deps, locale, "faq", await sellingNow(deps));
    const groups = groupsOf(text.body);
    const htmlOf = (answer: string) => setHtml(renderMarkdown(answer, textLinks(c)));
    return await answerPage(c, {
      title: text.title,
      description: text.description,
      crumbs: [{ label: t("writings:home"), href: localHref(prefix, "/") }, { label: text.title }],
      jsonLd: {
        "@context": "https://schema.org",
        "@type": "FAQPage",
        inLanguage: locale,
        mainEntity: groups.flatMap(({ questions }) => questions).map(({ words, answer }) => ({
          "@type": "Question",
          name: words,
          acceptedAnswer: { "@type": "Answer", text: htmlOf(answer) },
        })),
      },
      view: <FaqView text={text} groups={groups} htmlOf={htmlOf} />,
    });
  },
};

/** "## group", "### question" and what follows as its answer. */
export function groupsOf(markdown: string): QuestionGroup[] {
  return markdown.split(/^## /m).slice(1).map((part) => {
    const [title = "", ...questions] = part.split(/^### /m);
    return {
      title: title.trim(),
      questions: questions.map((question) => {
        const end = question.indexOf("\n");
        return { words: question.slice(0, end).trim(), answer: question.slice(end).trim() };
      }),
    };
  });
}

interface FaqViewProps {
  text: SiteText;
  groups: QuestionGroup[];
  htmlOf: (answer: string) => string;
}

function FaqView({ text, groups, htmlOf }: FaqViewProps) {
  return (
    <div class="wrap article article--text">
      <header>
        <h1>{text.title}</h1>
        <p class="lead">{text.lead}</p>
      </header>
      {groups.map(({ title, questions }) => (
        <section key={title} class="questions">
          <h2>{title}</h2>
          {questions.map(({ words, answer }) => (
            <details key={words}>
              <summary>
                {words}
                <Icon name="down" />
              </summary>
              <div dangerouslySetInnerHTML={{ __html: htmlOf(answer) }} />
            </details>
          ))}
        </section>
      ))}
    </div>
  );
}
