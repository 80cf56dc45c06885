/** Ladies as every list shows them: the cards, the links to other pages, and the words for an empty list. */
import { ButtonLink } from "../../../components/buttons.tsx";
import { Cards, LadyCard, type LadyCardView, LadyLine, Lines } from "../../../components/lady_card.tsx";
import { Pages } from "../../../components/navigation.tsx";
import { usePage } from "../../../components/page_context.ts";
import { Empty } from "../../../components/states.tsx";
import type { ListLook } from "../../ladies/list_look.ts";

export interface LadiesProps {
  ladies: readonly LadyCardView[];
  look: ListLook;
  heading: "h2" | "h3";
  /** How wide the pictures are shown; the default fits a list across the page. */
  sizes?: string;
  page: number;
  lastPage: number;
  /** Localised address of a page. */
  hrefOf: (page: number) => string;
  /** Shown if the list is empty. */
  empty: { title: string; text: string; action: { href: string; label: string } };
}

/** The cards of the first screenful, whose pictures load at once. */
const eagerCards = 4;

export function Ladies({ ladies, look, heading, sizes, page, lastPage, hrefOf, empty }: LadiesProps) {
  const { t } = usePage();
  if (ladies.length === 0) {
    const action = <ButtonLink href={empty.action.href} tone="quiet">{empty.action.label}</ButtonLink>;
    return <Empty title={empty.title} drawing="open" heading={heading} action={action}>{empty.text}</Empty>;
  }
  return (
    <>
      {look === "words"
        ? <Lines>{ladies.map((lady) => <LadyLine key={lady.id} lady={lady} heading={heading} />)}</Lines>
        : (
          <Cards>
            {ladies.map((lady, index) => (
              <LadyCard key={lady.id} lady={lady} eager={index < eagerCards} heading={heading} sizes={sizes} />
            ))}
          </Cards>
        )}
      <Pages
        label={t("search:pages.label")}
        current={page}
        last={lastPage}
        hrefOf={hrefOf}
        previousLabel={t("search:pages.previous")}
        nextLabel={t("search:pages.next")}
        pageLabel={(each) => t("search:pages.page", { page: each })}
      />
    </>
  );
}
