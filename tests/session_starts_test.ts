/** Where a session may begin: a new place is noticed here, and has to say why it does not bypass the second factor. */
import { expect } from "expect";

/** Each place, with what keeps staff from coming in there without their code. */
const doors: Record<string, string> = {
  "kv/accounts/signing_in/sign_in.ts": "asks for the code where there is one, and where there must be one",
  "kv/accounts/signing_in/pending_sign_ins.ts": "begins with the right code alone",
  "kv/accounts/signing_in/sign_in_tickets.ts": "is no ticket of those who work here",
  "demo/companions/companions.ts": "is of ladies for whom the demo itself speaks",
  "kv/accounts/confirming.ts": "confirms a sign-up, which is a man's or a lady's",
  "kv/accounts/signing_in/second_presses.ts": "takes the place of a session that one of these has just begun",
  "kv/ladies/agencies/draft_answers.ts": "accepts an agency's draft, which is a lady's",
};

const rooms = ["chat", "kv", "routes", "services", "demo", "tools"];

async function* sources(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(new URL(`../${folder}/`, import.meta.url))) {
    if (name === "testing") continue;
    if (isDirectory) yield* sources(`${folder}/${name}`);
    else if (/\.tsx?$/.test(name) && !/_test\.tsx?$/.test(name)) yield `${folder}/${name}`;
  }
}

Deno.test("sessions begin in the places that are known, and each keeps the second factor", async () => {
  const found = new Set<string>();
  for (const room of rooms) {
    for await (const path of sources(room)) {
      if (path === "kv/accounts/signing_in/sessions.ts") continue;
      const text = await Deno.readTextFile(new URL(`../${path}`, import.meta.url));
      if (/\b(?:startSession|newSession|setSession)\(|\bset\(\s*keys\.session(?:OfUser)?\(/.test(text)) {
        found.add(path);
      }
    }
  }
  expect([...found].sort()).toEqual(Object.keys(doors).sort());
});
