/** The sprite holds what the code names, and nothing else. */
import { expect } from "expect";
import { renderToString } from "preact-render-to-string";
import { Icon, iconNames, spriteUrl } from "./icon.tsx";

const sprite = await Deno.readTextFile(new URL(`..${spriteUrl}`, import.meta.url));

Deno.test("the sprite holds exactly the icons that have a name, and the three marks", () => {
  const drawn = [...sprite.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id).sort();
  expect(drawn).toEqual([...iconNames.map((name) => `i-${name}`), "seal-v", "seal-zh", "wax"].sort());
});

Deno.test("the sprite names no colour of its own", () => {
  expect(sprite).not.toMatch(/#[0-9a-f]{3,8}\b|oklch|rgb/i);
});

Deno.test("an icon beside words is hidden, an icon alone has a name", () => {
  expect(renderToString(<Icon name="pen" />)).toContain('aria-hidden="true"');
  const alone = renderToString(<Icon name="pen" label="Write" />);
  expect(alone).toContain('aria-label="Write"');
  expect(alone).not.toContain("aria-hidden");
});
