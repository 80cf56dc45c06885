/** What a man stated of his background, for the page in a copy of his data, in the words of the background's own page. */
import { lady, type User } from "../../kv/accounts/users.ts";
import { formerStatementsOf, statementOf } from "../../kv/safety/background/statements.ts";
import type { AppContext } from "../http/env.ts";
import { linesOf } from "../safety/background_lines.ts";
import { escaped, facts, lines, when } from "./html_parts.ts";

/** Yields nothing for ladies: what they were asked stands in the list of the section. */
export async function* statementsHtml(c: AppContext, user: User): AsyncGenerator<string> {
  if (user.groupId === lady) return;
  const { deps: { store }, facts: reader } = c.var;
  const current = await statementOf(store, user.id);
  for (const statement of [...current ? [current] : [], ...await formerStatementsOf(store, user.id)]) {
    const date = when(reader, new Date(statement.filedAt).toISOString());
    const title = escaped(reader.t("background:man.holds", { number: statement.number }));
    yield `<article><header><h3>${title}</h3>${date} · ${escaped(statement.signature)}</header>\n`;
    yield facts(
      linesOf(reader, statement).map(({ label, value, words }) => [
        label,
        words ? `${escaped(value)}<br>${lines(words.text)}` : escaped(value),
      ]),
    );
    yield "</article>\n";
  }
}
