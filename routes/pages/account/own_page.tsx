/** A page on which people change their own data: one form that works without a script, with its errors beside the fields. */
import type { ComponentChild } from "preact";
import type * as z from "zod";
import { Notice } from "../../../components/states.tsx";
import type { User } from "../../../kv/accounts/users.ts";
import type { Refusal } from "../../../kv/store/refusals.ts";
import { changeOwnHere } from "../../account/own_changes.ts";
import type { OwnForm } from "../../account/profile_forms.ts";
import type { AccountSide } from "../../account/sides.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { MemberContext } from "../../http/env.ts";
import { leaveFlash } from "../../http/flash.ts";
import { answerPage, localHref } from "../../http/page.tsx";
import { parseInput } from "../../http/read_input.ts";
import { messageOf } from "../../http/refusal_answer.tsx";
import { type FormState, refusedForm } from "../auth/gate.tsx";
import { readSeen, seenAfter, type Shown, typedIn, type Written, writtenIn } from "./form_values.ts";
import { accountCrumbs, AccountFrame, UnreachableNotice } from "./frame.tsx";

export interface OwnPage {
  side: AccountSide;
  tab: string;
  schema: z.ZodType<OwnForm>;
  /** The fields of this page; any other in the body is not read. */
  fields: readonly string[];
  /** The fields that are sent only when ticked; not sent means no. */
  switches?: readonly string[];
  /** The fields in which several values may be ticked; not sent means none. */
  lists?: readonly string[];
  read: (c: MemberContext, user: User) => Promise<Shown>;
  /** Renders the form; `above` renders what stands above it. */
  view: (form: Written, c: MemberContext) => ComponentChild;
  above?: (c: MemberContext, user: User) => Promise<ComponentChild>;
  /** The catalogue key of the flash after saving. */
  saved?: string;
}

/** A page on one of the tabs that its side has. */
type OwnPageOf<Side extends AccountSide> = OwnPage & { side: Side; tab: keyof Side["tabs"] & string };

export function ownPage<Side extends AccountSide>(page: OwnPageOf<Side>): PageDefinition {
  const path = page.side.tabs[page.tab];
  return {
    paths: [path],
    access: page.side.access,
    async get(c) {
      const { user } = c.var.signedIn;
      const [shown, above] = await Promise.all([page.read(c, user), page.above?.(c, user)]);
      return await show(c, page, { ...shown, errors: {} }, { above, refusal: null, status: 200 });
    },
    async post(c, body) {
      const { user } = c.var.signedIn;
      const form = parseInput(page.schema, wantedOf(page, body));
      const result = form.ok ? await changeOwnHere(c, user, form.value, readSeen(body.seen)) : form;
      if (result.ok) {
        c.var.deps.wakeJobs?.();
        leaveFlash(c, "success", page.saved ?? "account:flash.saved");
        return c.redirect(localHref(c.var.facts.prefix, path), 303);
      }
      const { fields, status } = refusedForm(c, result, {}, page.fields);
      const [shown, above] = await Promise.all([page.read(c, user), page.above?.(c, user)]);
      const values = { ...shown.values, ...writtenIn(body, page.fields) };
      const seen = shown.seen && seenAfter(result, body.seen, shown.seen);
      return await show(c, page, { values, seen, errors: fields }, { above, refusal: result, status });
    },
  };
}

/** The sent values of the page's fields, and for what was not ticked the value that this means. */
function wantedOf({ fields, switches = [], lists = [] }: OwnPage, body: Record<string, unknown>) {
  const wanted = fields.filter((name) => Object.hasOwn(body, name)).map((name) => [name, typedIn(name, body[name])]);
  const unticked = [...switches.map((name) => [name, false]), ...lists.map((name) => [name, []])];
  return Object.fromEntries([...unticked, ...wanted]);
}

interface Around {
  above: ComponentChild;
  refusal: Refusal | null;
  status: FormState["status"];
}

async function show(
  c: MemberContext,
  page: OwnPage,
  form: Written,
  { above, refusal, status }: Around,
): Promise<Response> {
  const { t } = c.var.facts;
  return await answerPage(c, {
    title: t(`account:tabs.${page.tab}`),
    description: t("account:description"),
    crumbs: accountCrumbs(c, page.side, page.tab),
    robots: "noindex",
    status,
    view: (
      <AccountFrame side={page.side} tab={page.tab} lead={t(`account:lead.${page.tab}`)}>
        {refusal && <Notice tone="bad" role="alert">{messageOf(c, refusal)}</Notice>}
        <UnreachableNotice user={c.var.signedIn.user} side={page.side} />
        {above}
        {page.view(form, c)}
      </AccountFrame>
    ),
  });
}
