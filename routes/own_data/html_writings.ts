/** Letters and chats, for the page in a copy of one's own data: who wrote what and when, with the pictures beside it. */
import type { User } from "../../kv/accounts/users.ts";
import { sections, type Told } from "../../kv/records/own_data/export.ts";
import type { AppContext } from "../http/env.ts";
import { escaped, lines, picturesOf, row, table, when } from "./html_parts.ts";

const nameOf = (c: AppContext, told: Told): string => {
  const name = (told.with as { firstname: string | null }).firstname;
  return escaped(name ?? c.var.facts.t("mail:formerMember"));
};

const authorOf = (c: AppContext, told: Told): string =>
  told.from === "me" ? escaped(c.var.facts.t("ownData:index.me")) : nameOf(c, told);

export async function* lettersHtml(c: AppContext, user: User): AsyncGenerator<string> {
  const { facts, facts: { t }, deps: { store } } = c.var;
  let isEmpty = true;
  for await (const letter of sections.letters(store, user)) {
    isEmpty = false;
    const isMine = letter.from === "me";
    const [from, to] = isMine
      ? [authorOf(c, letter), nameOf(c, letter)]
      : [nameOf(c, letter), escaped(t("ownData:index.me"))];
    const body = letter.isErased
      ? `<p class="soft">${escaped(t("ownData:erased.letter"))}</p>`
      : letter.isSealed
      ? `<p class="soft">${escaped(t("ownData:index.sealed"))}</p>`
      : `<p>${lines(letter.body)}</p>`;
    const translation = letter.translation as { body: string } | null;
    yield `<article><header>${from} → ${to} · <time>${when(facts, letter.sentAt)}</time></header>${body}` +
      (translation ? `<blockquote>${lines(translation.body)}</blockquote>` : "") +
      `${picturesOf(facts, letter)}</article>\n`;
  }
  if (isEmpty) yield `<p class="soft">${escaped(t("ownData:index.empty"))}</p>\n`;
}

/** What a row of the chats says, as HTML. */
function chatWords({ var: { facts, facts: { t } } }: AppContext, told: Told): string {
  if (told.kind === "session") return escaped(t("ownData:index.session", { minutes: told.minutes }));
  if (told.kind === "request") return escaped(t("ownData:index.request"));
  if (told.kind === "time to talk") {
    const moments = (told.moments as string[]).map((each) => when(facts, each)).join(" / ");
    return `${escaped(t("ownData:index.talk", { kind: t(`talks:kind.${String(told.means)}`) }))} ${moments}`;
  }
  if (told.isErased) return `<span class="soft">${escaped(t("ownData:erased.message"))}</span>`;
  return lines(told.body);
}

export async function* chatsHtml(c: AppContext, user: User): AsyncGenerator<string> {
  const { facts, deps: { store } } = c.var;
  async function* rows() {
    for await (const told of sections.chats(store, user)) {
      const at = told.at ?? told.openedAt ?? told.createdAt ?? told.proposedAt;
      const author = told.kind === "session" ? "" : authorOf(c, told);
      yield row([nameOf(c, told), when(facts, at), author, chatWords(c, told)]);
    }
  }
  yield* table(facts, ["who", "when", "author", "words"], rows());
}
