/** A table whose rows become small blocks on a phone. That removes the table's roles, so they are written out. */
import type { ComponentChildren } from "preact";
import { classNames } from "./class_names.ts";

export interface Column {
  label: string;
  isNumber?: boolean;
  /** For screen readers only: above buttons that need no heading. */
  isHidden?: boolean;
}

interface StackedTableProps {
  /** For screen readers only; left out if the heading above says the same. */
  caption?: string;
  columns: readonly (string | Column)[];
  class?: string;
  /** Rows with their roles: `row`, `rowheader`, `cell`. */
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
