/** Names in Latin letters, held against the official examples. */
import { expect } from "expect";
import { inLatin, isCyrillic } from "./transliteration.ts";

const [belarus, romania, russia, ukraine] = [112, 642, 643, 804] as const;

/** "from=to; from=to" as pairs. */
const pairsOf = (text: string) => text.trim().split(/;\s*/).map((pair) => pair.split("=") as [string, string]);
const wrongIn = (text: string, countryId: number) =>
  pairsOf(text).map(([from, to]) => ({ from, to, is: inLatin(from, countryId) })).filter(({ to, is }) => to !== is);

Deno.test("Ukrainian names are written as the resolution of 2010 gives them", () => {
  const official = `Алушта=Alushta; Андрій=Andrii; Борщагівка=Borshchahivka; Борисенко=Borysenko; Вінниця=Vinnytsia;
    Володимир=Volodymyr; Гадяч=Hadiach; Богдан=Bohdan; Згурський=Zghurskyi; Ґалаґан=Galagan; Ґорґани=Gorgany;
    Донецьк=Donetsk; Дмитро=Dmytro; Рівне=Rivne; Олег=Oleh; Есмань=Esman; Єнакієве=Yenakiieve; Гаєвич=Haievych;
    Короп'є=Koropie; Житомир=Zhytomyr; Жанна=Zhanna; Жежелів=Zhezheliv; Закарпаття=Zakarpattia;
    Казимирчук=Kazymyrchuk; Медвин=Medvyn; Михайленко=Mykhailenko; Іванків=Ivankiv; Іващенко=Ivashchenko;
    Їжакевич=Yizhakevych; Кадиївка=Kadyivka; Мар'їне=Marine; Йосипівка=Yosypivka; Стрий=Stryi; Олексій=Oleksii;
    Київ=Kyiv; Коваленко=Kovalenko; Лебедин=Lebedyn; Леонід=Leonid; Миколаїв=Mykolaiv; Маринич=Marynych;
    Ніжин=Nizhyn; Наталія=Nataliia; Одеса=Odesa; Онищенко=Onyshchenko; Полтава=Poltava; Петро=Petro;
    Решетилівка=Reshetylivka; Рибчинський=Rybchynskyi; Суми=Sumy; Соломія=Solomiia; Тернопіль=Ternopil; Троць=Trots;
    Ужгород=Uzhhorod; Уляна=Uliana; Фастів=Fastiv; Філіпчук=Filipchuk; Харків=Kharkiv; Христина=Khrystyna;
    Біла Церква=Bila Tserkva; Стеценко=Stetsenko; Чернівці=Chernivtsi; Шевченко=Shevchenko; Шостка=Shostka;
    Кишеньки=Kyshenky; Щербухи=Shcherbukhy; Гоща=Hoshcha; Гаращенко=Harashchenko; Юрій=Yurii;
    Корюківка=Koriukivka; Яготин=Yahotyn; Ярошенко=Yaroshenko; Костянтин=Kostiantyn; Знам'янка=Znamianka;
    Феодосія=Feodosiia; Згорани=Zghorany; Розгон=Rozghon`;
  expect(wrongIn(official, ukraine)).toEqual([]);
});

Deno.test("Russian names are written as passports do since 2013", () => {
  const known = `Юлия=Iuliia; Дарья=Daria; Наталья=Natalia; Ксения=Kseniia; Семёнова=Semenova; Щукина=Shchukina;
    Объедкова=Obieedkova; Жанна=Zhanna; Эльвира=Elvira; Хохлова=Khokhlova; Цыганова=Tsyganova; Майя=Maiia;
    Ярославль=Iaroslavl; Подъячева=Podieiacheva`;
  expect(wrongIn(known, russia)).toEqual([]);
});

Deno.test("Belarusian names are written by ICAO's table", () => {
  const known = `Вольга=Volha; Надзея=Nadzeia; Алёна=Aliona; Ганна=Hanna; Ірына=Iryna; Юлія=Iuliia; Барысаў=Barysau`;
  expect(wrongIn(known, belarus)).toEqual([]);
});

Deno.test("letters tell the language before the country does", () => {
  expect(inLatin("Їржина", russia)).toBe("Yirzhyna");
  expect(inLatin("Згурська Ґаля", romania)).toBe("Zghurska Galia");
  expect(inLatin("Фёдорова Эмма", ukraine)).toBe("Fedorova Emma");
  expect(inLatin("Ірына Ўласава", ukraine)).toBe("Iryna Ulasava");
  // Neither и nor щ is Belarusian: a lady of Belarus who writes Russian.
  expect(inLatin("Галина", belarus)).toBe("Galina");
  expect(inLatin("Ольга", ukraine)).toBe("Olha");
  expect(inLatin("Ольга", russia)).toBe("Olga");
});

Deno.test("capitals, hyphens, apostrophes and split letters are kept or joined as people write them", () => {
  expect(inLatin("ЮЛІЯ", ukraine)).toBe("YULIIA");
  expect(inLatin("Анна-Юлія", ukraine)).toBe("Anna-Yuliia");
  expect(inLatin("Мар’яна Марʼяна", ukraine)).toBe("Mariana Mariana");
  expect(inLatin("Андрій".normalize("NFD"), ukraine)).toBe("Andrii");
  expect(inLatin("Я", ukraine)).toBe("Ya");
});

Deno.test("whatever is not Cyrillic stays, and letters that no table has are no reason to fail", () => {
  for (const text of ["", "Olena", "Iași", "王小明", "🌸 12", "O'Hara"]) {
    expect(inLatin(text, ukraine)).toBe(text);
    expect(isCyrillic(text)).toBe(false);
  }
  expect(inLatin("Әлия", russia)).toBe("Әliia");
  expect(inLatin("Anna Ковач", romania)).toBe("Anna Kovach");
});
