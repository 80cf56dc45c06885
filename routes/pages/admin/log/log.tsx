/** The audit log as admins read it: newest first, by action, person, thing and days. Nothing can be changed here. */
import { endOfDayFor, type Reader, startOfDayFor } from "../../../../i18n/format.ts";
import { usersByIds } from "../../../../kv/accounts/users.ts";
import {
  type AuditFilter,
  findRecords,
  type FoundRecord,
  prove,
  type RecordPlace,
} from "../../../../kv/records/audit_pages.ts";
import { addAuditCheckpoint, checkpointHead } from "../../../../kv/records/audit_checkpoints.ts";
import { unlessAway } from "../../../../kv/store/health/health.ts";
import type { PageDefinition } from "../../../http/define_page.ts";
import type { AppContext } from "../../../http/env.ts";
import { answerPage } from "../../../http/page.tsx";
import { AdminFrame } from "../frame.tsx";
import { logPath } from "../paths.ts";
import { askedFields, type AskedLog } from "./asked_log.ts";
import { LogView } from "./log_view.tsx";

const rowsPerPage = 50;

const logPage: PageDefinition = {
  paths: [logPath],
  access: "admins",
  async get(c) {
    const { deps: { store }, facts: { t } } = c.var;
    const asked = askedOf(c);
    // So that a filter also finds what was done a moment ago. On a full disk that has to wait, and all else is shown.
    await unlessAway(addAuditCheckpoint(store), 0);
    const [page, head] = await Promise.all([
      findRecords(store, filterOf(asked, c.var.facts), {
        before: placeOf(c.req.query("before")),
        limit: rowsPerPage,
      }),
      checkpointHead(store),
    ]);
    const [records, names] = await Promise.all([prove(store, page.records), namesOf(c, page.records)]);
    return await answerPage(c, {
      title: t("log:title"),
      robots: "noindex",
      view: (
        <AdminFrame title={t("log:title")} lead={t("log:lead")}>
          <LogView
            asked={asked}
            query={queryOf(asked)}
            isFirstPage={c.req.query("before") === undefined}
            records={records}
            names={names}
            olderQuery={page.next && queryOf(asked, page.next)}
            head={head}
          />
        </AdminFrame>
      ),
    });
  },
};

export const logPages: PageDefinition[] = [logPage];

/** The first names of those who did something, as far as they are still here. */
async function namesOf(c: AppContext, records: FoundRecord[]): Promise<Map<number, string>> {
  const ids = [...new Set(records.flatMap(({ record }) => record.actorId ?? []))];
  const people = await usersByIds(c.var.deps.store, ids);
  return new Map(people.flatMap((person) => person ? [[person.id, person.firstname] as const] : []));
}

/** The filter that the address asks for, without fields that are empty or not valid. */
function askedOf(c: AppContext): AskedLog {
  const asked: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(askedFields)) {
    const parsed = field.safeParse(c.req.query(name) || undefined);
    if (parsed.success && parsed.data !== undefined) asked[name] = parsed.data;
  }
  return asked;
}

const filterOf = (
  { action, actor, subject, dateFrom, dateTo }: AskedLog,
  reader: Pick<Reader, "zone">,
): AuditFilter => ({
  ...(action && { action }),
  ...(actor && { actorId: actor }),
  ...(subject && { subject }),
  ...(dateFrom && { fromMs: startOfDayFor(reader, dateFrom) }),
  ...(dateTo && { untilMs: endOfDayFor(reader, dateTo) }),
});

/** The filter as a query string without "?"; with `before`, for the records before that place. */
function queryOf(asked: AskedLog, before?: RecordPlace): string {
  const facts = { ...asked, ...(before && { before: `${before.at}.${before.recordId}` }) };
  return new URLSearchParams(Object.entries(facts).map(([name, value]) => [name, String(value)])).toString();
}

function placeOf(text = ""): RecordPlace | null {
  const [, at, recordId] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(text) ?? [];
  return at ? { at: Number(at), recordId: recordId! } : null;
}
