/** Where no relay is set up both are asked before a call goes directly; and nobody waits for an answer for ever. */
import { callBrowser } from "./browsers.ts";
import { asks, call, chargesOf, comes, expect, flash, hangsUp, invitation, isOver, t } from "./people.ts";
import { startSite } from "./site.ts";

export async function withoutRelay(): Promise<void> {
  const site = await startSite();
  const { origin } = site;
  const browser = await callBrowser();
  try {
    const james = await comes(browser, { side: "man", origin, name: "James" });
    const olena = await comes(browser, { side: "lady", origin, name: "Olena" });
    expect((await call(james, olena, { isDirect: true })).to).toMatchObject({ local: "host" });
    await hangsUp(olena);
    await isOver(james, olena);
    const charges = ["video_chat -5", "refund 5"];
    expect(await chargesOf(james)).toEqual(charges);

    await asks(james, olena, { isDirect: true });
    await expect(invitation(olena)).toContainText(t("call:direct.text", { name: "James" }));
    await expect(flash(james, t("chat:note.noAnswer"))).toBeVisible({ timeout: 75_000 });
    await expect(invitation(olena)).toBeHidden();
    await isOver(james, olena);
    expect(await chargesOf(james)).toEqual(charges);
    expect(await site.audit()).toBe("every invariant holds");
  } finally {
    await browser.close();
    await site.end();
  }
}
