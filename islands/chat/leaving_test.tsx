/** Leaving the chat's page ends the chat after ten seconds, so links that are offered during a chat open in a new tab. */
import { expect } from "expect";
import { renderToString } from "preact-render-to-string";
import { type PageContext, PageProvider } from "../../components/page_context.ts";
import { translatorFor } from "../../i18n/translate.ts";
import { Control } from "./control.ts";
import { flashes } from "./flash_state.ts";
import { Flashes } from "./flashes.tsx";
import { MeterBar } from "./meter_bar.tsx";
import { OwnCard } from "./people/own_card.tsx";
import { open } from "./testing/state.ts";
import type { ChatPrices } from "./types.ts";

const prices: ChatPrices = {
  text: "1 credit/min",
  video: "5 credits/min",
  credits: { text: 1, video: 5 },
  textSentence: "",
  videoSentence: "",
  needs: "",
  note: "",
  buyHref: "/buy-credits",
  historyHref: "/history",
};

Deno.test("topping up and looking at one's camera leave no chat that goes on", () => {
  const control = new Control(open.me, { now: () => 0, url: "", sound: () => {} }, () => {});
  control.state = { ...open, me: { ...open.me, balanceCredits: 0 } };
  control.do({ type: "flash", flash: flashes.lowCredits() });
  const page: PageContext = { locale: "en", t: translatorFor("en"), path: "", href: (path) => path, viewer: null };
  const html = renderToString(
    <PageProvider value={page}>
      <Flashes control={control} prices={prices} contactEmail="" />
      <MeterBar control={control} prices={prices} />
      <OwnCard control={control} checkHref="/check" onName={() => {}} />
    </PageProvider>,
  );
  const links = html.match(/<a [^>]*href[^>]*>/g) ?? [];
  expect(links.length).toBe(3);
  for (const link of links) expect(link).toContain('target="_blank"');
});
