/** The page on which men and ladies check their devices, each their own; its credentials for the relay expire soon. */
import { expect } from "expect";
import { testApp } from "../../testing/site.ts";

Deno.test("each side has its own check, linked from the chat, and a guest is asked to sign in", async () => {
  await using site = await testApp();
  const james = await site.visitorAs(await site.addMan());
  const olena = await site.visitorAs(await site.addLady());
  const page = await james.get("/en/man/chat/check");
  expect(page.status).toBe(200);
  expect(await page.text()).toMatch(/Before a video chat.*Open camera and microphone/s);
  expect((await olena.get("/en/lady/chat/check")).status).toBe(200);
  expect((await james.get("/en/lady/chat/check")).status).toBe(403);
  expect((await olena.get("/en/man/chat/check")).status).toBe(403);
  expect((await site.visitor().get("/en/man/chat/check")).headers.get("location")).toContain("/en/auth/sign-in?next=");
  expect(await (await james.get("/en/man/chat")).text()).toContain('href="/en/man/chat/check"');
  expect(await (await olena.get("/en/lady/chat")).text()).toContain('href="/en/lady/chat/check"');
});

Deno.test("without a script there is no button that does nothing, only the way back", async () => {
  await using site = await testApp();
  const page = await (await (await site.visitorAs(await site.addMan())).get("/en/man/chat/check")).text();
  expect(page).toMatch(
    /<div class="only-scripted"><div data-island="\d+"[^>]*>(?:(?!<noscript).)*Open camera and microphone/s,
  );
});

Deno.test("without relays none is named, and a lady hides her address unless she said otherwise", async () => {
  await using site = await testApp();
  const olena = await site.visitorAs(await site.addLady());
  const html = await (await olena.get("/en/lady/chat/check")).text();
  expect(html).not.toMatch(/turns?:|stuns?:/);
  expect(html).toContain('"relayOnly"');
});
