/** Which language a text is written in, and which letters wait for a translator. */
import { expect } from "expect";
import { readingOf } from "../accounts/languages.ts";
import { languageOf, plainLanguageOf, translationFor } from "./language.ts";

Deno.test("a text is recognised by its script, its letters and the library; what its author reads decides the rest", () => {
  const texts: [text: string, prior: string[], language: string][] = [
    ["Так", ["uk"], "uk"],
    ["Да", ["ru"], "ru"],
    ["Дякую!", ["ru"], "uk"],
    ["Спасибо!", ["uk", "ru"], "uk"],
    ["Привет", ["en"], "ru"],
    ["Добрый вечер, дорогой мой", ["uk"], "ru"],
    ["Доброго вечора, любий мій", ["ru"], "uk"],
    ["Как дела? Что делаешь сегодня вечером?", ["uk", "ru"], "ru"],
    ["Прывітанне! Як твае справы?", ["ru"], "be"],
    ["Hello my dear, how was your week?", ["ro"], "en"],
    ["Thank you for the letter, I read it twice", ["ro", "en"], "en"],
    ["Buna ziua, ce faci?", ["en"], "ro"],
    ["Dragă James, astăzi este frumos", ["en"], "ro"],
    ["你好，Olena", ["zh-Hant"], "zh-Hant"],
    ["你好", ["en"], "zh"],
    ["我是在台北教書的老師，週末喜歡騎腳踏車。", ["zh-Hans"], "zh-Hant"],
    ["你说你住在山脚下，下雪的时候早上做什么？", ["zh-Hant"], "zh-Hans"],
    ["謝謝你的信！", ["en"], "zh-Hant"],
  ];
  for (const [text, prior, language] of texts) expect([text, languageOf(text, prior)]).toEqual([text, language]);
});

Deno.test("what a text is plainly in is told even if its author says something else, and nothing doubtful is", () => {
  const texts: [text: string, declared: string, reads: string[], plain: string | null][] = [
    ["Hello my dear, how was your week?", "be", ["en"], "en"],
    ["Hello my dear, how was your week?", "ro", ["en", "uk"], "en"],
    ["Hello my dear, how was your week?", "be", ["uk"], null],
    ["Доброго вечора, любий мій, як твої справи?", "be", ["uk"], "uk"],
    ["Доброго вечора, любий мій, як твої справи?", "uk", ["uk"], null],
    ["Privet, dorogoy! Kak dela? Ya ochen rada tvoemu pismu.", "ru", ["en"], null],
    ["Lieber James, wie geht es dir heute?", "ru", ["en"], null],
    ["Так", "ru", ["uk"], null],
    ["👍", "be", ["en"], null],
  ];
  for (const [text, declared, reads, plain] of texts) {
    expect([text, declared, plainLanguageOf(text, reads, declared)]).toEqual([text, declared, plain]);
  }
});

Deno.test("a name with letters of another language does not make a text one of that language", () => {
  const texts: [text: string, prior: string[], language: string][] = [
    ["I have met bears eleven times, four of them at the rubbish bins behind my own block in Răcădău.", ["ro"], "en"],
    ["My son studies in Constanța and phones on Sundays when his money is finished.", ["ro"], "en"],
    ["Mulțumesc, Ștefan!", ["en"], "ro"],
    ["Bună, Mădălina", ["en"], "ro"],
    ["Locuiesc la Constanța și pescuiesc duminica pe faleză.", ["en"], "ro"],
    ["Of, acest The Lord of the Rings este prea lung pentru o seara cu copiii", ["ro"], "ro"],
    ['The Romanian for it is "mulțumesc", and you say it with your hand on your heart.', ["ro"], "en"],
  ];
  for (const [text, prior, language] of texts) expect([text, languageOf(text, prior)]).toEqual([text, language]);
});

Deno.test("one name or one word of another language does not make an everyday sentence one of that language", () => {
  const texts: [text: string, prior: string[], language: string][] = [
    ["Сьогодні мій син Артём пішов до школи, а я сиджу на кухні й думаю про тебе.", ["uk"], "uk"],
    ["Меня зовут Лена, я живу в «Києві». Мы с мамой очень любим гулять, это красивый город.", ["uk"], "ru"],
    ["Я живу в Києві, це дуже гарне місто. Мене тут звуть Алёна.", ["ru"], "uk"],
    ["Мой сосед Алесь Ўласаў опять играл на скрипке до полуночи.", ["ru"], "ru"],
    ["Бабуся казала «трэба жыць», і ми сміялися, бо вона приїхала з Гомеля.", ["uk"], "uk"],
    ["Вчера мы смотрели фильм «Тіні забутих предків», он мне очень понравился.", ["ru"], "ru"],
    ["Дякую, Алёна!", ["uk"], "uk"],
    ["Алёна, дякую", ["ru"], "uk"],
    ["Привіт, Алёна! Як справи?", ["ru"], "uk"],
    ["Привет, Андрій!", ["uk"], "ru"],
    ["Вікторія, спасибо за письмо", ["ru"], "ru"],
    ["Да, Анастасіє", ["ru"], "ru"],
    ["Добрий вечір", ["ru"], "uk"],
    ["На добраніч", ["en"], "uk"],
    ["Цілую тебе", ["ru"], "uk"],
    ["Мой сын у школе", ["en"], "ru"],
    ["Мой сын у школе", ["be"], "be"],
    ["ПРИВІТ, ЯК СПРАВИ", ["ru"], "uk"],
    ["Їду додому", ["ru"], "uk"],
    ["Подъезжаю к дому", ["uk"], "ru"],
    ["Что делаешь?", ["uk"], "ru"],
    ["Що робиш?", ["ru"], "uk"],
    ["Мне очень нравится твой город, и я хочу его увидеть", ["uk"], "ru"],
    ["Мені дуже подобається твоє місто, і я хочу його побачити", ["ru"], "uk"],
    ["Прывітанне, Олена! Я жыву ў Мінску і вельмі люблю свой горад.", ["ru"], "be"],
    ["Дзякуй за ліст, Їванка. Сёння ў нас ідзе дождж, і я думаю пра цябе.", ["uk"], "be"],
    ["Алёна", ["uk"], "uk"],
    ["Андрій", ["ru"], "ru"],
    ["Дякую, 小明!", ["uk", "en"], "uk"],
    ["Thank you, 小明", ["en"], "en"],
    ["Как по-китайски будет «люблю»? 愛?", ["ru"], "ru"],
    ["我很喜歡你寫的 Dnipro 和 Lviv。", ["en"], "zh-Hant"],
    ["I say mulțumesc a lot", ["ro", "en"], "en"],
    ["Thanks, and la mulți ani to your mother!", ["ro"], "en"],
    ["Am citit The Lord of the Rings și mi-a plăcut", ["en"], "ro"],
    ["Îți mulțumesc pentru weekend", ["en"], "ro"],
    ["Dziękuję is what my neighbour says for thank you", ["ro", "en"], "en"],
  ];
  for (const [text, prior, language] of texts) expect([text, languageOf(text, prior)]).toEqual([text, language]);
});

Deno.test("what is no text has no language, and what is no prose is no trouble", () => {
  for (const text of ["", "😀😀", "12:30 …", "❤", "\u202e\u202c", "x"]) {
    expect([text, languageOf(text, ["en"])]).toEqual([text, "und"]);
  }
  expect(languageOf("a".repeat(4096), ["en"])).toBe("en");
  expect(languageOf("const x = () => ({ y: 1 });", ["en"])).toBe("en");
  expect(languageOf("Olena, привет! How are you? Most of this is English.", ["ru"])).toBe("en");
  expect(languageOf("Anna", ["ro"])).toBe("ro");
});

const olena = readingOf({ locale: "uk", readsLanguages: ["uk", "ru", "en"] });
const ioana = readingOf({ locale: "ro" });
const wei = readingOf({ locale: "zh-Hans" });

Deno.test("a letter that its reader cannot read waits, and goes into her or his own language", () => {
  expect(translationFor("en", ioana)).toEqual({ from: "en", to: "ro" });
  expect(translationFor("zh-Hant", olena)).toEqual({ from: "zh-Hant", to: "uk" });
  expect(translationFor("uk", wei)).toEqual({ from: "uk", to: "zh-Hans" });
  expect(translationFor("be", readingOf({ locale: "ru" }))).toEqual({ from: "be", to: "ru" });
});

Deno.test("a letter comes at once to who reads it, where one of the two says so, and where there is nothing to read", () => {
  expect(translationFor("ru", olena)).toBe(null);
  expect(translationFor("zh-Hant", wei)).toBe(null);
  expect(translationFor("und", ioana)).toBe(null);
  expect(translationFor("en", ioana, false)).toBe(null);
  expect(translationFor("en", readingOf({ locale: "ro", wantsTranslation: false }))).toBe(null);
});

Deno.test("who has said nothing reads the language of the pages; what one is translated into, one reads", () => {
  expect(readingOf({ locale: "zh-Hant" })).toEqual({ reads: ["zh"], into: "zh-Hant", wantsTranslation: true });
  expect(readingOf({ locale: "en", readsLanguages: ["be"] })).toMatchObject({ reads: ["be", "ru"], into: "ru" });
  expect(readingOf({ locale: "en", readsLanguages: ["ru"], readingLanguage: "uk" })).toMatchObject({
    reads: ["ru", "uk"],
    into: "uk",
  });
});
