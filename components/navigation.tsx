/** Navigation by links: tabs that change the address, breadcrumbs, page numbers. */
import type { ComponentChildren } from "preact";
import { Icon } from "./icon.tsx";
import { Badge } from "./marks.tsx";
import { pageWindow } from "./page_window.ts";

export interface TabLink {
  href: string;
  label: string;
  isCurrent?: boolean;
  count?: number;
  /** What is counted, e.g. "new". */
  countLabel?: string;
  /** Which box's unread letters `count` is, if it counts them. */
  live?: "inbox" | "introduction";
}

export function Tabs({ label, tabs }: { label: string; tabs: readonly TabLink[] }) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <a key={tab.href} href={tab.href} aria-current={tab.isCurrent ? "page" : undefined}>
          {tab.label} <Badge count={tab.count ?? 0} label={tab.countLabel} live={tab.live} />
        </a>
      ))}
    </nav>
  );
}

export interface Crumb {
  label: ComponentChildren;
  /** Left out for the current page. */
  href?: string;
  /** The language of the label, if it is not the page's. */
  lang?: string;
}

export function Crumbs({ label, crumbs }: { label: string; crumbs: readonly Crumb[] }) {
  return (
    <nav class="crumbs" aria-label={label}>
      <ol>
        {crumbs.map(({ href, label, lang }, index) => (
          <li key={index} lang={lang} aria-current={href ? undefined : "page"}>
            {href ? <a href={href}>{label}</a> : label}
          </li>
        ))}
      </ol>
    </nav>
  );
}

interface PagesProps {
  label: string;
  /** From 1. */
  current: number;
  last: number;
  hrefOf: (page: number) => string;
  previousLabel: string;
  nextLabel: string;
  /** E.g. (3) => "Page 3"; without it the label is the bare number. */
  pageLabel?: (page: number) => string;
}

/** Links to the pages of a list; nothing if there is only one page. */
export function Pages({ label, current, last, hrefOf, previousLabel, nextLabel, pageLabel }: PagesProps) {
  if (last <= 1) return null;
  return (
    <nav class="pages" aria-label={label}>
      {current > 1 && (
        <a href={hrefOf(current - 1)} rel="prev" aria-label={previousLabel}>
          <Icon name="left" />
        </a>
      )}
      {pageWindow(current, last).map((step, index) =>
        step === "gap" ? <span key={`gap${index}`} class="gap" aria-hidden="true">…</span> : (
          <a
            key={step}
            href={hrefOf(step)}
            aria-current={step === current ? "page" : undefined}
            aria-label={pageLabel?.(step)}
          >
            {step}
          </a>
        )
      )}
      {current < last && (
        <a href={hrefOf(current + 1)} rel="next" aria-label={nextLabel}>
          <Icon name="right" />
        </a>
      )}
    </nav>
  );
}
