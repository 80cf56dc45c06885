/** The letters that James and Wei have in the demo world, so that every kind of letter can be seen at once. */

export interface DemoLetter {
  from: string;
  to: string;
  /** Days before the demo's first start. */
  daysAgo: number;
  body: string;
  /** Whether the man has paid to open it, for a lady's letter. */
  isOpened?: boolean;
  /** The translation by the demo's translator; a letter that needs one and has none is still in the queue. */
  translation?: string;
  /** False if its author wished it delivered as it is. */
  translate?: boolean;
}

export const demoLetters: DemoLetter[] = [
  {
    from: "olena",
    to: "james",
    daysAgo: 34,
    isOpened: true,
    body:
      "Dear James,\n\nYour profile says that you repair clocks on Sundays. I bind books, so we are both in the trade of " +
      "persuading old things to go on a little longer.\n\nMay I ask which clock has refused you longest?\n\nOlena",
  },
  {
    from: "james",
    to: "olena",
    daysAgo: 32,
    body:
      "Dear Olena,\n\nA Black Forest cuckoo, since 2019. It does everything right except the hour. I have begun to think " +
      "it is not broken but shy.\n\nWhat do you do with a book whose paper no longer wants to be held?\n\nJames",
  },
  {
    from: "olena",
    to: "james",
    daysAgo: 29,
    isOpened: true,
    body:
      "Dear James,\n\nJapanese paper, thin as breath, and patience. One page a day, and never when I am cross: the paper " +
      "notices.\n\nMy workshop is on the third floor. There is no lift, but there is a balcony, and from it I can hear " +
      "two churches disagree about noon. Your cuckoo would feel at home here.\n\nOlena",
  },
  {
    from: "james",
    to: "olena",
    daysAgo: 21,
    body:
      "Dear Olena,\n\nThen it is settled: the cuckoo gets a passport. Meanwhile I have started to listen for noon here. " +
      "Bristol has one church that is early and one that has given up.\n\nTell me about the children you teach. Who " +
      "draws the best trees?\n\nJames",
  },
  {
    from: "olena",
    to: "james",
    daysAgo: 18,
    isOpened: true,
    body:
      "Dear James,\n\nMarko, seven, draws the best trees because he has never once looked at one while drawing. I have " +
      "tried to mend this and am now ashamed of it.\n\nI enclose nothing but good wishes; it rains, and rain is bad for " +
      "envelopes.\n\nOlena",
  },
  {
    from: "olena",
    to: "james",
    daysAgo: 2,
    body:
      "Dear James,\n\nMarko asked today whether the man with the shy clock is real. I said I have it in writing.\n\nWill " +
      "you be home in the second week of December? There is something I would like to ask you, and I would rather ask it " +
      "with my own voice.\n\nOlena",
  },
  {
    from: "james",
    to: "daria",
    daysAgo: 12,
    body:
      "Dear Daria,\n\nYou wrote that you fold birds from old concert programmes. Which composer makes the best wings?\n\n" +
      "I have a drawer of programmes from the Colston Hall that nobody has folded yet.\n\nJames",
    translation:
      "Дорогая Дарья!\n\nВы написали, что складываете птиц из старых концертных программок. Какой композитор даёт лучшие " +
      "крылья?\n\nУ меня целый ящик программок из Колстон-холла, которые ещё никто не сложил.\n\nДжеймс",
  },
  {
    from: "daria",
    to: "james",
    daysAgo: 9,
    isOpened: true,
    body: "Дорогой Джеймс!\n\nЛучшие крылья получаются из Шумана: бумага тонкая, а текста мало. Хуже всего Вагнер — " +
      "программка слишком толстая, и птица не хочет взлетать.\n\nСтарые программки я никогда не выбрасываю. Одна такая " +
      "птица уже ждёт конверта.\n\nВаша Дарья",
    translate: true,
    translation:
      "Dear James,\n\nSchumann makes the best wings: the paper is thin and there is little text. Wagner is the worst — " +
      "the programme is too thick, and the bird does not want to take off.\n\nI never throw the old programmes away. " +
      "One such bird is already waiting for its envelope.\n\nYours, Daria",
  },
  {
    from: "james",
    to: "daria",
    daysAgo: 6,
    body:
      "Dear Daria,\n\nThat explains a great deal about Wagner. I will sort the drawer by weight and report.\n\nDo the " +
      "children at your school play for themselves as well, or only for the examiners?\n\nJames",
    translation:
      "Дорогая Дарья!\n\nЭто многое объясняет о Вагнере. Разберу ящик по весу и доложу.\n\nА дети в Вашей школе играют и " +
      "для себя или только для экзаменаторов?\n\nДжеймс",
  },
  {
    from: "wei",
    to: "olena",
    daysAgo: 4,
    body:
      "Olena，你好：\n\n看到你修书，想起我祖父的线装书，虫蛀得像一张地图。这样的书还能修吗？\n\n杭州这几天桂花开得很晚，整条街都是香的。\n\n伟",
    translation:
      "Олена, здравствуйте!\n\nУвидел, что Вы чините книги, и вспомнил дедушкины, в нитяном переплёте: жучок изъел их, " +
      "как карту. Можно ли починить и такую?\n\nВ Ханчжоу в эти дни поздно цветёт османтус, пахнет вся улица.\n\nВэй",
  },
  {
    from: "wei",
    to: "daria",
    daysAgo: 5,
    body:
      "Daria，你好：\n\n你说旧节目单可以折成鸟。我父亲拉二胡，家里的旧谱子堆到窗台那么高，却没有一张变成过鸟。\n\n" +
      "第一只应该怎么折？\n\n伟",
    translation:
      "Здравствуйте, Дарья!\n\nВы пишете, что из старых программок можно складывать птиц. Мой отец играет на эрху, и старые " +
      "ноты лежат у нас стопкой до самого подоконника, но ни один лист ещё не стал птицей.\n\nКак сложить первую?\n\nВэй",
  },
  {
    from: "wei",
    to: "daria",
    daysAgo: 0.4,
    body: "Daria，你好：\n\n第一只鸟折好了，用的是《二泉映月》的谱子。它站不稳，父亲说曲子本来就是这样。\n\n" +
      "西湖边的桂花终于开了。下次写信，我夹一朵在纸里。\n\n伟",
  },
  {
    from: "daria",
    to: "james",
    daysAgo: 0.2,
    translate: true,
    body:
      "Дорогой Джеймс!\n\nДети играют для себя, но только когда думают, что их никто не слышит. Вчера я стояла за " +
      "дверью и целый час не решалась войти.\n\nКакая программка в Вашем ящике самая лёгкая?\n\nВаша Дарья",
  },
  {
    from: "halyna",
    to: "wei",
    daysAgo: 0.1,
    translate: true,
    body:
      "Доброго дня, Вей!\n\nПише Вам кравчиня з Івано-Франківська. Ви зазирнули на мою сторінку, а я саме пила чай — то й " +
      "вирішила привітатися першою.\n\nЧай у мене карпатський, із чебрецем. А який п’ють у Ханчжоу?\n\nГалина",
  },
];
