/**
 * An editor of the shop: the list of all items, the form of a new one, and the form of each. What differs from editor to
 * editor is described by an `Editor`. A refused form comes back as it was typed. A form neither overwrites nor removes an
 * item that somebody has changed since the form was opened; if the item is gone, the form of a new one has what was typed.
 */
import type { ComponentChild, ComponentType } from "preact";
import { ButtonLink } from "../../../../components/buttons.tsx";
import type { Translate } from "../../../../i18n/translate.ts";
import type { Store } from "../../../../kv/open.ts";
import { onceByKey } from "../../../../kv/store/idempotent_calls.ts";
import { type Refusal, refuse, type Result } from "../../../../kv/store/refusals.ts";
import type { PageDefinition } from "../../../http/define_page.ts";
import type { AppContext, MemberContext } from "../../../http/env.ts";
import { sendKeyField } from "../../../http/fields.ts";
import { leaveFlash } from "../../../http/flash.ts";
import { answerPage, localHref } from "../../../http/page.tsx";
import type { Body } from "../../../http/read_input.ts";
import { answerRefusal, messageOf, statusOf } from "../../../http/refusal_answer.tsx";
import { ConfirmationQuestion } from "../confirmation.tsx";
import { textOf } from "../form.ts";
import { AdminFrame } from "../frame.tsx";
import type { EditorForm } from "./editor_form.tsx";
import type { AtOnce } from "./price_changes.tsx";
import { type Texts, textsOf } from "./shop_fields.tsx";

/** Who does it, and where. */
export interface Saving {
  store: Store;
  actorId: number;
  /** When the item that the form showed was changed last (ms since the epoch); absent for a new one. */
  seenChangedAt?: number;
}

export interface Done {
  ok: true;
  /** The last part of the flash's key in "shop:flash". */
  flash: string;
  /** The path to go to; the list if absent. */
  path?: string;
}

/** A refusal; `problem` is the key of a sentence in place of the refusal's usual one. */
type Refused = Refusal & { problem?: string };

/** What an admin is asked before something is done, by the keys of the texts. */
export interface Question {
  /** What will happen. */
  says: string;
  /** The button that does it. */
  submit: string;
  /** Whether it is asked, and then done, from an outdated page as well: otherwise the action refuses it. */
  isForOldPages?: boolean;
}

/** The question before an item is removed for good. */
export const forGood = (submit: string): Question => ({ says: "shop:forGood", submit });

interface Changed {
  changedAt: number;
}

export interface Editor<Item extends Changed> {
  /** The list's path; the paths of "new" and of each item are below it. */
  path: string;
  /** The part of the catalogue with its words, among them "title", "lead", "new" and "change". */
  words: string;
  list: (c: AppContext) => Promise<ComponentChild>;
  /** Stands above the list, in place of a single link to the form of a new item. */
  NewLinks?: ComponentType;
  /** Finds an item by the last part of its address; null if there is none that may be changed. */
  find: (store: Store, address: string) => Promise<Item | null>;
  titleOf?: (t: Translate, item: Item) => string;
  /** The fields with which the form of a new item begins; absent if it begins empty. */
  begin?: (c: AppContext) => Texts | Promise<Texts>;
  /** The fields of an item as its form shows them. */
  typed: (store: Store, item: Item) => Texts | Promise<Texts>;
  /** Reads the fields that were sent; without it, all are texts without space around them. */
  read?: (body: Body) => Texts;
  Form: ComponentType<EditorForm<Item>>;
  /**
   * Does what a button of an item asks for other than saving; null if it asks to save. An action that removes words or
   * prices compares `seenChangedAt`. One that ends a code or a promotion does not: it must work at once, also from an old
   * page. To withdraw a text is to save it, and compares.
   */
  act: (saving: Saving, item: Item, action: string) => Promise<Done | Refused | null>;
  /** What is asked before an action that cannot be taken back; null if it is done with one press. */
  asks?: (item: Item, action: string, nowMs: number) => Question | null;
  /** What is asked about the fields that were typed; needed where saving may refuse "sure". */
  atOnce?: (c: AppContext, typed: Texts) => Promise<AtOnce>;
  /** Saves what was typed, as a new item if `item` is null. Returns null to show the form again. */
  save: (saving: Saving, typed: Texts, item: Item | null) => Promise<Done | Refusal | null>;
}

/** A result as an editor tells it. */
export const told = (result: Result<object>, flash: string, path?: string): Done | Refusal =>
  result.ok ? { ok: true, flash, path } : result;

/** The pages of an editor. */
export function editorPages<Item extends Changed>(editor: Editor<Item>): PageDefinition[] {
  const { path } = editor;
  return [
    { paths: [path], access: "admins", get: (c) => showList(c, editor) },
    {
      paths: [`${path}/new`],
      access: "admins",
      get: async (c) => await showForm(c, editor, { item: null, typed: await editor.begin?.(c) ?? {} }),
      post: (c, body) => save(c, editor, null, body),
    },
    {
      paths: [`${path}/:item`],
      access: "admins",
      get: withItem(editor, (c, item) => showItem(c, editor, item)),
      post: (c, body) => saveItem(c, editor, body),
    },
  ];
}

/** Makes a handler for a page at or below an item's address; it answers `not_found` if there is no such item. */
export function withItem<Item extends Changed, Rest extends unknown[]>(
  { find }: Editor<Item>,
  then: (c: MemberContext, item: Item, ...rest: Rest) => Promise<Response>,
) {
  return async (c: MemberContext, ...rest: Rest): Promise<Response> => {
    const item = await find(c.var.deps.store, c.req.param("item") ?? "");
    return item ? await then(c, item, ...rest) : await answerRefusal(c, refuse("not_found"));
  };
}

async function showList<Item extends Changed>(
  c: AppContext,
  { path, words, list, NewLinks }: Editor<Item>,
): Promise<Response> {
  const { t, prefix } = c.var.facts;
  const title = t(`${words}.title`);
  const view = (
    <AdminFrame title={title} lead={t(`${words}.lead`)}>
      {NewLinks ? <NewLinks /> : (
        <p>
          <ButtonLink href={localHref(prefix, `${path}/new`)}>{t(`${words}.new`)}</ButtonLink>
        </p>
      )}
      {await list(c)}
    </AdminFrame>
  );
  return await answerPage(c, { title, robots: "noindex", view });
}

/** Shows the form of an item as it is saved, with what was refused if anything was. */
export async function showItem<Item extends Changed>(
  c: AppContext,
  editor: Editor<Item>,
  item: Item,
  refused: Pick<Shown<Item>, "refusal" | "problem"> = {},
): Promise<Response> {
  const typed = { ...await editor.typed(c.var.deps.store, item), seenChangedAt: String(item.changedAt) };
  return await showForm(c, editor, { item, typed, ...refused });
}

interface Shown<Item> {
  /** Null for a new item. */
  item: Item | null;
  typed: Texts;
  refusal?: Refusal | null;
  /** The sentence above the form; if absent, the one for the refusal. */
  problem?: string | null;
}

async function showForm<Item extends Changed>(
  c: AppContext,
  editor: Editor<Item>,
  shown: Shown<Item>,
): Promise<Response> {
  const { facts: { t }, deps: { store } } = c.var;
  const { path, words, titleOf, Form } = editor;
  const { item, typed, refusal, problem = problemOf(c, refusal) } = shown;
  const title = item === null ? t(`${words}.new`) : titleOf ? titleOf(t, item) : t(`${words}.change`);
  const field = (name: string) => {
    const rule = refusal?.fields?.[name];
    return { id: name, name, value: typed[name] ?? "", error: rule === undefined ? null : t(`shop:fault.${rule}`) };
  };
  const atOnce = refusal?.fields?.sure ? await editor.atOnce?.(c, typed) ?? null : null;
  const view = (
    <Form
      {...{ path, title, item, typed, field, problem, atOnce }}
      newKey={item === null ? store.randomToken() : null}
      back={t(`${words}.title`)}
      nowMs={store.now()}
    />
  );
  return await answerPage(c, { title, robots: "noindex", status: statusOf(refusal), view });
}

function problemOf(c: AppContext, refusal?: Refusal | null): string | null {
  if (!refusal) return null;
  if (refusal.fields) return c.var.facts.t("shop:problem");
  return refusal.reason === "conflict" ? c.var.facts.t("shop:changedMeanwhile") : messageOf(c, refusal);
}

/** Saves the form of an item. If that was ended, begun or removed meanwhile, shows what was typed as a new item's form. */
async function saveItem<Item extends Changed>(c: MemberContext, editor: Editor<Item>, body: Body): Promise<Response> {
  const item = await editor.find(c.var.deps.store, c.req.param("item") ?? "");
  if (item) return await save(c, editor, item, body);
  if (textOf(body.seenChangedAt) === "") return await answerRefusal(c, refuse("not_found"));
  const typed = { ...textsTyped(editor, body), seenChangedAt: undefined };
  const problem = c.var.facts.t("shop:goneMeanwhile");
  return await showForm(c, editor, { item: null, typed, refusal: refuse("conflict"), problem });
}

const textsTyped = <Item extends Changed>({ read = textsOf }: Editor<Item>, body: Body): Texts => read(body);

async function save<Item extends Changed>(
  c: MemberContext,
  editor: Editor<Item>,
  item: Item | null,
  body: Body,
): Promise<Response> {
  const seenChangedAt = textOf(body.seenChangedAt);
  const typed = { ...textsTyped(editor, body), seenChangedAt };
  const saving: Saving = {
    store: c.var.deps.store,
    actorId: c.var.signedIn.user.id,
    // A form that does not say what it showed is outdated in any case: NaN equals no time of a change.
    ...(item && { seenChangedAt: seenChangedAt === "" ? NaN : Number(seenChangedAt) }),
  };
  if (body.sure === "no") return await showForm(c, editor, { item, typed });
  const action = textOf(body.action);
  const question = item && body.sure !== "yes" ? editor.asks?.(item, action, saving.store.now()) : null;
  if (item && question && (question.isForOldPages || saving.seenChangedAt === item.changedAt)) {
    return await askIfSure(c, editor, item, question, body);
  }
  const acted = item && await editor.act(saving, item, action);
  const done = acted ?? (item ? await editor.save(saving, typed, item) : await saveNew(editor, saving, typed, body));
  if (done?.ok) return leave(c, editor.path, done);
  const problem = acted && "problem" in acted && acted.problem ? c.var.facts.t(acted.problem) : undefined;
  return await showForm(c, editor, { item, typed, refusal: done, problem });
}

/**
 * Asks before an item is removed or ended. The question sends all that was typed again, for whoever is not sure and for a
 * refusal.
 */
async function askIfSure<Item extends Changed>(
  c: MemberContext,
  { path, words, titleOf }: Editor<Item>,
  item: Item,
  { says, submit }: Question,
  body: Body,
): Promise<Response> {
  const { t } = c.var.facts;
  const own = `${path}/${encodeURIComponent(c.req.param("item") ?? "")}`;
  const title = titleOf ? titleOf(t, item) : t(`${words}.change`);
  const texts = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, textOf(value)]));
  const view = (
    <AdminFrame title={title} back={{ path, label: t(`${words}.title`) }}>
      <ConfirmationQuestion
        path={own}
        submit={t(submit)}
        fields={texts}
      >
        <p>{t(says)}</p>
      </ConfirmationQuestion>
    </AdminFrame>
  );
  return await answerPage(c, { title, robots: "noindex", view });
}

/** Saves a new item once, even if its form is sent twice. The same form sent again with other words saves another item. */
async function saveNew<Item extends Changed>(
  editor: Editor<Item>,
  saving: Saving,
  typed: Texts,
  { newKey }: Body,
): Promise<Done | Refusal | null> {
  const key = sendKeyField.safeParse(newKey);
  if (!key.success) return await editor.save(saving, typed, null);
  const { store, actorId: userId } = saving;
  const named = { userId, call: editor.path, key: key.data, body: JSON.stringify(typed) };
  const answer = await onceByKey(store, named, async () => {
    const done = await editor.save(saving, typed, null);
    return { status: done?.ok ? 200 : 422, body: JSON.stringify(done) };
  });
  return "ok" in answer ? await editor.save(saving, typed, null) : JSON.parse(answer.body) as Done | Refusal | null;
}

function leave(c: AppContext, listPath: string, { flash, path = listPath }: Done): Response {
  leaveFlash(c, "success", `shop:flash.${flash}`);
  return c.redirect(localHref(c.var.facts.prefix, path), 303);
}
