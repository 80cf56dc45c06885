/** The page about signing in: the password, the e-mail address, and all sessions. Each is a form of its own. */
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { cancelEmailChange, emailChangeOf } from "../../../kv/accounts/email_change.ts";
import { endOtherSessions, endOwnSession, sessionIdOf, sessionsOf } from "../../../kv/accounts/signing_in/sessions.ts";
import { type Refusal, refuse } from "../../../kv/store/refusals.ts";
import { changeEmailForm, changePasswordForm } from "../../account/account_forms.ts";
import { changeEmailHere, changePasswordHere } from "../../account/accounts.ts";
import { deviceOf } from "../../account/devices.ts";
import { type AccountSide, ownDataPathOf } from "../../account/sides.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { MemberContext } from "../../http/env.ts";
import { leaveFlash } from "../../http/flash.ts";
import { answerPage, localHref } from "../../http/page.tsx";
import { type Body, parseInput } from "../../http/read_input.ts";
import { answerRefusal } from "../../http/refusal_answer.tsx";
import { type FormState, freshForm, refusedForm, textsOf } from "../auth/gate.tsx";
import { deletePathOf } from "./delete_account.tsx";
import { accountCrumbs, AccountFrame, UnreachableNotice } from "./frame.tsx";
import { OwnDataPart, SecurityView } from "./security_view.tsx";

interface Section {
  /** The part of the page where one goes on; that of its own name unless said. */
  part?: string;
  /** Does what the form asks for, and leaves the flash about it. */
  act: (c: MemberContext, body: Body) => Promise<{ ok: true } | Refusal>;
  /** The fields of the form; after a refusal, only those in `kept` are filled in again. */
  fields: readonly string[];
  kept?: readonly string[];
}

/** The forms about the e-mail address, which staff have on a page of their own. */
export const emailSections: Record<string, Section> = {
  email: {
    fields: ["email", "currentPassword"],
    kept: ["email"],
    async act(c, body) {
      const form = parseInput(changeEmailForm, body);
      if (!form.ok) return form;
      const asked = await changeEmailHere(c, c.var.signedIn.user, form.value);
      if (asked.ok) leaveFlash(c, "success", "account:flash.emailAsked");
      return asked;
    },
  },
  "email-cancel": {
    part: "email",
    fields: [],
    async act(c) {
      await cancelEmailChange(c.var.deps.store, c.var.signedIn.user.id);
      leaveFlash(c, "info", "account:flash.emailCancelled");
      return { ok: true };
    },
  },
};

const sections: Record<string, Section> = {
  password: {
    fields: ["currentPassword", "password", "confirmPassword"],
    async act(c, body) {
      const form = parseInput(changePasswordForm, body);
      if (!form.ok) return form;
      const changed = await changePasswordHere(c, c.var.signedIn.user, form.value);
      if (changed.ok) leaveFlash(c, "success", "account:flash.password");
      return changed;
    },
  },
  ...emailSections,
  session: {
    part: "sessions",
    fields: [],
    async act(c, { id }) {
      const { user } = c.var.signedIn;
      const ended = await endOwnSession(c.var.deps.store, user.id, typeof id === "string" ? id : "");
      if (!ended.ok) return ended;
      leaveFlash(c, "success", "account:flash.signedOutThere");
      return { ok: true };
    },
  },
  sessions: {
    fields: [],
    async act(c) {
      const { user, session } = c.var.signedIn;
      await endOtherSessions(c.var.deps.store, user.id, session.tokenHash);
      leaveFlash(c, "success", "account:flash.signedOutElsewhere");
      return { ok: true };
    },
  },
};

export const securityPage = (side: AccountSide): PageDefinition => ({
  paths: [side.securityPath],
  access: side.access,
  get: (c) => show(c, side, {}),
  async post(c, body) {
    const name = String(body.section ?? "");
    const section = Object.hasOwn(sections, name) ? sections[name]! : null;
    if (!section) return await answerRefusal(c, refuse("invalid"));
    const done = await section.act(c, body);
    if (done.ok) {
      return c.redirect(`${localHref(c.var.facts.prefix, side.securityPath)}#${section.part ?? name}`, 303);
    }
    // Sent from an outdated page: the session that it would end is already over.
    if (section.fields.length === 0) return await answerRefusal(c, done);
    return await show(c, side, {
      [name]: refusedForm(c, done, textsOf(body, section.kept ?? []), section.fields),
    });
  },
});

async function show(c: MemberContext, side: AccountSide, forms: Record<string, FormState>): Promise<Response> {
  const { deps: { store }, facts: { t }, signedIn } = c.var;
  const { user, session: current } = signedIn;
  const [sessions, change] = await Promise.all([sessionsOf(store, user.id), emailChangeOf(store, user.id)]);
  const status = Object.values(forms)[0]?.status ?? 200 as ContentfulStatusCode;
  return await answerPage(c, {
    title: t("account:tabs.security"),
    description: t("account:description"),
    crumbs: accountCrumbs(c, side, "security"),
    robots: "noindex",
    status,
    view: (
      <AccountFrame side={side} tab="security" lead={t("account:lead.security")}>
        <UnreachableNotice user={user} side={side} />
        <SecurityView
          email={user.email}
          wishedEmail={change?.email ?? null}
          password={forms.password ?? freshForm()}
          changeEmail={forms.email ?? freshForm()}
          places={sessions.map((session) => ({
            id: sessionIdOf(session),
            device: deviceOf(session.userAgent),
            createdAt: session.createdAt,
            lastSeenAt: session.lastSeenAt,
            isCurrent: session.tokenHash === current.tokenHash,
          }))}
        />
        <OwnDataPart copyPath={ownDataPathOf(side)} deletePath={deletePathOf(side)} />
      </AccountFrame>
    ),
  });
}
