/** For tests of forms that are pressed twice before the first answer comes. */
import type { FormFields, Visitor } from "./visitor.ts";

/** The hidden fields of the form of a page that has a key of its own. */
export async function shownFields(page: Response): Promise<Record<string, string>> {
  const forms = (await page.text()).split("<form").filter((form) => form.includes('name="press"'));
  const inputs = (forms[0] ?? "").split("</form>")[0]!.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g);
  return Object.fromEntries([...inputs].map(([, name, value]) => [name!, value!]));
}

/** A page without the keys of its forms, which differ each time it is shown. */
export const withoutPress = (html: string): string => html.replaceAll(/(name="press" value=")[^"]*/g, "$1");

/** Sends a form twice: the second time with the cookies of before the first, whose answer never came. */
export async function pressTwice(
  visitor: Visitor,
  path: string,
  fields: FormFields = {},
): Promise<[first: Response, second: Response]> {
  const before = new Map(visitor.cookies);
  const first = await visitor.post(path, fields);
  visitor.cookies.clear();
  for (const [name, value] of before) visitor.cookies.set(name, value);
  return [first, await visitor.post(path, fields)];
}
