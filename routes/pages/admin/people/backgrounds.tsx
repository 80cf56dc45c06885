/**
 * The admins' pages about the background of men in the United States: a list of the men whose statement waits for the
 * search of the registry; and for one man all his statements, the mark of the search, and the ladies who were asked for
 * their consent. The pages exist only if the site asks for backgrounds.
 */
import { man, type User, usersByIds } from "../../../../kv/accounts/users.ts";
import { consentsAskedBy } from "../../../../kv/safety/background/consents.ts";
import {
  formerStatementsOf,
  noteSearch,
  statementOf,
  waitingSearches,
} from "../../../../kv/safety/background/statements.ts";
import { addAuditRecord } from "../../../../kv/store/audit_log.ts";
import { type Refusal, refuse } from "../../../../kv/store/refusals.ts";
import type { PageDefinition } from "../../../http/define_page.ts";
import type { MemberContext } from "../../../http/env.ts";
import { leaveFlash } from "../../../http/flash.ts";
import { answerPage, localHref } from "../../../http/page.tsx";
import type { Body } from "../../../http/read_input.ts";
import { answerRefusal, statusOf } from "../../../http/refusal_answer.tsx";
import { textOf, toldOf } from "../form.ts";
import { backgroundPath, backgroundsPath, usersPath } from "../paths.ts";
import { BackgroundView, WaitingView } from "./backgrounds_view.tsx";
import { answerAbout } from "./user.tsx";

/** More than a day's work; the others are shown once these are done. */
const shownAtMost = 100;

const waitingPage: PageDefinition = {
  paths: [backgroundsPath],
  access: "admins",
  async get(c) {
    const { deps: { store }, facts: { t } } = c.var;
    if (!store.asksBackground) return await answerRefusal(c, refuse("not_found"));
    const waiting = (await waitingSearches(store)).slice(0, shownAtMost);
    const men = await usersByIds(store, waiting.map(({ manId }) => manId));
    const rows = waiting.flatMap(({ filedAt }, at) => men[at] ? [{ man: men[at], filedAt }] : []);
    return await answerPage(c, {
      title: t("admin:background.waiting"),
      robots: "noindex",
      view: <WaitingView waiting={rows} nowMs={store.now()} />,
    });
  },
};

const onePage: PageDefinition = {
  paths: [`${usersPath}/:id/background`],
  access: "admins",
  get: (c) => answerOf(c, (user) => show(c, user, null)),
  post: (c, body) => answerOf(c, (user) => mark(c, user, body)),
};

export const backgroundPages: PageDefinition[] = [waitingPage, onePage];

/** Answers about a man's background; `not_found` for anybody else, or if the site does not ask for backgrounds. */
const answerOf = (c: MemberContext, answer: (user: User) => Promise<Response>): Promise<Response> =>
  answerAbout(
    c,
    (user) =>
      c.var.deps.store.asksBackground && user.groupId === man ? answer(user) : answerRefusal(c, refuse("not_found")),
  );

async function mark(c: MemberContext, user: User, body: Body): Promise<Response> {
  const { deps, facts: { origin, prefix }, signedIn } = c.var;
  const marked = await noteSearch(deps.store, {
    manId: user.id,
    number: Number(body.number) || 0,
    day: textOf(body.day).trim(),
    found: textOf(body.found),
    actorId: signedIn.user.id,
    origin,
  });
  if (!marked.ok) return await show(c, user, { refusal: marked, day: textOf(body.day), found: textOf(body.found) });
  deps.wakeJobs?.();
  leaveFlash(c, "success", "admin:background.marked");
  return c.redirect(localHref(prefix, backgroundPath(user.id)), 303);
}

/** What was typed, and why it was not taken. */
interface Refused {
  refusal: Refusal;
  day: string;
  found: string;
}

/** Shows the most private data of the site: whenever a statement is shown, the audit log gets a record of who reads it. */
async function show(c: MemberContext, user: User, refused: Refused | null): Promise<Response> {
  const { deps: { store }, facts: { t }, signedIn } = c.var;
  const [statement, former, consents] = await Promise.all([
    statementOf(store, user.id),
    formerStatementsOf(store, user.id),
    consentsAskedBy(store, user.id),
  ]);
  if (statement) {
    await addAuditRecord(store, {
      action: "background_read",
      actorId: signedIn.user.id,
      subject: `user:${user.id}`,
      details: { number: statement.number },
    });
  }
  const ladies = await usersByIds(store, consents.map(({ ladyId }) => ladyId));
  return await answerPage(c, {
    title: t("admin:background.title"),
    robots: "noindex",
    status: statusOf(refused?.refusal),
    view: (
      <BackgroundView
        user={user}
        statement={statement}
        former={former}
        consents={consents.map((consent, at) => ({ consent, lady: ladies[at] ?? null }))}
        typed={{ day: refused?.day ?? new Date(store.now()).toISOString().slice(0, 10), found: refused?.found ?? "" }}
        {...toldOf(c, refused?.refusal)}
      />
    ),
  });
}
