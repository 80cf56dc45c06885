/** The admins' page of one person. It is for reading; admins change only what the site itself decides. */
import { sessionsOf } from "../../../../kv/accounts/signing_in/sessions.ts";
import { man, type User, userById } from "../../../../kv/accounts/users.ts";
import { history } from "../../../../kv/credits/ledger/history.ts";
import { lastEntry } from "../../../../kv/credits/ledger/ledger.ts";
import { paymentsOf } from "../../../../kv/credits/payments/payments.ts";
import { givenBackOf } from "../../../../kv/credits/ledger/refunds.ts";
import { agencyOf } from "../../../../kv/ladies/agencies/agencies.ts";
import { ladyById } from "../../../../kv/ladies/ladies.ts";
import { auditPage } from "../../../../kv/records/audit_pages.ts";
import { reportsAbout, reportsOf } from "../../../../kv/safety/reports.ts";
import { refuse } from "../../../../kv/store/refusals.ts";
import { approvalsOf } from "../../../../kv/vetting/approvals.ts";
import { shownTextsOf } from "../../../../kv/vetting/shown_texts.ts";
import { photosOf, shownPhoto } from "../../../../kv/vetting/photos.ts";
import { verificationOf } from "../../../../kv/vetting/verifications.ts";
import { entryDetails } from "../../../credits/entry_details.ts";
import type { PageDefinition } from "../../../http/define_page.ts";
import type { AppContext, MemberContext } from "../../../http/env.ts";
import { answerPage } from "../../../http/page.tsx";
import { idOf } from "../../../http/read_input.ts";
import { answerRefusal } from "../../../http/refusal_answer.tsx";
import { lastPageOf, pageNumberOf } from "../form.ts";
import { usersPath } from "../paths.ts";
import type { LedgerPage, PaymentsPage } from "./user_money.tsx";
import { UserView } from "./user_view.tsx";
import { fullNameOf } from "../../../../i18n/names.ts";

const rowsPerPage = 20;

export const userPage: PageDefinition = {
  paths: [`${usersPath}/:id`],
  access: "admins",
  get: (c) => answerAbout(c, (user) => show(c, user)),
};

/** Answers about the person whose id is in the address; `not_found` if there is none. */
export async function answerAbout(
  c: AppContext,
  answer: (user: User) => Response | Promise<Response>,
): Promise<Response> {
  const id = idOf(c.req.param("id"));
  const user = id === null ? null : await userById(c.var.deps.store, id);
  return user ? await answer(user) : await answerRefusal(c, refuse("not_found"));
}

async function show(c: MemberContext, user: User): Promise<Response> {
  const { store } = c.var.deps;
  const few = { page: 1, limit: 10 };
  const [record, verification, agency, photos, texts, waiting, sessions, filed, about, log, ledger, payments] =
    await Promise
      .all([
        ladyById(store, user.id),
        verificationOf(store, user.id),
        agencyOf(store, user),
        photosOf(store, user),
        shownTextsOf(store, user),
        approvalsOf(store, user.id),
        sessionsOf(store, user.id),
        reportsOf(store, user.id, few),
        reportsAbout(store, user.id, few),
        auditPage(store, { subject: `user:${user.id}` }, { before: null, limit: 10 }),
        user.groupId === man ? ledgerOf(c, user.id) : null,
        user.groupId === man ? paymentsPageOf(c, user.id) : null,
      ]);
  return await answerPage(c, {
    title: fullNameOf(user) || c.var.facts.t("admin:nobody"),
    robots: "noindex",
    view: (
      <UserView
        user={user}
        asksBackground={store.asksBackground}
        isMyself={user.id === c.var.signedIn.user.id}
        record={record}
        verification={verification}
        agency={agency}
        photos={photos.map((photo) => ({ ...shownPhoto(user.id, photo), isShown: photo.state === "approved" }))}
        texts={texts}
        waiting={waiting}
        sessionCount={sessions.length}
        reports={{ filed: filed.reports, about: about.reports }}
        log={log.records}
        ledger={ledger}
        payments={payments}
      />
    ),
  });
}

async function paymentsPageOf(c: AppContext, manId: number): Promise<PaymentsPage> {
  const { store } = c.var.deps;
  const asked = pageNumberOf(c.req.query("payments"));
  const found = await paymentsOf(store, manId, { page: asked, limit: rowsPerPage });
  const lastPage = lastPageOf(found.totalCount, rowsPerPage);
  if (asked <= lastPage) return { payments: found.payments, page: asked, lastPage };
  const { payments } = await paymentsOf(store, manId, { page: lastPage, limit: rowsPerPage });
  return { payments, page: lastPage, lastPage };
}

async function ledgerOf(c: AppContext, manId: number): Promise<LedgerPage> {
  const { store } = c.var.deps;
  const last = await lastEntry(store, manId);
  const lastPage = lastPageOf(last?.seq ?? 0, rowsPerPage);
  const page = Math.min(pageNumberOf(c.req.query("page")), lastPage);
  const { entries } = await history(store, manId, { page, limit: rowsPerPage });
  return {
    entries,
    details: await entryDetails(c, entries),
    balanceCredits: last?.balanceAfter ?? 0,
    owedCredits: last?.owedAfter ?? 0,
    givenBack: await givenBackOf(store, manId, entries),
    page,
    lastPage,
  };
}
