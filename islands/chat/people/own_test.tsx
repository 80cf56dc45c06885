/** The person's own card above the lists: its switches. */
import { expect } from "expect";
import { renderToString } from "preact-render-to-string";
import type { ClientEvents } from "../../../chat/shared/client_events.ts";
import { type PageContext, PageProvider } from "../../../components/page_context.ts";
import { translatorFor } from "../../../i18n/translate.ts";
import { Control } from "../control.ts";
import { hears, james, jamesId } from "../testing/state.ts";
import { put, rename } from "./own.ts";
import { OwnCard } from "./own_card.tsx";

const t = translatorFor("en");
const page: PageContext = { locale: "en", t, path: "/man/chat", href: (path) => path, viewer: null };

function isShownOn(control: Control): boolean {
  const html = renderToString(
    <PageProvider value={page}>
      <OwnCard control={control} checkHref="/" onName={() => {}} />
    </PageProvider>,
  );
  const [, input] = new RegExp(`${t("chat:allow.text")}</span>(<input[^>]*>)`).exec(html)!;
  return / checked/.test(input!);
}

Deno.test("a switch stays where it was put until the server answers, whatever comes meanwhile", () => {
  const me = { ...james.me, allowChat: true };
  const control = new Control(me, { now: () => 0, url: "", sound: () => {} }, () => {});
  control.do({ type: "wished", of: "allowChat", flag: false });
  expect(isShownOn(control)).toBe(false);
  const user = {
    userId: jamesId,
    profileId: jamesId,
    userName: me.name,
    birth: 40,
    userPhoto: "/photo",
    userGender: "man" as const,
    allowChat: true,
    allowVideoChat: true,
    languages: [],
    companion: false,
    unread: [],
  };
  control.do(hears("fetchUserData", { user }));
  expect(isShownOn(control)).toBe(false);
  control.do({ type: "wished", of: "allowChat", flag: null });
  expect(isShownOn(control)).toBe(true);
  control.do(hears("change-allow-chat-result", { flag: false }));
  expect(isShownOn(control)).toBe(false);
});

Deno.test("a switch that is put again before the first answer follows the later one", async () => {
  const answers: (() => void)[] = [];
  const control = new Control({ ...james.me, allowChat: true }, { now: () => 0, url: "", sound: () => {} }, () => {});
  control.ask = (_, data) =>
    new Promise((resolve) =>
      answers.push(() => {
        const answer = hears("change-allow-chat-result", {
          flag: (data as Partial<ClientEvents["change-allow-chat"]>).flag!,
        });
        control.do(answer);
        resolve(answer.type === "heard" ? answer.frame : null);
      })
    );
  const [first, second] = [put(control, "allowChat", false), put(control, "allowChat", true)];
  answers[0]!();
  await first;
  expect(isShownOn(control)).toBe(true);
  answers[1]!();
  await second;
  expect([isShownOn(control), control.state.me.wished]).toEqual([true, {}]);
});

Deno.test("why a name is refused is said in the server's words, and nothing of the name where no answer came", async () => {
  const control = new Control(james.me, { now: () => 0, url: "", sound: () => {} }, () => {});
  const message = t("refusals:too_many_requests", { context: "names" });
  control.ask = () =>
    Promise.resolve({ event: "error-event", data: { message, code: "too_many_requests", status: 429 } });
  expect(await rename(control, "Jim")).toBe(message);
  control.ask = () => Promise.resolve(null);
  expect(await rename(control, "Jim")).toBe("");
});
