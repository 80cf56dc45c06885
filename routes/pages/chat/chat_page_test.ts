/** The page of the chat: who may see it, which prices a man is told, and that a lady is told none. */
import { expect } from "expect";
import type { ChatPrices } from "../../../islands/chat/types.ts";
import type { IslandData } from "../../../islands/runtime/serialize.ts";
import { revive } from "../../../islands/runtime/revive.ts";
import { withWayBack } from "../../../islands/chat/way_back.ts";
import { testApp } from "../../testing/site.ts";

/** The prices that the page gives the chat. */
async function pricesOn(page: Response): Promise<ChatPrices> {
  const [, json] = /id="island-data"[^>]*>(.*?)<\/script>/s.exec(await page.text())!;
  const { islands } = revive(JSON.parse(json!)) as IslandData;
  return islands.find(([name]) => name === "chat")![1].prices as ChatPrices;
}

Deno.test("a man's page says what a minute costs, in credits and euros, and what he has", async () => {
  await using site = await testApp();
  const james = await site.visitorAs(await site.addMan({ credits: 20 }));
  const answer = await james.get("/en/man/chat");
  const html = await answer.text();
  expect(answer.status).toBe(200);
  expect(html).toContain("Choose a partner for a conversation");
  expect(html).toContain("1 credit/min ≈\u00a0€");
  expect(html).toContain("5 credits/min ≈\u00a0€");
  expect(html).toMatch(/Change name/);
  expect(html).toMatch(/<noscript>.*JavaScript/);
});

Deno.test("a man is told with how many credits he can begin, which is more than a minute costs", async () => {
  await using site = await testApp();
  const james = await site.visitorAs(await site.addMan({ credits: 5 }));
  const inWords = {
    "/en": ["2 credits", "6 credits"],
    "": ["2\u00a0點", "6\u00a0點"],
    "/zh-hans": ["2\u00a0点", "6\u00a0点"],
  };
  for (const [prefix, credits] of Object.entries(inWords)) {
    const { needs } = await pricesOn(await james.get(`${prefix}/man/chat`));
    for (const each of credits) expect(needs).toContain(each);
  }
});

Deno.test("whoever goes for more credits from the chat with somebody is led back to it", async () => {
  await using site = await testApp();
  const james = await site.visitorAs(await site.addMan());
  const { id } = await site.addLady();
  const { buyHref } = withWayBack(await pricesOn(await james.get("/en/man/chat")), id);
  const shop = await (await james.get(buyHref)).text();
  expect(shop).toContain(`name="next" value="/en/man/chat?with=${id}"`);
  expect((await james.get(`/en/man/chat?with=${id}`)).status).toBe(200);
});

Deno.test("a lady's page says nothing of credits, in any language", async () => {
  await using site = await testApp();
  await site.addMan({ credits: 20 });
  const olena = await site.visitorAs(await site.addLady());
  for (const prefix of ["/en", "", "/zh-hans"]) {
    const answer = await olena.get(`${prefix}/lady/chat`);
    const html = (await answer.text()).replace(/<script[^>]*type="application\/json".*?<\/script>/gs, "");
    expect(answer.status).toBe(200);
    expect(html).not.toMatch(/€|\/\s?min|每分鐘|每分钟/);
  }
});

Deno.test("each side has its own page, and a guest is asked to sign in first", async () => {
  await using site = await testApp();
  const james = await site.visitorAs(await site.addMan());
  const olena = await site.visitorAs(await site.addLady());
  expect((await james.get("/en/lady/chat")).status).toBe(403);
  expect((await olena.get("/en/man/chat")).status).toBe(403);
  const guest = await site.visitor().get("/en/man/chat");
  expect(guest.headers.get("location")).toContain("/en/auth/sign-in?next=");
});
