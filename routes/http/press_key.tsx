/**
 * The key of a form that spends a code or a link, or adds something: made anew each time the page is shown, and known to that
 * page alone. By it a second press is told from another browser with the same link, and from the form of a page shown anew
 * (kv/store/just_done.ts).
 */
import type { Press } from "../../kv/store/just_done.ts";
import type { AppContext } from "./env.ts";
import { sendKeyField } from "./fields.ts";
import type { Body } from "./read_input.ts";

const name = "press";

export const newPressKey = (c: AppContext): string => c.var.deps.store.randomToken();

/** The key that a form was sent with; null in a page from before forms had one. */
export const pressOf = (body: Body): Press => sendKeyField.safeParse(body[name]).data ?? null;

/** Stands in its form, or names it by the `form`'s id. */
export const PressKey = ({ pressKey, form }: { pressKey: string; form?: string }) => (
  <input type="hidden" name={name} value={pressKey} form={form} />
);
