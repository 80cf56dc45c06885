/** For tests of the admins' pages: Ada who decides, Ben who does too, James, Olena, and their browsers. */
import { admin, type User } from "../../../../kv/accounts/users.ts";
import { testApp, type TestSite, type TestSiteOptions, type Visitor } from "../../../testing/site.ts";
import { type Write, writerOf } from "../../mail/testing/mail.ts";

export interface AdminWorld extends AsyncDisposable {
  site: TestSite;
  ada: User;
  ben: User;
  james: User;
  olena: User;
  /** Ada's browser, Ben's, James's and Olena's. */
  adas: Visitor;
  bens: Visitor;
  his: Visitor;
  hers: Visitor;
  /** Sends a letter from one to the other, a minute after the last. */
  write: Write;
}

/** Words of a letter that no page may show before an admin has given a reason. */
export const secret = "the stork came back to the third chimney";

export async function testAdmin(options: TestSiteOptions = {}): Promise<AdminWorld> {
  const site = await testApp(options);
  const ada = await site.addPerson({ groupId: admin, firstname: "Ada", lastname: "Brandt" });
  const ben = await site.addPerson({ groupId: admin, firstname: "Ben", lastname: "Voss" });
  const james = await site.addMan({ firstname: "James", lastname: "Whitfield", credits: 200 });
  const olena = await site.addLady({ firstname: "Olena" });
  return {
    site,
    ada,
    ben,
    james,
    olena,
    adas: await site.visitorAs(ada),
    bens: await site.visitorAs(ben),
    his: await site.visitorAs(james),
    hers: await site.visitorAs(olena),
    write: writerOf(site),
    [Symbol.asyncDispose]: site.close,
  };
}

/** What the question of a confirmation sends when its button is pressed. */
export function sureOf(html: string): Record<string, string> {
  const [form = ""] = /<form class="admin__form"[^]*?<\/form>/.exec(html) ?? [];
  const fields = [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
  return {
    ...Object.fromEntries(fields.map(([, name, value]) => [name, value!.replaceAll("&quot;", '"')])),
    sure: "yes",
  };
}
