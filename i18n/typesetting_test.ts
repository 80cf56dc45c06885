import { expect } from "expect";
import { hasLongPart, setHtml, setText } from "./typesetting.ts";
import { translatorFor } from "./translate.ts";

Deno.test("a figure and its unit stay in one line, in what is filled in and in what is written out", () => {
  expect(setText("zh-Hant", "還有 {{count}} 封，共 20 點")).toBe("還有 {{count}}\u00a0封，共 20\u00a0點");
  expect(translatorFor("zh-Hant")("common:credits", { count: 20 })).toBe("20\u00a0點");
  expect(translatorFor("zh-Hans")("common:credits", { count: 20 })).toBe("20\u00a0点");
  expect(translatorFor("en")("common:credits", { count: 20 })).toBe("20 credits");
  expect(setText("ro", "14 zile, 60 de zile, 1 000 și {{n}} din 10.")).toBe(
    "14\u00a0zile, 60\u00a0de zile, 1 000\u00a0și {{n}} din 10.",
  );
});

Deno.test("a word of one letter stands beside the word that it leads, in Ukrainian and Russian alone", () => {
  expect(setText("uk", "Листи і в місті, а «й» у {{name}}")).toBe(
    "Листи і\u00a0в\u00a0місті, а\u00a0«й» у\u00a0{{name}}",
  );
  expect(setHtml("<li>О <em>письме</em> и 20 словах</li>")).toBe("<li>О\u00a0<em>письме</em> и\u00a020 словах</li>");
  for (const kept of ["Я б сказала, что б ни было", "лиш-к слову", "I have a letter, o scrisoare și a dumneavoastră"]) {
    expect(setText("ru", kept)).toBe(kept.replace("Я б", "Я\u00a0б"));
  }
  expect(translatorFor("ru")("common:onlineNow")).toBe("Сейчас в\u00a0сети");
});

Deno.test("no blank stands behind a full-width sign, whatever closes or opens beside it; others stay", () => {
  expect(setHtml("<li><strong>先四處看看。</strong> 搜尋</li>")).toBe(
    "<li><strong>先四處看看。</strong>搜尋</li>",
  );
  expect(setHtml("<strong>信件與訊息，</strong> 連同譯文；<strong>收據、</strong> 付款")).toBe(
    "<strong>信件與訊息，</strong>連同譯文；<strong>收據、</strong>付款",
  );
  expect(setHtml("「聽得見什麼？」 <em>這樣</em>")).toBe("「聽得見什麼？」<em>這樣</em>");
  expect(setHtml("<strong>瀏覽紀錄：</strong> 30 天")).toBe("<strong>瀏覽紀錄：</strong>30\u00a0天");
  for (const kept of ["<p>Dear James. Good evening.</p>", "<strong>寄信</strong> 給她", "他說 “good evening” now"]) {
    expect(setHtml(kept)).toBe(kept);
  }
});

Deno.test("a part is long where seven characters stand without a sign between them, in Chinese alone", () => {
  expect(["被人演奏过的东西，值得慢慢修。", "琥珀嘛，就是不着急的树脂。"].map(hasLongPart)).toEqual([true, true]);
  expect(["早晨要慢，信要长，茶要浓。", "先说“啊”，再说点。", "Slow mornings, long letters."].some(hasLongPart)).toBe(
    false,
  );
});
