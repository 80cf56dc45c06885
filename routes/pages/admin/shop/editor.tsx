/**
 * An editor of the shop: the list of all items, the form of a new one, and the form of each. Every editor says what is
 * its own as an `Editor`; a refused form comes back as it was typed. What somebody has changed since a form was opened
 * that form neither overwrites nor takes away, and what is gone by then leaves what was typed as a new one.
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
import { textOf } from "../form.ts";
import { AdminFrame } from "../frame.tsx";
import type { EditorForm } from "./editor_form.tsx";
import { type Texts, textsOf } from "./shop_fields.tsx";

/** Who does it, and where. */
export interface Saving {
  store: Store;
  actorId: number;
  /** The item that its form showed; absent for a new one. */
  seenChangedAt?: number;
}

export interface Done {
  ok: true;
  /** Of "shop:flash". */
  flash: string;
  /** Where it leads; to the list where there is none. */
  path?: string;
}

/** A refusal, and the sentence of the catalogue that says why where the usual one would be wrong. */
type Refused = Refusal & { problem?: string };

interface Changed {
  changedAt: number;
}

export interface Editor<Item extends Changed> {
  /** The list's; "new" and the items' own stand below it. */
  path: string;
  /** Where its words stand, among them "title", "lead", "new" and "change". */
  words: string;
  list: (c: AppContext) => Promise<ComponentChild>;
  /** Above the list, in place of the one link to the form of a new one. */
  NewLinks?: ComponentType;
  /** An item that may be changed, by the last part of its address. */
  find: (store: Store, address: string) => Promise<Item | null>;
  titleOf?: (t: Translate, item: Item) => string;
  /** What the form of a new one begins with, where that is not empty. */
  begin?: (c: AppContext) => Texts | Promise<Texts>;
  /** The fields of an item as its form shows them. */
  typed: (store: Store, item: Item) => Texts | Promise<Texts>;
  /** The fields that were sent, where they are not simply texts without space around them. */
  read?: (body: Body) => Texts;
  Form: ComponentType<EditorForm<Item>>;
  /**
   * Does what a button of an item asked for but saving; null where it asked for nothing else. What takes away words or
   * prices compares what was seen; what ends something that holds does not: it must work from any page at once.
   */
  act: (saving: Saving, item: Item, action: string) => Promise<Done | Refused | null>;
  /** Saves what was typed, as a new item where there is none yet; null shows the form again. */
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

/** A handler of a page below an item's address: not found where there is no such item. */
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

/** The form of an item as it stands, or after something about it was refused. */
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
  /** Null for a new one. */
  item: Item | null;
  typed: Texts;
  refusal?: Refusal | null;
  /** Told above the form; what follows from the refusal where it is left out. */
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
  const view = (
    <Form
      {...{ path, title, item, typed, field, problem }}
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

/** What the form of an item brought. Where that was ended, begun or removed meanwhile, a new one's form has it. */
async function saveItem<Item extends Changed>(c: MemberContext, editor: Editor<Item>, body: Body): Promise<Response> {
  const item = await editor.find(c.var.deps.store, c.req.param("item") ?? "");
  if (item) return await save(c, editor, item, body);
  if (textOf(body.seenChangedAt) === "") return await answerRefusal(c, refuse("not_found"));
  const typed = { ...typedIn(editor, body), seenChangedAt: undefined };
  const problem = c.var.facts.t("shop:goneMeanwhile");
  return await showForm(c, editor, { item: null, typed, refusal: refuse("conflict"), problem });
}

const typedIn = <Item extends Changed>({ read = textsOf }: Editor<Item>, body: Body): Texts => read(body);

async function save<Item extends Changed>(
  c: MemberContext,
  editor: Editor<Item>,
  item: Item | null,
  body: Body,
): Promise<Response> {
  const seenChangedAt = textOf(body.seenChangedAt);
  const typed = { ...typedIn(editor, body), seenChangedAt };
  const saving: Saving = {
    store: c.var.deps.store,
    actorId: c.var.signedIn.user.id,
    // A form that does not say what it showed has seen nothing.
    ...(item && { seenChangedAt: seenChangedAt === "" ? NaN : Number(seenChangedAt) }),
  };
  const acted = item && await editor.act(saving, item, textOf(body.action));
  const done = acted ?? (item ? await editor.save(saving, typed, item) : await saveNew(editor, saving, typed, body));
  if (done?.ok) return leave(c, editor.path, done);
  const problem = acted && "problem" in acted && acted.problem ? c.var.facts.t(acted.problem) : undefined;
  return await showForm(c, editor, { item, typed, refusal: done, problem });
}

/** A form pressed twice is one new item; one that was gone back to and written anew is another. */
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
