/** The page to read in a copy of one's own data: everything that its JSON says, in the person's language. */
import { lady, man, type User } from "../../kv/accounts/users.ts";
import { sections } from "../../kv/records/own_data/export.ts";
import { type ExportSection, exportSections } from "../../kv/records/own_data/row.ts";
import type { AppContext } from "../http/env.ts";
import { accountHtml, profileHtml } from "./html_account.ts";
import { ledgerHtml, paymentsHtml } from "./html_money.ts";
import { escaped, heading, lines, picturesOf, row, style, table, when } from "./html_parts.ts";
import { statementsHtml } from "./html_background.ts";
import { chatsHtml, lettersHtml } from "./html_writings.ts";

type Html = (c: AppContext, user: User) => AsyncGenerator<string>;

/** Sections that need more than one line for each of their items. */
const special: Partial<Record<ExportSection, Html>> = {
  account: accountHtml,
  profile: profileHtml,
  photos: photosHtml,
  letters: lettersHtml,
  chats: chatsHtml,
  ledger: ledgerHtml,
  payments: paymentsHtml,
  background: backgroundHtml,
};

/** Whether the person has this section: ladies have neither credits nor votes, staff only three sections. */
const isFor = (name: ExportSection, { groupId }: User): boolean =>
  groupId === man || (groupId === lady && !["ledger", "payments", "votes"].includes(name)) ||
  ["account", "messages", "devices"].includes(name);

/** The whole page, in pieces. */
export async function* indexHtml(c: AppContext, user: User): AsyncGenerator<string> {
  const { facts, deps: { store } } = c.var;
  const { t, locale, brand } = facts;
  const title = escaped(t("ownData:index.title", { brand: brand.brand }));
  const date = when(facts, new Date(store.now()).toISOString());
  yield `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${style}</style></head><body>
<h1>${title}</h1>
<p>${escaped(t("ownData:index.made", { name: user.firstname, date }))}</p>
<p class="soft">${escaped(t("ownData:index.json"))}</p>
<nav aria-label="${escaped(t("ownData:index.contents"))}"><ul>
`;
  const names = exportSections.filter((name) => isFor(name, user));
  for (const name of names) yield `<li><a href="#${name}">${escaped(t(`ownData:section.${name}`))}</a></li>\n`;
  yield "</ul></nav>\n<main>\n";
  for (const name of names) {
    yield heading(name, t(`ownData:section.${name}`));
    yield* special[name]?.(c, user) ?? listHtml(c, user, name);
  }
  yield "</main></body></html>\n";
}

/** A section as a table with one line for each item: what, who, when, and in which words. */
async function* listHtml(c: AppContext, user: User, name: ExportSection): AsyncGenerator<string> {
  const { facts, deps: { store } } = c.var;
  async function* rows() {
    for await (const told of sections[name](store, user)) yield row(cellsOf(c, told));
  }
  yield* table(facts, ["what", "who", "when", "words"], rows());
}

async function* backgroundHtml(c: AppContext, user: User): AsyncGenerator<string> {
  yield* statementsHtml(c, user);
  yield* listHtml(c, user, "background");
}

function cellsOf(c: AppContext, told: Record<string, unknown>): string[] {
  const { facts, facts: { t } } = c.var;
  const person = (told.with ?? told.of ?? told.about ?? told) as { id?: number; firstname?: string | null };
  const isPerson = person.firstname !== undefined;
  const kind = typeof told.kind === "string" ? told.kind.replaceAll(" ", "_") : null;
  const at = told.at ?? told.since ?? told.filedAt ?? told.lastSeenAt ?? told.createdAt ?? told.addedAt ??
    told.lastLetterAt;
  const words = [told.topic, told.category, told.text, told.body, told.answer, told.browser, told.service, told.file];
  return [
    kind === null ? "" : escaped(t(`ownData:kind.${kind}`)),
    isPerson ? nameOf(c, person.firstname) : "",
    when(facts, at),
    words.filter((word) => typeof word === "string" && word !== "").map(lines).join("<br>") + picturesOf(facts, told),
  ];
}

const nameOf = (c: AppContext, firstname: unknown): string =>
  escaped(typeof firstname === "string" ? firstname : c.var.facts.t("mail:formerMember"));

async function* photosHtml(c: AppContext, user: User): AsyncGenerator<string> {
  const { facts: { t }, deps: { store } } = c.var;
  let isEmpty = true;
  for await (const { file, caption } of sections.photos(store, user)) {
    isEmpty = false;
    const alt = escaped(caption || t("ownData:index.photo"));
    const picture = file ? `<img src="${escaped(file)}" alt="${alt}">` : alt;
    yield `<figure>${picture}<figcaption>${escaped(caption)}</figcaption></figure>\n`;
  }
  if (isEmpty) yield `<p class="soft">${escaped(t("ownData:index.empty"))}</p>\n`;
}
