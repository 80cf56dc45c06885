/** For tests of the shop and the journal: Ada's browser, and the forms that she sends back. */
import { admin } from "../../../../kv/accounts/users.ts";
import { testApp, type TestSite, type Visitor } from "../../../testing/site.ts";

export interface ShopWorld {
  site: TestSite;
  hers: Visitor;
  [Symbol.asyncDispose]: () => Promise<void>;
}

export async function testShop(): Promise<ShopWorld> {
  const site = await testApp();
  const ada = await site.addPerson({ groupId: admin, firstname: "Ada" });
  return { site, hers: await site.visitorAs(ada), [Symbol.asyncDispose]: site.close };
}

/** The fields of a form as its HTML shows them, so that it can be sent back. */
export function fieldsOf(html: string, action: string): Record<string, string> {
  const form = html.split("<form").find((part) => part.includes(`action="${action}"`))!.split("</form>")[0]!;
  const unescape = (text: string) =>
    text.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
  const fields: Record<string, string> = {};
  for (const [input] of form.matchAll(/<input(?:"[^"]*"|[^">])*>/g)) {
    const name = /name="([^"]*)"/.exec(input)?.[1];
    const isChosen = !/type="(radio|checkbox)"/.test(input) || /\bchecked\b/.test(input);
    if (name && isChosen) fields[name] = unescape(/value="([^"]*)"/.exec(input)?.[1] ?? "");
  }
  for (const [, name, text] of form.matchAll(/<textarea[^>]*name="([^"]*)"[^>]*>([^<]*)<\/textarea>/g)) {
    fields[name!] = unescape(text!);
  }
  for (const [, name, options] of form.matchAll(/<select[^>]*name="([^"]*)"[^>]*>([\s\S]*?)<\/select>/g)) {
    fields[name!] = /<option[^>]*selected[^>]*value="([^"]*)"|<option value="([^"]*)"[^>]*selected/.exec(options!)
      ?.slice(1).find((value) => value !== undefined) ?? "";
  }
  return fields;
}

export const noon = "2026-03-20T12:00";

/** The form fields of a post, with words in every language that it needs. */
export const story = (more: Record<string, string> = {}) => ({
  type: "blog",
  publishedAt: "",
  picture: "",
  ...Object.fromEntries(["en", "zh-Hant", "zh-Hans"].flatMap((locale) => [
    [`${locale}.title`, `A walk ${locale}`],
    [`${locale}.summary`, "By the river"],
    [`${locale}.body`, `## Morning\n\nWe **walked**. <script>alert(1)</script> [Search](/search) ${locale}`],
  ])),
  ...more,
});
