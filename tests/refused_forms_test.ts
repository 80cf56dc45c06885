/**
 * A person whose form is refused sees so: the page's title begins with it, the focus goes to what is wrong, and from there a
 * link leads to each field. Every page that takes a form is sent an empty one, by everybody who may send it.
 */
import { expect } from "expect";
import { isAdmitted, type Visitor } from "../routes/http/access.ts";
import { pagesOf } from "../routes/pages/index.ts";
import { fillPath, roleNames, roleWorld, visitors } from "./roles/world.ts";

/** What is missing from a page that answers a refused form; empty if nothing is. */
function missingFrom(html: string): string[] {
  const main = html.match(/<main[\s\S]*<\/main>/)?.[0] ?? "";
  const title = html.match(/<title>([^<]*)/)?.[1] ?? "";
  const missing: string[] = [];
  if (!title.startsWith("Error: ")) missing.push(`the title is ${title}`);
  const focused = main.match(/<\w+[^>]*\sautofocus\b[^>]*>/)?.[0] ?? "";
  if (!focused.includes('role="alert"') || !focused.includes('tabindex="-1"')) {
    missing.push(`the focus goes to ${focused}`);
  }
  for (const [, id] of main.matchAll(/class="error" id="([^"]+)-error"/g)) {
    const [, target = ""] = main.match(new RegExp(`href="#(${id}(?:-error)?)"`)) ?? [];
    if (!target || !main.includes(`id="${target}"`)) missing.push(`nothing leads to ${id}`);
  }
  if (main.includes("<template data-faults")) missing.push("a place was left");
  for (const [form] of main.matchAll(/<form[^>]*\smethod="post"[^>]*>/g)) {
    // Sent with the page's anchor, the next answer would not get the focus.
    if (!/\saction="\/[^"#]*"/.test(form)) missing.push(`it is sent with an anchor: ${form}`);
  }
  return missing;
}

Deno.test("every page says at its top that a form was refused, takes the focus there, and leads to each field", async () => {
  await using world = await roleWorld();
  const faults: string[] = [];
  const told: string[] = [];
  for (const page of pagesOf(world.deps).filter(({ post }) => post)) {
    for (const path of page.paths.map((each) => `/en${fillPath(each, world.olena.id)}`)) {
      for (const visitor of visitors.filter((each) => isAdmitted(page.postAccess ?? page.access, each))) {
        const answer = await world.ask(visitor, "POST", path, "", "application/x-www-form-urlencoded");
        const html = await answer.text();
        const isForm = /<main[\s\S]*<form[\s\S]*<\/main>/.test(html);
        if (answer.status < 400 || !isForm) continue;
        told.push(path);
        faults.push(...missingFrom(html).map((each) => `${path} as ${roleNames[visitor]} (${answer.status}): ${each}`));
      }
    }
  }
  expect(faults).toEqual([]);
  expect(new Set(told).size).toBeGreaterThan(25);
});

/** Forms with faults that an empty form does not have. */
const wrongForms: [who: Visitor, path: string, body: string][] = [
  ["guest", "/auth/sign-in", "email=wei@example.test&password=Wrong-2026!"],
  ["guest", "/auth/sign-up", "firstname=Wei&password=weak&birthdate=2020-01-01&email=nobody"],
  ["guest", "/auth/confirm", "email=wei@example.test&code=000000"],
  [1, "/man/welcome", `about=${"a".repeat(2001)}`],
  [1, "/man/men-account/information", "firstname=&birthdate=1850-01-01"],
  [1, "/man/men-account/security", "section=password&currentPassword=&password=weak&confirmPassword=other"],
  [1, "/man/men-account/security", "section=email&email=nobody&currentPassword="],
  [1, "/man/men-account/delete-account", "word=no"],
  [1, "/man/mail/new-conversation/OLENA", "body="],
  [1, "/man/mail/talk/OLENA", "action=propose"],
  [1, "/report/OLENA", "text="],
  [2, "/lady/profile", "height=9000"],
  [2, "/lady/mail/new-conversation/JAMES", "body="],
  [2, "/lady/mail/talk/JAMES", "action=propose&date1=2026-03-01&time1=20:00"],
  [3, "/admin/users/JAMES/adjustment", "credits=many"],
  [3, "/admin/users/JAMES/suspension", "reason="],
  [4, "/agency/ladies/new", "firstname=&email=nobody"],
];

Deno.test("what is wrong in a form of any room is told in the same way", async () => {
  await using world = await roleWorld();
  const faults: string[] = [];
  for (const [who, path, body] of wrongForms) {
    const filled = `/en${path}`.replace("OLENA", `${world.olena.id}`).replace("JAMES", `${world.james.id}`);
    const answer = await world.ask(who, "POST", filled, body, "application/x-www-form-urlencoded");
    const html = await answer.text();
    if (answer.status < 400 || !html.includes("<form")) faults.push(`${path}: ${answer.status}`);
    else faults.push(...missingFrom(html).map((each) => `${path} (${answer.status}): ${each}`));
  }
  expect(faults).toEqual([]);
});
