/** What is kept for the reader of a mailbox: models of remembered records, for a minute at most. */
import type { Model, Wanted } from "../../cache/kept_models.ts";
import type { MemberContext } from "../../http/env.ts";

/** What time alone changes may show a minute later. A day begins with a minute. */
const keptMsMax = 60_000;

/** `of` is what it depends on besides its reader, the language and what is recalled. */
export function keptForReader<T>(
  c: MemberContext,
  name: string,
  { of, ...wanted }: Omit<Wanted<T>, "key">,
): Promise<Model<T>> {
  const { deps: { store, running }, facts: { locale, prefix, zone }, signedIn: { user, blockedIds } } = c.var;
  return running.keptModels.recall({
    ...wanted,
    key: [name, locale, prefix, user.id].join(" "),
    of: [Math.floor(store.now() / keptMsMax), zone, user, [...blockedIds].join(), ...of],
  });
}
