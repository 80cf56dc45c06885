/** The chat's screen names a lady as her profile does, in the language of the page, whatever name the server adds. */
import { expect } from "expect";
import type { Locale } from "../../../i18n/locales.ts";
import { hearOfCall } from "../call/call_hearing.ts";
import { reduce } from "../state.ts";
import { after, hears, james, jamesId, message, user } from "../testing/state.ts";
import type { ChatState, NewFlash } from "../types.ts";

const halynaId = 7;
const words = {
  names: { en: "Halyna", "zh-Hant": "哈莉娜" },
  quote: "Моя каша має сусідів.",
  quotes: { "zh-Hant": "我的粥有鄰居。" },
  quoteLanguage: "uk",
};
const halyna = user(halynaId, "Галина", words);
const { languages: _, ...dialog } = { ...halyna, userBirth: 29 };

const reading = (locale: Locale): ChatState => ({ ...james, me: { ...james.me, locale } });
const shown = (state: ChatState) => {
  const { name, quote } = state.people.get(halynaId)!;
  return [name, quote];
};

Deno.test("name and line are those of the page's language, and her own where she has none in it", () => {
  const online = hears("AllConnectedUsers", { users: [halyna] });
  const recent = hears("dialogsHistoryData", {
    dialogs: [{ ...dialog, updatedAt: "2026-03-13T12:00:00Z", unread: 0 }],
  });
  for (const event of [online, recent]) {
    expect(shown(reduce(reading("zh-Hant"), event))).toEqual(["哈莉娜", "我的粥有鄰居。"]);
    expect(shown(reduce(reading("en"), event))).toEqual(["Halyna", "Моя каша має сусідів."]);
    expect(shown(reduce(reading("uk"), event))).toEqual(["Галина", "Моя каша має сусідів."]);
  }
  const langs = (["zh-Hant", "en", "uk"] as const).map((locale) =>
    reduce(reading(locale), online).people.get(halynaId)!.quoteLang
  );
  // A screen reader is told the language of her line if it differs from that of the page.
  expect(langs).toEqual([undefined, "uk", undefined]);
  const olden = reduce(reading("zh-Hant"), hears("AllConnectedUsers", { users: [user(halynaId, "Галина")] }));
  expect(shown(olden)).toEqual(["Галина", ""]);
});

Deno.test("every flash about her names her so, though the server speaks of her as she writes herself", () => {
  const wei = reduce(reading("zh-Hant"), hears("AllConnectedUsers", { users: [halyna] }));
  const told = { name: "Галина", userId: halynaId };
  const about = (...events: Parameters<typeof after>[1][]) => after(wei, ...events).flashes.at(-1)?.values?.name;
  expect(about(hears("text-request-answer", { status: false, ev: "decline", answer: told }))).toBe("哈莉娜");
  expect(about(hears("text-request-answer", { status: false, ev: "busy", answer: told }))).toBe("哈莉娜");
  expect(about(hears("NewMessage", { message: message(1, halynaId, jamesId, { fromName: "Галина" }) }))).toBe("哈莉娜");
  expect(about(hears("your-request-accept", { uid: halynaId, name: "Галина" }))).toBe("哈莉娜");
  expect(about(hears("your-request-decline", { uid: halynaId, name: "Галина" }))).toBe("哈莉娜");
  expect(about(hears("conversation", { to: halynaId, name: "Галина" }))).toBe("哈莉娜");
  // For somebody whom the page does not know, it shows the server's name.
  expect(after(reading("zh-Hant"), hears("your-request-decline", { uid: 8, name: "Vera" })).flashes.at(-1)?.values)
    .toEqual({ name: "Vera" });
});

Deno.test("a call that she declines, or has no time for, is told by the same name", () => {
  const state = after(
    reading("zh-Hant"),
    hears("AllConnectedUsers", { users: [halyna] }),
    { type: "call", action: { type: "ask", partnerId: halynaId, untilMs: 0 } },
  );
  const names: unknown[] = [];
  const flash = ({ values }: NewFlash) => void names.push(values?.name);
  const controller = { over: () => {} } as Parameters<typeof hearOfCall>[0];
  for (const ev of ["decline", "busy"] as const) {
    const data = { name: "Галина", userId: halynaId, ev };
    hearOfCall(controller, { event: "your-video-request-decline", data }, { state, before: state, flash });
  }
  expect(names).toEqual(["哈莉娜", "哈莉娜"]);
});
