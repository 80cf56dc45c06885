/** Without a relay, both are asked before a call goes directly, and nobody waits for an answer for ever. */
import { told } from "../journeys/flashes.ts";
import { callBrowser } from "./browsers.ts";
import { asks, button, call, chargesOf, comes, expect, hangsUp, invitation, isOver, t, turnTo } from "./people.ts";
import { startSteppedSite } from "./site.ts";
import { alone } from "./one_at_a_time.ts";

export async function withoutRelay(): Promise<void> {
  const closing: (() => Promise<void>)[] = [];
  try {
    const { site, james, olena } = await alone(async () => {
      const site = await startSteppedSite();
      closing.push(site.end);
      const browser = await callBrowser();
      closing.push(() => browser.close());
      const { origin } = site;
      const james = await comes(browser, { side: "man", origin, name: "James" });
      const olena = await comes(browser, { side: "lady", origin, name: "Olena" });
      await turnTo(james, olena);
      const words = james.page.getByRole("heading", { name: t("call:direct.title") });
      await button(james, t("chat:videoChat")).press("Enter");
      await expect(words).toBeFocused();
      await james.page.keyboard.press("Escape");
      await expect(words).toBeHidden();
      expect((await call(james, olena, { isDirect: true })).to).toMatchObject({ local: "host" });
      await expect(olena.page.locator(".call")).toBeFocused();
      await hangsUp(olena);
      await isOver(james, olena);
      expect(await chargesOf(james)).toEqual(["video_chat -5", "refund 5"]);
      await asks(james, olena);
      await button(james, t("call:direct.yes")).press("Enter");
      await expect(button(james, t("chat:withdraw"))).toBeFocused();
      await expect(invitation(olena)).toContainText(t("call:direct.text", { name: "James" }));
      return { site, james, olena };
    });
    await site.step(61);
    await told(james.page, t("chat:flash.noAnswer"));
    await expect(invitation(olena)).toBeHidden();
    await isOver(james, olena);
    expect(await chargesOf(james)).toEqual(["video_chat -5", "refund 5"]);
    expect(await site.audit()).toBe("every invariant holds");
  } finally {
    for (const each of closing.toReversed()) await each();
  }
}
