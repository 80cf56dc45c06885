/** Keeps models for the reader of a mailbox, made of remembered records, for a minute at most. */
import type { Model, Wanted } from "../../cache/kept_models.ts";
import type { MemberContext } from "../../http/env.ts";

/** What changes by time alone may show up to a minute late; a new day shows at once, because it begins with a minute. */
const keptMsMax = 60_000;

/** `of`: what the model depends on besides its reader, the language, and the records that `work` recalls. */
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
