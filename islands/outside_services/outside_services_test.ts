/** Outside services are loaded as their makers require, and are told no more than a person's number and its proof. */
import { expect } from "expect";
import { loadSupport } from "./support.ts";
import { loadTagManager } from "./tag_manager.ts";

interface Script {
  src: string;
  async: boolean;
  onload: () => void;
}

/** Calls `use` with as much of a page as the loaders touch; the globals are restored at the end. */
function withPage(cookie: string, use: (page: Record<string, unknown>, scripts: Script[]) => void): void {
  const page = globalThis as unknown as Record<string, unknown>;
  const names = ["document", "dataLayer", "chatwootSettings", "chatwootSDK", "$chatwoot"];
  const before = names.map((name) => [name, page[name]] as const);
  const scripts: Script[] = [];
  page.document = { cookie, createElement: () => ({}), head: { append: (script: Script) => scripts.push(script) } };
  try {
    use(page, scripts);
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete page[name];
      else page[name] = value;
    }
  }
}

const widget = { url: "https://help.example.org", token: "inbox-token" };

/** Loads the widget, plays the part of its maker's script, and returns what that was told. */
function toldTo(person: { id: string; proof: string } | null, cookie = ""): unknown[] {
  const told: unknown[] = [];
  withPage(cookie, (page, scripts) => {
    loadSupport({ ...widget, person }, "zh-Hans");
    expect(scripts.map(({ src, async }) => [src, async])).toEqual([["https://help.example.org/packs/js/sdk.js", true]]);
    told.push(page.chatwootSettings);
    page.chatwootSDK = { run: (settings: unknown) => told.push(settings) };
    page.$chatwoot = {
      setUser: (...facts: unknown[]) => told.push(facts),
      reset: () => told.push("reset"),
    };
    scripts[0]!.onload();
    dispatchEvent(new Event("chatwoot:ready"));
  });
  return told;
}

const run = { websiteToken: "inbox-token", baseUrl: "https://help.example.org" };

Deno.test("the widget is run for this inbox and language, and told who asks by number and proof", () => {
  expect(toldTo({ id: "12", proof: "f00d" })).toEqual([{ locale: "zh_CN" }, run, ["12", { identifier_hash: "f00d" }]]);
});

Deno.test("whoever is not signed in is nobody there, and does not find what another left", () => {
  expect(toldTo(null)).toEqual([{ locale: "zh_CN" }, run]);
  expect(toldTo(null, "a=1; cw_user_inbox-token=12")).toEqual([{ locale: "zh_CN" }, run, "reset"]);
});

Deno.test("the tag manager gets its container and the moment it began", () => {
  withPage("", (page, scripts) => {
    loadTagManager("GTM-VESNA1");
    expect(scripts[0]!.src).toBe("https://www.googletagmanager.com/gtm.js?id=GTM-VESNA1");
    expect(page.dataLayer).toEqual([{ "gtm.start": expect.any(Number), event: "gtm.js" }]);
  });
});
