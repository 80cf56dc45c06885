/** What the forms of the shop's editors share: the frame, the buttons, the same fields in each language. */
import type { ComponentChildren } from "preact";
import { Button } from "../../../../components/buttons.tsx";
import { classNames } from "../../../../components/class_names.ts";
import { Field, TextArea } from "../../../../components/fields.tsx";
import { usePage } from "../../../../components/page_context.ts";
import { Notice } from "../../../../components/states.tsx";
import type { AccountLocale } from "../../../../kv/accounts/languages.ts";
import { wordLocales } from "../../../../kv/ladies/record.ts";
import { ConfirmationProblem } from "../confirmation.tsx";
import { AdminFrame } from "../frame.tsx";
import { type AtOnce, PriceChanges } from "./price_changes.tsx";
import type { Texts } from "./shop_fields.tsx";

/** The props of a form. */
export interface EditorForm<Item> {
  /** The list's path. */
  path: string;
  /** The list's title. */
  back: string;
  title: string;
  /** Null for a new item. */
  item: Item | null;
  typed: Texts;
  /** The props that every field has: its name, what was typed, and what is wrong with that. */
  field: (name: string) => { id: string; name: string; value: string; error: string | null };
  problem: string | null;
  /** The key by which a new item is saved once, however often its form is sent; null for one that exists. */
  newKey: string | null;
  nowMs: number;
  /** The question whether prices are meant to begin at once; null if it is not asked. */
  atOnce: AtOnce | null;
}

interface FrameProps extends Pick<EditorForm<unknown>, "path" | "back" | "title" | "problem" | "typed" | "newKey"> {
  /** The last part of the item's address; absent for a new item. */
  address?: string | number;
  lead: ComponentChildren;
  isWide?: boolean;
  before?: ComponentChildren;
  after?: ComponentChildren;
  children: ComponentChildren;
}

export function EditorFrame(props: FrameProps) {
  const { path, back, title, problem, typed, newKey, address = "new", lead, isWide, before, after, children } = props;
  const { href } = usePage();
  return (
    <AdminFrame title={title} lead={lead} back={{ path, label: back }}>
      {before}
      <form
        class={classNames("shop__form", isWide && "shop__form--wide")}
        method="post"
        action={href(`${path}/${address}`)}
      >
        <ConfirmationProblem message={problem} />
        {typed.seenChangedAt && <input type="hidden" name="seenChangedAt" value={typed.seenChangedAt} />}
        {newKey !== null && <input type="hidden" name="newKey" value={newKey} />}
        {children}
      </form>
      {after}
    </AdminFrame>
  );
}

/** A button beside the one that saves: it does something else with the item. */
export function ActButton({ action, children }: { action: string; children: ComponentChildren }) {
  return <Button type="submit" name="action" value={action} tone="quiet" formnovalidate>{children}</Button>;
}

interface PlanButtonsProps extends Pick<EditorForm<unknown>, "atOnce"> {
  /** The part of the catalogue with the words for these prices, among them "plan" and "drop". */
  words: string;
  isPlanned: boolean;
}

/**
 * The buttons that save prices. The question whether they begin at once stands beside the button that answers it. That
 * button is never the form's first, which Enter in a field presses.
 */
export function PlanButtons({ words, atOnce, isPlanned }: PlanButtonsProps) {
  const { t } = usePage();
  return (
    <>
      {atOnce && (
        <Notice role="alert">
          <PriceChanges changes={atOnce.changes} />
          <p>{t("shop:tariffs.atOnce")}</p>
          <input type="hidden" name="asked" value={atOnce.digest} />
        </Notice>
      )}
      <p class="row">
        <Button type="submit" tone={atOnce ? "quiet" : "ink"}>{t(`${words}.plan`)}</Button>
        {atOnce && <Button type="submit" name="sure" value="yes" tone="seal">{t("shop:tariffs.begin")}</Button>}
        {isPlanned && <ActButton action="drop">{t(`${words}.drop`)}</ActButton>}
      </p>
    </>
  );
}

/** A date and time in UTC. */
export const MomentField = (props: Parameters<typeof Field>[0]) => <Field type="datetime-local" {...props} />;

interface WordsField {
  name: string;
  label: string;
  hint?: string;
  /** In UTF-16 units. */
  maxlength?: number;
  /** Whether the field has several lines. */
  isLong?: boolean;
  rows?: number;
}

interface WordsFieldsProps extends Pick<EditorForm<unknown>, "field"> {
  fields: WordsField[];
  /** By default, the languages that the site publishes in. */
  locales?: readonly AccountLocale[];
}

/** The same fields for each language, one group after the other. */
export function InEachLanguage({ field, fields, locales = wordLocales }: WordsFieldsProps) {
  const { t } = usePage();
  return (
    <>
      {locales.map((locale) => (
        <fieldset key={locale} class="shop__words">
          <legend>{t(`admin:language.${locale}`)}</legend>
          {fields.map(({ name, isLong, rows, ...more }) => {
            const all = { ...field(`${locale}.${name}`), lang: locale, ...more };
            return isLong ? <TextArea key={name} {...all} rows={rows} /> : <Field key={name} {...all} />;
          })}
        </fieldset>
      ))}
    </>
  );
}
