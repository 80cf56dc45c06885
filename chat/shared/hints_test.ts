/** Sentences as people write them: those that need a hint for the reader, and those that must not get one. */
import { expect } from "expect";
import { type Hint, hintOf } from "./hints.ts";

const ringing: Record<Exclude<Hint, "both">, string[]> = {
  contact: [
    "Write to me at olena.k@gmail.com, it is easier.",
    "my mail is daria_92 (at) yandex ru",
    "james dot w at gmail dot com",
    "Let us go to WhatsApp, I am there all day.",
    "Do you have viber or skype?",
    "I am on Telegram, look for Olena",
    "my Line ID is olena94",
    "Add me on Instagram: olena_rivne",
    "find me @olena_rivne",
    "https://example-dates.xyz/olena",
    "Look at www.olena-photos.net please",
    "my page is olenarivne.com, there are more pictures",
    "t.me/olena94",
    "My number is 067 555 12 34",
    "You can call me at +380 67 555 12 34 in the evening.",
    "+44 7700 900123",
    "ring 07700 900123 after eight",
    "My phone: (212) 555-0182",
    "Позвони мне: 8 (916) 555-12-34",
    "Давай перейдём в вотсап",
    "Напиши мне в телеграм, я там чаще",
    "Вот мой номер, звони вечером",
    "Дам тебе свою почту, пиши туда",
    "我的微信是 wei88",
    "加我微信吧，那邊方便",
    "加vx聊",
    "你有 LINE 嗎？我的 LINE：olena94",
    "加我QQ：12345678",
    "可以打 13812345678 找我",
    "我的手机号发给你",
    "我們用 WhatsApp 聊好嗎",
  ],
  money: [
    "Could you send me some money for the doctor?",
    "Please send me 200 euros, I will return it.",
    "You can use Western Union, it is quick.",
    "I need money to finish my studies.",
    "Please buy an iTunes gift card and send me the code.",
    "Can you pay for my visa? I would come at once.",
    "Would you buy me a ticket to London?",
    "My cousin can help you invest in crypto, the profit is sure.",
    "Send the bitcoin to this wallet",
    "I will give you my bank account.",
    "My IBAN is below.",
    "Lend me 50 dollars until Friday",
    "Пришли мне, пожалуйста, немного денег",
    "Мне срочно нужны деньги на лекарства",
    "Оплати мне билет, и я приеду",
    "Переведите 200 долларов, я верну",
    "Вышли через Вестерн Юнион",
    "У меня сейчас не хватает денег на интернет",
    "你能借我一点钱吗？",
    "請匯點錢給我，下個月還你",
    "帮我买张机票，我就来看你",
    "去超商買禮物卡，把號碼給我",
    "我哥哥有个投资平台，稳赚不赔",
    "请转账给我，我急用",
    "The card is 4276 3800 1234 5678",
  ],
};

const quiet = [
  "I was born in 1994, in a small town by the river.",
  "We lived there from 1998 to 2003, then in Lviv.",
  "It is 12 kilometres to the sea and 1 200 to you.",
  "The ticket cost 45 euros, which I found dear.",
  "Ten letters cost 100 credits, I counted.",
  "On 12.05.2019 I moved; on 2021-03-14 my sister married.",
  "We meet on 14/03/2026 at 18:30, platform 4.",
  "There were 10 000 people, perhaps 1 000 000 lights.",
  "The flat has 54.5 m2 and a view over the Dnipro.",
  "My grandmother kept the telegram in a tin box.",
  "There is a long line at the bakery in the morning.",
  "Drop me a line when you are home.",
  "The lighthouse gives a signal every ten seconds.",
  "I zoom into the photo and see your dog.",
  "Money cannot buy a quiet evening.",
  "I spend my money on books and tea.",
  "My colleagues gave me a gift card for the bookshop.",
  "I send you a photograph of the garden.",
  "Please send me a letter when you are there.",
  "I need a holiday, not more money.",
  "My rent is high, but the window is worth it.",
  "I paid for my visa myself, do not worry.",
  "My brother lost his wallet at the market.",
  "Room 214, third floor, ask for Vera.",
  "The recipe: 200 g flour, 3 eggs, 150 ml milk.",
  "I like tea.me too, and coffee.by the way.",
  "She scored 21-19, 18-21, 21-17.",
  "The year 1812 by Tchaikovsky, opus 49.",
  "Bus 07 leaves at 08.15 and 09.45.",
  "Page 100 of 250, chapter 12.",
  "He is 1,83 m, she 1,64 m.",
  "I called my mother at once.",
  "Call me at all hours in your thoughts.",
  "My number one wish is snow.",
  "At work I mail parcels all day.",
  "Я родилась в 1991 году в Казани.",
  "До моря 350 километров, ехать 5 часов.",
  "Билет стоил 1500 рублей, недорого.",
  "Счастье не в деньгах, правда?",
  "Бабушка сохранила телеграмму от деда.",
  "Дети играют в карты, номер у них свой.",
  "Мне нужно время, а не спешка.",
  "Я купила билет в театр на субботу.",
  "Жду твоего письма.",
  "我1994年出生，住在基輔。",
  "从这里到海边有350公里。",
  "這本書 320 元，不算貴。",
  "我在银行工作，每天数别人的钱包。",
  "我相信你，也依賴你的鼓勵。",
  "他把信放在信箱里。",
  "我有点忙，晚上再写。",
  "他把一辈子讲给我听，找钱时我都轻手轻脚。",
  "謝謝你的信，我讀了三遍。",
  "錢不是最重要的。",
  "我们周六 10:30 见面。",
];

for (const kind of ["contact", "money"] as const) {
  Deno.test(`${ringing[kind].length} sentences with ${kind} are noticed as nothing else`, () => {
    expect(ringing[kind].filter((text) => hintOf(text) !== kind).map((text) => [text, hintOf(text)])).toEqual([]);
  });
}

Deno.test(`${quiet.length} sentences about years, prices, distances and everyday things are left alone`, () => {
  expect(quiet.filter((text) => hintOf(text) !== null).map((text) => [text, hintOf(text)])).toEqual([]);
});

Deno.test("both at once are said together", () => {
  expect(hintOf("Send me money, here is my WhatsApp: +380 67 555 12 34")).toBe("both");
  expect(hintOf("請匯點錢給我，加我微信再說")).toBe("both");
});

/** Repeated, these pieces would make a careless pattern backtrack for ever. */
const slowPieces = ["0 ", "a.", "send ", "@", "1-", "8 (9", "при", "给我", "+1 ", "aa at ", "a", "a-", "_", "@a"];

Deno.test("the longest message and the longest letter are read to their end, whatever stands in them", () => {
  // A pattern that backtracks would never finish here; how long each piece takes is measured in `bench/`.
  for (const piece of slowPieces) {
    const text = piece.repeat(6000 / piece.length);
    expect([piece, hintOf(`${text} olena.k@gmail.com`)]).toEqual([piece, expect.stringMatching(/contact|both/)]);
  }
});
