/** An unexpected failure is answered with an id that the log repeats, and with nothing about the inside. */
import { expect } from "expect";
import { logged } from "../../services/testing/logged.ts";
import { testApp, type TestSite } from "../testing/site.ts";

/** Makes every use of the store fail. */
function breakStore(site: TestSite): void {
  Object.defineProperty(site.store, "kv", {
    get() {
      throw new Error("disk /srv/vesna/kv.sqlite3 is full: password=hunter2");
    },
  });
}

const inside = /srv|sqlite|hunter2|disk|errors_test|\.tsx?\b|\bat .+:\d+|stack/i;

Deno.test("a call over a broken store answers 500 with an id, and the log has the id with the cause", async () => {
  await using site = await testApp();
  const james = await site.visitorAs(await site.addMan());
  breakStore(site);
  const ids: string[] = [];
  const records = await logged(["vesna"], async () => {
    for (
      const [method, path, body] of [
        ["GET", "/api/users"],
        ["POST", "/api/authorization", { email: "james@example.test", password: "x" }],
        ["POST", "/api/users/passwordRecovery/", { email: "james@example.test" }],
        ["POST", "/api/mail", { recipientId: 1, body: "Hello" }],
      ] as const
    ) {
      const answer = await james.call(method, path, body, { headers: { "accept-language": "en" } });
      const text = await answer.text();
      expect(answer.status).toBe(500);
      expect(text).not.toMatch(inside);
      const { id, ...rest } = JSON.parse(text);
      expect(rest).toEqual({ message: "Something went wrong.", code: "internal" });
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      ids.push(id);
    }
  });
  expect(new Set(ids).size).toBe(4);
  const errors = records.filter(({ level }) => level === "error");
  expect(errors.map(({ properties }) => properties.id)).toEqual(ids);
  for (const { properties } of errors) expect(String((properties.error as Error).message)).toContain("is full");
});

Deno.test("a page over a broken store answers the error page of the reader's language, with the id of the log", async () => {
  await using site = await testApp();
  const james = await site.visitorAs(await site.addMan());
  breakStore(site);
  for (const [path, lang] of [["/en/search", "en"], ["/search", "zh-Hant"], ["/zh-hans/search", "zh-Hans"]] as const) {
    let html = "";
    const records = await logged(["vesna"], async () => {
      const answer = await james.get(path);
      html = await answer.text();
      expect(answer.status).toBe(500);
      expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    });
    expect(html).toContain(`<html lang="${lang}"`);
    expect(html).not.toMatch(/srv|sqlite|hunter2|\bat .+:\d+/i);
    const failed = records.find(({ level }) => level === "error")!;
    expect(html).toContain(String(failed.properties.id));
  }
});

Deno.test("an error in the error page still ends in a page with the id", async () => {
  await using site = await testApp();
  Object.defineProperty(site.deps, "manifest", {
    get() {
      throw new Error("the manifest of /srv is gone");
    },
  });
  let html = "";
  const records = await logged(["vesna"], async () => {
    const answer = await site.visitor().get("/en/search");
    html = await answer.text();
    expect(answer.status).toBe(500);
  });
  expect(html).toContain("An error occurred while showing the error page");
  expect(html).not.toContain("/srv");
  expect(html).toContain(String(records.find(({ level }) => level === "error")!.properties.id));
});

Deno.test("no line of the log holds a token, a mailed key or an address of a person", async () => {
  await using site = await testApp();
  const user = await site.addMan();
  const james = await site.visitorAs(user);
  const token = james.cookies.get("slsid")!;
  const paths = [
    `/api/users?access_token=${token}`,
    `/en/email-confirmation/james%40example.test/mailed-key`,
    `/en/password-reset/james%40example.test/mailed-key`,
    `/unsubscribe/7/mailed-key`,
  ];
  const records = await logged(["vesna"], async () => {
    for (const path of paths) await (await james.get(path)).text();
    breakStore(site);
    for (const path of paths) await (await james.get(path)).text();
  });
  expect(records.length).toBeGreaterThanOrEqual(paths.length * 2);
  const { redact } = await import("../../services/logging.ts");
  for (const record of records) {
    const line = redact(JSON.stringify({ ...record.properties, error: String(record.properties.error) }));
    expect(line).not.toContain(token);
    expect(line).not.toContain("mailed-key");
    expect(line).not.toContain("james%40example.test");
  }
});
