/** A table whose lines become small blocks on a phone. That takes a table's roles away, so they are given back by hand. */
import type { ComponentChildren } from "preact";
import { classNames } from "./class_names.ts";

export interface Column {
  label: string;
  isNumber?: boolean;
  /** Read out only, above buttons that speak for themselves. */
  isHidden?: boolean;
}

interface StackedTableProps {
  /** Read out only; left out where the heading above says the same. */
  caption?: string;
  columns: readonly (string | Column)[];
  class?: string;
  /** Lines with their roles: `row`, `rowheader`, `cell`. */
  children: ComponentChildren;
}

export function StackedTable({ caption, columns, class: extra, children }: StackedTableProps) {
  return (
    <table class={classNames("table table--stack", extra)} role="table">
      {caption && <caption class="visually-hidden">{caption}</caption>}
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => typeof column === "string" ? { label: column } : column).map(head)}
        </tr>
      </thead>
      <tbody role="rowgroup">{children}</tbody>
    </table>
  );
}

const head = ({ label, isNumber, isHidden }: Column) => (
  <th key={label} scope="col" role="columnheader" class={isNumber ? "num" : undefined}>
    {isHidden ? <span class="visually-hidden">{label}</span> : label}
  </th>
);
