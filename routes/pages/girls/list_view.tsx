/** A list of ladies: what it is, its countries and orders as links, the cards. */
import { ButtonLink } from "../../../components/buttons.tsx";
import { Tabs } from "../../../components/navigation.tsx";
import { usePage } from "../../../components/page_context.ts";
import { Ladies, type LadiesProps } from "./ladies_view.tsx";
import { LookSwitch } from "./look_switch.tsx";

export interface ListLink {
  href: string;
  label: string;
  count?: number;
  isCurrent: boolean;
}

interface ListViewProps {
  title: string;
  lead: string;
  /** "64 ladies"; empty if there are none. */
  total: string;
  countries: readonly ListLink[];
  sorts: readonly ListLink[];
  /** A link to what else one may do with this list. */
  action?: { href: string; label: string };
  ladies: LadiesProps;
}

export function ListView({ title, lead, total, countries, sorts, action, ladies }: ListViewProps) {
  const { t } = usePage();
  return (
    <div class="wrap list">
      <header>
        <h1>{title}</h1>
        {/* The lead describes the ladies in the list, so an empty list has none. */}
        {ladies.ladies.length > 0 && <p class="lead">{lead}</p>}
      </header>
      {countries.length > 0 && (
        <nav class="tags" aria-label={t("search:list.countries")}>
          {countries.map(({ href, label, count, isCurrent }) => (
            <a key={href} class="tag" href={href} aria-current={isCurrent ? "page" : undefined}>
              {label} {count !== undefined && <span class="count">{count}</span>}
            </a>
          ))}
        </nav>
      )}
      <div class="section__head">
        <p>{total}</p>
        {ladies.ladies.length > 0 && <LookSwitch look={ladies.look} next={ladies.hrefOf(ladies.page)} />}
        {sorts.length > 0 && ladies.ladies.length > 1 && <Tabs label={t("search:sort.label")} tabs={sorts} />}
        {action && <ButtonLink href={action.href} tone="quiet" small icon="star">{action.label}</ButtonLink>}
      </div>
      <Ladies {...ladies} />
    </div>
  );
}
