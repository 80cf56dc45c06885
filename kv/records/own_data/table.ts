/**
 * Every prefix of the store in one table: whose it is, how the person gets a copy, how it is erased with the account, how
 * long it is kept. A prefix without a row does not pass the tests (table_test.ts).
 */
import { accountRows } from "./account_rows.ts";
import { chatRows } from "./chat_rows.ts";
import { siteRows } from "./site_rows.ts";
import { letterRows } from "./letter_rows.ts";
import { moneyRows } from "./money_rows.ts";
import type { Row } from "./row.ts";
import { safetyRows } from "./safety_rows.ts";

/** By the first part of the key. */
export const ownData: Readonly<Record<string, Row>> = {
  ...accountRows,
  ...letterRows,
  ...moneyRows,
  ...chatRows,
  ...safetyRows,
  ...siteRows,
};

/** The row of a key of the store. */
export const rowOf = (key: Deno.KvKey): Row | undefined => ownData[String(key[0])];
