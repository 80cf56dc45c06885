/** The curated demo ladies of Romania, and the Romanian cities of the demo world in every language of the site. */
import type { WordLocale } from "../../kv/ladies/record.ts";
import type { DemoLady } from "./schema.ts";

export const citiesOfRomania: Record<string, Record<WordLocale, string>> = {
  "alba-iulia": { en: "Alba Iulia", "zh-Hant": "阿爾巴尤利亞", "zh-Hans": "阿尔巴尤利亚" },
  "arad": { en: "Arad", "zh-Hant": "阿拉德", "zh-Hans": "阿拉德" },
  "bacau": { en: "Bacău", "zh-Hant": "巴克烏", "zh-Hans": "巴克乌" },
  "baia-mare": { en: "Baia Mare", "zh-Hant": "巴亞馬雷", "zh-Hans": "巴亚马雷" },
  "brasov": { en: "Brașov", "zh-Hant": "布拉索夫", "zh-Hans": "布拉索夫" },
  "bucharest": { en: "Bucharest", "zh-Hant": "布加勒斯特", "zh-Hans": "布加勒斯特" },
  "cluj-napoca": { en: "Cluj-Napoca", "zh-Hant": "克盧日－納波卡", "zh-Hans": "克卢日-纳波卡" },
  "constanta": { en: "Constanța", "zh-Hant": "康斯坦察", "zh-Hans": "康斯坦察" },
  "craiova": { en: "Craiova", "zh-Hant": "克拉約瓦", "zh-Hans": "克拉约瓦" },
  "galati": { en: "Galați", "zh-Hant": "加拉茨", "zh-Hans": "加拉茨" },
  "iasi": { en: "Iași", "zh-Hant": "雅西", "zh-Hans": "雅西" },
  "oradea": { en: "Oradea", "zh-Hant": "奧拉迪亞", "zh-Hans": "奥拉迪亚" },
  "sibiu": { en: "Sibiu", "zh-Hant": "錫比烏", "zh-Hans": "锡比乌" },
  "sighisoara": { en: "Sighișoara", "zh-Hant": "錫吉什瓦拉", "zh-Hans": "锡吉什瓦拉" },
  "suceava": { en: "Suceava", "zh-Hant": "蘇恰瓦", "zh-Hans": "苏恰瓦" },
  "targu-mures": { en: "Târgu Mureș", "zh-Hant": "特爾古穆列什", "zh-Hans": "特尔古穆列什" },
  "timisoara": { en: "Timișoara", "zh-Hant": "蒂米什瓦拉", "zh-Hans": "蒂米什瓦拉" },
  "tulcea": { en: "Tulcea", "zh-Hant": "圖爾恰", "zh-Hans": "图尔恰" },
};

export const ladiesOfRomania: DemoLady[] = [
  {
    key: "ioana",
    country: "RO",
    city: "cluj-napoca",
    birthdate: "1999-03-14",
    heightCm: 166,
    weightKg: 56,
    hairColor: "brown",
    eyeColor: "hazel",
    maritalStatus: "never",
    childrenNumber: 0,
    lookingFor: ["serious", "chatting"],
    profession: "programmer",
    education: "master",
    religion: "none",
    smoking: "no",
    drinking: "socially",
    englishRating: "fluent",
    words: {
      en: {
        firstname: "Ioana",
        quote: "I fix timetables. I am still late.",
        about:
          "I write the software that tells Cluj when its trolleybuses will come. When they don't, my friends send me photographs of themselves in the rain. I rent two rooms off Horea Street, up four flights, with a fig tree that has never given a fig.\n\nIn June I take a week off for the film festival and see four films a day, mostly for the queues, where strangers argue properly. My fault: I answer rhetorical questions, in detail.",
        idealPartner:
          "Someone who can sit through subtitles and afterwards disagree with me without raising his voice. I like men who know how one thing is made, be it bread, bridges or accordions, and who own an umbrella big enough for two.",
        interests: ["Film festivals", "Old trolleybuses", "Board games", "Bouldering"],
      },
      "zh-Hant": {
        firstname: "伊奧娜",
        quote: "時刻表歸我管，遲到的還是我。",
        about:
          "克盧日的無軌電車還有幾分鐘到站，是我寫的程式算出來的。車沒來的時候，朋友就傳自己淋雨的照片給我。我在霍雷亞街附近租了兩間房，要爬四層樓梯，養著一棵從沒結過果的無花果樹。\n\n每年六月影展，我會請一個禮拜的假，一天看四部片，多半是為了排隊：隊伍裡的陌生人吵起電影來最認真。我的毛病是，別人隨口一句反問，我也會從頭到尾回答一遍。",
        idealPartner:
          "看得了字幕片，看完能跟我唱反調、又不必提高嗓門的人。我欣賞真正懂得一樣東西怎麼做出來的男人，麵包、橋樑、手風琴都行；最好還有一把夠兩個人撐的傘。",
        interests: ["影展", "老式無軌電車", "桌遊", "抱石"],
      },
      "zh-Hans": {
        firstname: "约安娜",
        quote: "时刻表我来修，迟到的也是我。",
        about:
          "克卢日的无轨电车还有几分钟进站，靠的是我写的程序。车要是没来，朋友们就给我发自己淋雨的照片。我在霍雷亚街边上租了两间屋子，得爬四层楼，屋里有一棵从来没结过果的无花果树。\n\n每年六月电影节，我请一周假，一天看四部，多半是冲着排队去的：队里的陌生人为一部电影能争得特别较真。我的毛病是，人家随口一句反问，我也会一五一十地回答。",
        idealPartner:
          "能踏踏实实看完一部带字幕的片子，跟我意见不合也不必抬高嗓门的人。我喜欢真懂一样东西怎么做成的男人，面包、桥梁、手风琴都行。最好还有一把够两个人打的伞。",
        interests: ["电影节", "老式无轨电车", "桌游", "抱石攀岩"],
      },
    },
  },
  {
    key: "ruxandra",
    country: "RO",
    city: "iasi",
    birthdate: "1990-06-02",
    heightCm: 171,
    weightKg: 62,
    hairColor: "black",
    eyeColor: "brown",
    maritalStatus: "divorced",
    childrenNumber: 0,
    lookingFor: ["serious", "marriage"],
    profession: "editor",
    education: "master",
    religion: "christian",
    smoking: "sometimes",
    drinking: "socially",
    englishRating: "advanced",
    words: {
      en: {
        firstname: "Ruxandra",
        quote: "I cross out adjectives for a living.",
        about:
          "I edit translated novels for a small publishing house in Copou, five minutes from the lime tree every Romanian schoolchild has to write about. My pencils are green, because authors fear red. I was married for six years to a man who never finished a book; in the end I put that story down halfway as well.\n\nI live with eleven hundred books, all dusted, and a bathroom tap that has dripped since March. Every evening I walk down Lăpușneanu Street for one coffee and, I confess, one cigarette.",
        idealPartner:
          'He need not have read everything. He should be able to say "I don\'t know" and look pleased about it. Handwriting I can decipher is an advantage; knowing how to change a tap washer, a greater one.',
        interests: ["Translated novels", "Green pencils", "Lime-tree walks", "Jazz on vinyl"],
      },
      "zh-Hant": {
        firstname: "魯珊德拉",
        quote: "我靠刪形容詞吃飯。",
        about:
          "我在科波區一家小出版社編翻譯小說，走路五分鐘就是那棵羅馬尼亞學生人人都得寫進作文的椴樹。我改稿用綠鉛筆，因為作者怕紅色。我結過六年婚，前夫從來沒有把一本書讀完；後來，那個故事我也讀到一半就闔上了。\n\n家裡一千一百本書，本本撢得乾乾淨淨，浴室的水龍頭卻從三月滴到現在。每天傍晚我沿著勒普什內亞努街走下去，喝一杯咖啡；老實說，還抽一根菸。",
        idealPartner:
          "不必什麼書都讀過，但要能說出「我不知道」，而且說得挺開心。字跡看得懂，加分；會換水龍頭墊片，加更多分。",
        interests: ["翻譯小說", "綠鉛筆", "椴樹下散步", "黑膠爵士"],
      },
      "zh-Hans": {
        firstname: "鲁克桑德拉",
        quote: "我的工作，就是删形容词。",
        about:
          "我在科波区一家小出版社编翻译小说，走五分钟就到那棵罗马尼亚学生人人都写过作文的椴树。我改稿用绿铅笔，因为作者们怕红色。我结过六年婚，前夫从没读完过一本书；后来，那个故事我也只读到一半就合上了。\n\n家里一千一百本书，本本一尘不染，可浴室的水龙头从三月一直滴到现在。每天傍晚我沿着勒普什内亚努街往下走，喝一杯咖啡，老实交代，还抽一支烟。",
        idealPartner:
          "不必什么书都读过，但要能说一句“我不知道”，还说得挺高兴。字迹认得出来，加分；会换水龙头垫圈，加得更多。",
        interests: ["翻译小说", "绿铅笔", "椴树下散步", "黑胶爵士"],
      },
    },
  },
  {
    key: "madalina",
    country: "RO",
    city: "sibiu",
    birthdate: "1994-01-27",
    heightCm: 163,
    weightKg: 54,
    hairColor: "brown",
    eyeColor: "green",
    maritalStatus: "never",
    childrenNumber: 0,
    lookingFor: ["serious", "marriage"],
    profession: "conservator",
    education: "university_degree",
    religion: "lutheran",
    smoking: "no",
    drinking: "occasionally",
    englishRating: "intermediate",
    words: {
      en: {
        firstname: "Mădălina",
        quote: "In Sibiu even the roofs look back at you.",
        about:
          "I mend windmills. More exactly, I look after the wooden machines in the open-air museum in Dumbrava forest: mills, presses, a ferry that goes nowhere. My hands smell of linseed oil and I have given up apologising for it.\n\nThe house where I rent, below the Passage of Stairs in the Lower Town, has those attic windows like half-closed eyes, and I say good morning to it. I am slow at everything except losing my temper with people who lean on exhibits.",
        idealPartner:
          "A patient man with useful hands, or a clumsy one who admits it. He should like forests in rain and dinners that begin late because something had to dry first. I would rather be teased than flattered.",
        interests: ["Wooden windmills", "Mushroom picking", "Woodcuts", "Wet forests"],
      },
      "zh-Hant": {
        firstname: "瑪德琳娜",
        quote: "在錫比烏，連屋頂都會回望你。",
        about:
          "我修風車。說得精確些，敦布拉瓦森林裡那座露天博物館的木造機械都歸我照顧：磨坊、榨油機，還有一艘哪兒也不去的渡船。我的手總有亞麻仁油的味道，早就懶得為此道歉了。\n\n我在下城租屋，就在「階梯巷」底下。那房子有錫比烏特有的閣樓窗，像半瞇的眼睛，我每天跟它道早安。我做什麼都慢，唯獨看到遊客靠在展品上，脾氣來得很快。",
        idealPartner:
          "手巧又有耐心的男人，或是手拙但肯承認的。要喜歡雨中的森林，也受得了晚餐因為「有東西得先晾乾」而延後。與其誇我，不如逗我。",
        interests: ["木造風車", "採菇", "木刻版畫", "雨中森林"],
      },
      "zh-Hans": {
        firstname: "玛达丽娜",
        quote: "在锡比乌，连屋顶都会看回来。",
        about:
          "我修风车。准确点说，敦布拉瓦森林里那座露天博物馆的木头机器都归我管：磨坊、榨油机，还有一条哪儿也不去的渡船。我手上总有一股亚麻籽油味儿，早就不为这个道歉了。\n\n我在下城租房，就在“阶梯巷”底下。那房子长着锡比乌特有的阁楼窗，像半睁的眼睛，我每天跟它说早上好。我干什么都慢，只有见到游客往展品上靠，发起火来特别快。",
        idealPartner:
          "手巧又有耐心的男人，或者手笨但肯承认的。要喜欢下雨天的森林，也受得了晚饭因为“有东西得先晾干”而推迟。与其夸我，不如跟我开玩笑。",
        interests: ["木头风车", "采蘑菇", "木刻版画", "雨中森林"],
      },
    },
  },
  {
    key: "teodora",
    country: "RO",
    city: "brasov",
    birthdate: "1994-12-08",
    heightCm: 174,
    weightKg: 64,
    hairColor: "black",
    eyeColor: "grey",
    maritalStatus: "never",
    childrenNumber: 0,
    lookingFor: ["serious", "hanging_out"],
    profession: "guide",
    education: "college",
    religion: "christian",
    smoking: "no",
    drinking: "socially",
    englishRating: "fluent",
    words: {
      en: {
        firstname: "Teodora",
        quote: "I have met more bears than honest maps.",
        about:
          "I take people up Piatra Mare and, so far, bring the same number down. In the off season I paint trail marks: red triangle, blue stripe, two thousand three hundred of them last autumn. I have met bears eleven times, four of them at the rubbish bins behind my own block in Răcădău.\n\nI sleep badly in hotels and well in huts. I whistle without noticing, always the same three bars, and my sister has offered me money to learn a fourth.",
        idealPartner:
          "A man who is not ashamed to turn back before a summit. He may walk slower than I do; everyone does. It would help if he could cook something that is not soup from a packet.",
        interests: ["Trail marking", "Mountain huts", "Ski touring", "Topographic maps"],
      },
      "zh-Hant": {
        firstname: "特奧多拉",
        quote: "我遇過的熊，比準確的地圖還多。",
        about:
          "我帶人上皮亞特拉馬雷山，到目前為止，下山的人數都跟上山時一樣。淡季我就去漆步道標記：紅三角、藍直線，去年秋天漆了兩千三百個。我遇過十一次熊，其中四次就在我住的勒克德烏社區，後面的垃圾桶旁邊。\n\n我在飯店睡不好，在山屋倒是睡得很熟。我會不自覺吹口哨，永遠是同樣三小節；妹妹說願意付錢，請我學第四小節。",
        idealPartner:
          "山頂就在眼前，也能轉身下山、不覺得丟臉的男人。走得比我慢沒關係，大家都比我慢。如果他會煮一道不是湯包泡出來的東西，那就更好了。",
        interests: ["步道標記", "山屋", "滑雪登山", "地形圖"],
      },
      "zh-Hans": {
        firstname: "泰奥多拉",
        quote: "我遇见的熊，比靠谱的地图还多。",
        about:
          "我带人上皮亚特拉马雷山，到目前为止，带上去几个就带下来几个。淡季我去刷路线标记：红三角、蓝道道，去年秋天刷了两千三百个。我碰见过十一回熊，有四回就在我住的勒克德乌小区，楼后头的垃圾桶边上。\n\n我在酒店睡不踏实，在山里的小木屋倒头就睡。我吹口哨自己不知道，来来回回就那三小节；妹妹说愿意出钱，请我学第四小节。",
        idealPartner:
          "离山顶只差一步也肯掉头、不觉得丢人的男人。走得比我慢没关系，谁都比我慢。要是他会做一样不是汤料包冲出来的东西，就更好了。",
        interests: ["刷路线标记", "山间小屋", "登山滑雪", "地形图"],
      },
    },
  },
  {
    key: "ilinca",
    country: "RO",
    city: "timisoara",
    birthdate: "2001-08-19",
    heightCm: 168,
    weightKg: 55,
    hairColor: "light_brown",
    eyeColor: "blue",
    maritalStatus: "never",
    childrenNumber: 0,
    lookingFor: ["chatting", "serious"],
    profession: "musician",
    education: "master",
    religion: "catholic",
    smoking: "no",
    drinking: "socially",
    englishRating: "advanced",
    words: {
      en: {
        firstname: "Ilinca",
        quote: "Second violin, first to the cake.",
        about:
          "I play second violin in the opera orchestra on Victory Square, which means that I know every tragedy from underneath: I have never once seen who dies, only heard it. I go to work by bicycle along the Bega with the violin on my back like a small, strict passenger.\n\nMornings I teach three children and one retired dentist. The dentist practises most. I eat dessert first, I cannot park a car, and I still write my grandmother in Lugoj a postcard every week.",
        idealPartner:
          "Someone near my age or not too far beyond it, who claps at the wrong moment and laughs about it. I'd like him to have work he talks about with shining eyes, and to answer postcards.",
        interests: ["Chamber music", "Postcards", "River cycling", "Poppy-seed cake"],
      },
      "zh-Hant": {
        firstname: "伊琳卡",
        quote: "拉琴排第二，吃蛋糕排第一。",
        about:
          "我在勝利廣場的歌劇院樂團拉第二小提琴，也就是說，每齣悲劇我都是從底下認識的：誰死了，我一次也沒看見，只是聽見。我沿著貝加河騎腳踏車上班，琴揹在身後，像個嚴格的小乘客。\n\n早上我教琴，學生是三個孩子和一位退休牙醫，最用功的是牙醫。我吃飯先吃甜點，開車不會停車，每個禮拜還是會寄一張明信片給住在盧戈日的奶奶。",
        idealPartner:
          "年紀跟我相近，或大得不太多；鼓掌鼓錯地方，自己先笑出來。希望他談起自己的工作時眼睛會發亮，收到明信片也會回。",
        interests: ["室內樂", "明信片", "河邊騎車", "罌粟籽蛋糕"],
      },
      "zh-Hans": {
        firstname: "伊琳卡",
        quote: "拉琴第二，吃蛋糕第一。",
        about:
          "我在胜利广场的歌剧院乐团拉第二小提琴，所以每出悲剧我都是从底下认识的：谁死了我从没看见过，全是听来的。我沿着贝加河骑自行车上班，琴背在身后，像个严厉的小乘客。\n\n上午我教琴，学生是三个孩子和一位退休牙医，练得最勤的是牙医。我吃饭先吃甜点，开车不会停车，每个星期还给卢戈日的奶奶寄一张明信片。",
        idealPartner:
          "跟我年纪差不多，大几岁也行；鼓掌鼓错了地方，自己先乐。希望他说起自己的工作眼睛会发亮，收到明信片会回信。",
        interests: ["室内乐", "明信片", "河边骑车", "罂粟籽蛋糕"],
      },
    },
  },
  {
    key: "anca",
    country: "RO",
    city: "constanta",
    birthdate: "1983-05-11",
    heightCm: 165,
    weightKg: 63,
    hairColor: "black",
    eyeColor: "black",
    maritalStatus: "divorced",
    childrenNumber: 1,
    lookingFor: ["serious", "experienced_parent"],
    profession: "pharmacist",
    education: "university_degree",
    religion: "christian",
    smoking: "no",
    drinking: "occasionally",
    englishRating: "intermediate",
    words: {
      en: {
        firstname: "Anca",
        quote: "The sea is cold till June. I go in May.",
        about:
          'My pharmacy stands two streets from the port gate, so I sell seasickness tablets to sailors and plasters to everybody else. In nineteen years I have learned to say "after meals" in nine languages. My son is sixteen, taller than the door of his room and silent before noon.\n\nFrom May to October I swim at Modern beach before opening, then open with wet hair. I sing at red lights, salt everything twice, and cannot leave a crossword to its owner.',
        idealPartner:
          "A grown man in every sense, preferably with children of his own and stories about them. He should be able to swim, or to sit on the beach and guard the towels without sighing.",
        interests: ["Dawn swimming", "Crosswords", "Black Sea mussels", "Phrasebooks"],
      },
      "zh-Hant": {
        firstname: "安卡",
        quote: "海水六月才暖，我五月就下去。",
        about:
          "我的藥局離港口大門兩條街，所以暈船藥賣給水手，OK繃賣給其他所有人。十九年下來，「飯後吃」這句話我學會了九種語言。兒子十六歲，個子比自己的房門還高，中午以前不說話。\n\n五月到十月，開店前我先去摩登海灘游一趟，然後頂著濕頭髮開門。我等紅燈會唱歌，做菜總要加兩次鹽，看見別人的填字遊戲就忍不住動手。",
        idealPartner:
          "各方面都算大人的男人，最好自己也有孩子，也有孩子的趣事可說。要會游泳，或者能坐在沙灘上顧毛巾而不嘆氣。",
        interests: ["清晨游泳", "填字遊戲", "黑海淡菜", "旅遊會話"],
      },
      "zh-Hans": {
        firstname: "安卡",
        quote: "海水六月才暖和，我五月就下水。",
        about:
          "我的药店离港口大门两条街，晕船药卖给水手，创可贴卖给剩下的所有人。干了十九年，“饭后服用”这句话我会说九种语言。儿子十六岁，个头比自己的房门还高，中午之前不开口。\n\n五月到十月，开门前我先去摩登海滩游一圈，再顶着湿头发营业。我等红灯爱唱歌，做菜总要放两遍盐，看见别人的填字游戏就手痒。",
        idealPartner:
          "各方面都算成年人的男人，最好自己也有孩子，也有孩子的趣事可讲。要会游泳，或者能坐在沙滩上看着毛巾不叹气。",
        interests: ["清早游泳", "填字游戏", "黑海贻贝", "外语会话手册"],
      },
    },
  },
  {
    key: "elena",
    country: "RO",
    city: "bucharest",
    birthdate: "1997-09-30",
    heightCm: 170,
    weightKg: 58,
    hairColor: "brown",
    eyeColor: "green",
    maritalStatus: "never",
    childrenNumber: 0,
    lookingFor: ["serious", "marriage"],
    profession: "dentist",
    education: "university_degree",
    religion: "christian",
    smoking: "no",
    drinking: "socially",
    englishRating: "fluent",
    words: {
      en: {
        firstname: "Elena",
        quote: "I promise not to look at your teeth first.",
        about:
          "I am a dentist in Cotroceni, on the ground floor of a house where the landlord grows persimmons. I tell patients about my weekend, since they cannot answer, and they come back, so it must be bearable. I read detective novels from the last chapter; I dislike being worried without cause.\n\nOn Saturdays I go to Obor market with a list and come home with everything else. I am orderly in the surgery and a disgrace in the kitchen drawer.",
        idealPartner:
          "Somebody between thirty and forty-five who flosses, or lies about it convincingly. I would like calm company, an appetite for markets, and a man who telephones when he is late instead of composing an excuse.",
        interests: ["Detective novels", "Saturday markets", "Persimmons", "Beginner's tango"],
      },
      "zh-Hant": {
        firstname: "艾蓮娜",
        quote: "我保證，第一眼不看你的牙。",
        about:
          "我是牙醫，診所在科特羅切尼一棟老屋的一樓，房東在院子裡種柿子。看診時我會講自己的週末給病人聽，反正他們沒辦法回嘴；他們還肯再來，可見不算太難聽。我看推理小說先翻最後一章，因為不喜歡白擔心。\n\n星期六我拿著清單去奧博爾市場，買回來的全是清單以外的東西。我在診間井井有條，廚房的抽屜則見不得人。",
        idealPartner:
          "三十到四十五歲，每天用牙線；沒用的話，至少謊要說得像樣。我想要平靜的陪伴、逛市場的好胃口，還有遲到會打電話、而不是忙著編理由的男人。",
        interests: ["推理小說", "週六市場", "柿子", "探戈初學"],
      },
      "zh-Hans": {
        firstname: "埃莱娜",
        quote: "我保证，第一眼不看你的牙。",
        about:
          "我是牙医，诊所在科特罗切尼一栋老房子的底层，房东在院里种柿子。看牙的时候我给病人讲自己的周末，反正他们回不了嘴；他们还愿意再来，可见不算难听。我看侦探小说先翻最后一章，不喜欢白白担心。\n\n星期六我拿着单子去奥博尔市场，带回来的全是单子上没有的东西。我在诊室里井井有条，厨房抽屉可就见不得人了。",
        idealPartner:
          "三十到四十五岁，每天用牙线；不用的话，至少谎要撒得像样。我想要安安静静的陪伴、逛菜市场的兴致，还有迟到了会打电话、而不是忙着编借口的男人。",
        interests: ["侦探小说", "周六集市", "柿子", "探戈入门"],
      },
    },
  },
  {
    key: "maria",
    country: "RO",
    city: "baia-mare",
    birthdate: "1987-02-22",
    heightCm: 161,
    weightKg: 60,
    hairColor: "black",
    eyeColor: "hazel",
    maritalStatus: "divorced",
    childrenNumber: 1,
    lookingFor: ["serious", "single_parent"],
    profession: "geologist",
    education: "doctor",
    religion: "catholic",
    smoking: "no",
    drinking: "occasionally",
    englishRating: "advanced",
    words: {
      en: {
        firstname: "Maria",
        quote: "Even a grey stone has a bright inside.",
        about:
          "I look after the crystals in the mineral museum: thousands of them, and I have favourites, which one should not. In summer I go into old mine galleries with students and count heads twice. My daughter is ten and believes that all mothers keep a hammer in their handbag.\n\nWe live near the chestnut trees; the town holds a festival for them every autumn, and every autumn I burn my fingers. I drive too slowly and I remember dates, including the ones you would rather I forgot.",
        idealPartner:
          "I would like a man who is the same on Tuesday as on Sunday. A father, perhaps, or somebody who is not frightened of a ten-year-old with opinions. Good boots and some curiosity; the rest can be discussed.",
        interests: ["Crystals", "Old mines", "Roast chestnuts", "Carved gates"],
      },
      "zh-Hant": {
        firstname: "瑪麗亞",
        quote: "灰撲撲的石頭，裡面也有光。",
        about:
          "我在礦物博物館照顧晶石，好幾千顆，照理不該偏心，可我就是有幾顆特別喜歡的。夏天我帶學生進老礦坑，人數一定點兩遍。女兒十歲，以為天下的媽媽包包裡都放著一把鎚子。\n\n我們家附近有栗樹，城裡每年秋天為栗子辦一次慶典，我也每年秋天燙一次手指。我開車太慢，又記得所有日期，包括你希望我忘掉的那些。",
        idealPartner:
          "希望他星期二和星期天是同一個人。當過爸爸最好，至少別被一個很有主見的十歲女孩嚇到。一雙好靴子、一點好奇心，其他的可以商量。",
        interests: ["晶石", "老礦坑", "烤栗子", "雕花木門"],
      },
      "zh-Hans": {
        firstname: "玛丽亚",
        quote: "灰扑扑的石头，里头也有光。",
        about:
          "我在矿物博物馆管晶体，好几千块，按说不该偏心，可我就是有几块心头好。夏天我领学生下老矿道，人头一定数两遍。女儿十岁，以为天底下的妈妈包里都装着一把锤子。\n\n我们家挨着栗子树，城里每年秋天给栗子办个节，我也每年秋天烫一回手。我开车太慢，还记得所有日子，包括你巴不得我忘掉的那些。",
        idealPartner:
          "希望他星期二和星期天是同一个人。当过爸爸最好，起码别被一个主意很大的十岁小姑娘吓着。一双好靴子、一点好奇心，别的都能商量。",
        interests: ["矿物晶体", "老矿道", "烤栗子", "雕花木门"],
      },
    },
  },
  {
    key: "raluca",
    country: "RO",
    city: "oradea",
    birthdate: "1992-07-06",
    heightCm: 176,
    weightKg: 66,
    hairColor: "golden",
    eyeColor: "blue",
    maritalStatus: "never",
    childrenNumber: 0,
    lookingFor: ["marriage", "serious"],
    profession: "architect",
    education: "master",
    religion: "baptist",
    smoking: "no",
    drinking: "never",
    englishRating: "fluent",
    words: {
      en: {
        firstname: "Raluca",
        quote: "I look up when I walk. Hence the bruises.",
        about:
          "I draw other people's façades back into shape: peacocks, tulips, iron balconies, whatever 1908 thought was modern. My scaffolding stood on Republicii Street all last year and I still miss the view. I can tell plaster by its sound, which is no use at parties.\n\nI am one of five children, so I eat fast and share by reflex. On Sundays I sing alto in our church choir, too loudly according to the sopranos. I overwater plants, and I measure rooms when I am nervous.",
        idealPartner:
          "A believer, or at least a respecter of Sundays, with a trade, an opinion and a clean conscience. Tall would be kind, because I like heels and own two pairs. Above all, someone who keeps small promises.",
        interests: ["Art Nouveau", "Choir singing", "Iron balconies", "Thermal baths"],
      },
      "zh-Hant": {
        firstname: "拉露卡",
        quote: "我走路愛抬頭看，所以常瘀青。",
        about:
          "我替別人家的立面找回原來的模樣：孔雀、鬱金香、鐵鑄陽台，凡是1908年覺得摩登的都算。去年我的鷹架在共和街上搭了一整年，上面的風景我到現在還想念。我敲一敲就聽得出是哪種灰泥，這本事在聚會上毫無用處。\n\n我家五個孩子，所以我吃飯快，分東西是反射動作。星期天我在教會詩班唱女低音，女高音們嫌我太大聲。我澆花總是澆過頭，一緊張就開始量房間。",
        idealPartner:
          "有信仰，至少尊重星期天；有一門專長、有主見、心裡坦蕩。個子高算是體貼我，因為我喜歡高跟鞋，也真有兩雙。最要緊的是，小事答應了就做到。",
        interests: ["新藝術建築", "合唱", "鐵鑄陽台", "泡溫泉"],
      },
      "zh-Hans": {
        firstname: "拉卢卡",
        quote: "我走路爱往上看，所以老是磕青。",
        about:
          "我给别人家的老立面恢复原样：孔雀、郁金香、铁艺阳台，但凡1908年觉得时髦的都算。去年我的脚手架在共和街上搭了一整年，上头的景致我到现在还惦记。我敲一敲就听得出是哪种灰泥，这本事在饭局上毫无用处。\n\n我家兄弟姐妹五个，所以我吃饭快，分东西成了本能。星期天我在教会唱诗班唱女低音，女高音们嫌我嗓门大。我浇花总浇过头，一紧张就开始量房间。",
        idealPartner:
          "有信仰，起码尊重星期天；有一门本事、有主见、心里坦荡。个子高算是照顾我，我喜欢高跟鞋，而且真有两双。最要紧的是，小事答应了就办到。",
        interests: ["新艺术建筑", "合唱", "铁艺阳台", "泡温泉"],
      },
    },
  },
  {
    key: "simona",
    country: "RO",
    city: "galati",
    birthdate: "1980-10-17",
    heightCm: 169,
    weightKg: 68,
    hairColor: "light_brown",
    eyeColor: "grey",
    maritalStatus: "widow",
    childrenNumber: 1,
    lookingFor: ["serious", "marriage"],
    profession: "engineer",
    education: "university_degree",
    religion: "christian",
    smoking: "sometimes",
    drinking: "socially",
    englishRating: "intermediate",
    words: {
      en: {
        firstname: "Simona",
        quote: "Steel bends, if you ask it properly.",
        about:
          "I am an engineer at the shipyard on the Danube; I calculate how thick a hull has to be, and in twenty-two years none has come back. My husband died seven years ago. I say it early so that nobody has to walk around it on tiptoe.\n\nMy son studies in Constanța and phones on Sundays when his money is finished. I fish from the riverside promenade, honestly and badly; I make a carp soup people cross town for; and I am always right about weather, never about queues.",
        idealPartner:
          "A steady man who has also lost something and did not turn bitter from it. He may talk little before breakfast. I would like long letters at first, then somebody who can hold the other end of the table.",
        interests: ["River fishing", "Carp soup", "Ship models", "Weather lore"],
      },
      "zh-Hant": {
        firstname: "西蒙娜",
        quote: "好好跟鋼鐵說，它也會彎。",
        about:
          "我在多瑙河邊的造船廠當工程師，計算船殼該有多厚；二十二年來，沒有一艘被退回來過。七年前丈夫過世了。我先說，免得大家踮著腳尖繞過這件事。\n\n兒子在康斯坦察念書，錢花完的那個星期天就會打電話來。我在河濱步道釣魚，老老實實地釣，技術很差；我煮的鯉魚湯，有人穿過整座城來喝。天氣我從沒看走眼，排隊我從沒挑對邊。",
        idealPartner:
          "穩重，也失去過什麼，卻沒有因此變得尖刻。早餐前話少沒關係。我想先通一陣子長信，然後有一個人，能和我一人抬一邊桌子。",
        interests: ["河邊釣魚", "鯉魚湯", "船模", "看天象"],
      },
      "zh-Hans": {
        firstname: "西蒙娜",
        quote: "好好跟钢铁说，它也肯弯。",
        about:
          "我在多瑙河边的造船厂当工程师，算船壳该有多厚；干了二十二年，没有一条船给退回来。七年前丈夫去世了。我先把话说在前头，省得大家踮着脚绕着走。\n\n儿子在康斯坦察上学，哪个星期天钱花光了，哪个星期天就来电话。我在滨河步道上钓鱼，老老实实地钓，水平很差；我炖的鲤鱼汤，有人穿过全城来喝。看天气我从没走过眼，排队我从没挑对过。",
        idealPartner:
          "踏实，也失去过些什么，却没因此变得刻薄。早饭前话少没关系。我想先通一阵子长信，往后能有个人，跟我一人抬一头桌子。",
        interests: ["河边钓鱼", "鲤鱼汤", "船模", "看云识天气"],
      },
    },
  },
  {
    key: "corina",
    country: "RO",
    city: "suceava",
    birthdate: "1984-12-12",
    heightCm: 160,
    weightKg: 66,
    hairColor: "brown",
    eyeColor: "brown",
    maritalStatus: "divorced",
    childrenNumber: 2,
    lookingFor: ["serious", "experienced_parent"],
    profession: "baker",
    education: "high_school",
    religion: "christian",
    smoking: "no",
    drinking: "occasionally",
    englishRating: "beginner",
    words: {
      en: {
        firstname: "Corina",
        quote: "Awake at three so the town has bread.",
        about:
          "I get up at ten to three, six days a week. By seven my shop on the road to the old citadel smells as it should, and by eight my two boys come for rolls on the way to school and pretend not to know me. My English is from films and from flour suppliers; be patient.\n\nI fall asleep at the theatre, always in the second act, so I know many beginnings. I weigh dough by hand and quarrel with scales. On Mondays I do nothing, carefully.",
        idealPartner:
          "An honest man who goes to bed early, or at least quietly. I have had charm; I would now like reliability. If he has raised children he will understand why I count socks before I answer a question.",
        interests: ["Sourdough", "Painted monasteries", "Monday naps", "Folk embroidery"],
      },
      "zh-Hant": {
        firstname: "柯琳娜",
        quote: "我三點起床，城裡才有麵包。",
        about:
          "我每週六天，凌晨兩點五十分起床。到了七點，古堡那條路上的小店就有了該有的香味；八點，兩個兒子上學途中進來拿小麵包，假裝不認識我。我的英文是跟電影和麵粉供應商學的，請多包涵。\n\n我進劇場就會睡著，總在第二幕，所以我知道很多故事的開頭。麵團我用手掂重量，常跟磅秤生氣。星期一我什麼都不做，而且做得很仔細。",
        idealPartner:
          "老實的男人，早睡，不然至少輕手輕腳。迷人的我遇過了，現在想要可靠的。帶過孩子的人會懂，為什麼我回答問題以前要先數襪子。",
        interests: ["酸種麵包", "彩繪修道院", "週一午睡", "民俗刺繡"],
      },
      "zh-Hans": {
        firstname: "科丽娜",
        quote: "我三点起床，城里才有面包吃。",
        about:
          "我一周六天，凌晨两点五十起床。到七点，通往古堡那条路上的小店就飘出该有的香味；八点，两个儿子上学路上进来拿小面包，装作不认识我。我的英语是跟电影和面粉供应商学的，您多担待。\n\n我一进剧院就犯困，准在第二幕睡着，所以我知道很多故事的开头。面团我用手掂分量，老跟秤闹别扭。星期一我什么也不干，而且干得很认真。",
        idealPartner:
          "老实人，睡得早，要不起码动静小。有魅力的我见识过了，现在想要靠得住的。带过孩子的人会明白，我为什么回答问题之前先数袜子。",
        interests: ["天然酵母面包", "彩绘修道院", "周一午觉", "民间刺绣"],
      },
    },
  },
  {
    key: "bianca",
    country: "RO",
    city: "craiova",
    birthdate: "1998-04-24",
    heightCm: 164,
    weightKg: 52,
    hairColor: "black",
    eyeColor: "green",
    maritalStatus: "never",
    childrenNumber: 0,
    lookingFor: ["chatting", "flirting", "serious"],
    profession: "hairdresser",
    education: "college",
    religion: "other",
    smoking: "yes",
    drinking: "socially",
    englishRating: "intermediate",
    words: {
      en: {
        firstname: "Bianca",
        quote: "I know the whole town from behind.",
        about:
          "I have a salon with two chairs near the English Park in Craiova, and because people talk to mirrors I know who is marrying, who is moving and whose soup failed. I repeat nothing. That is the whole business; the scissors are only an excuse.\n\nI changed my own colour fourteen times and came home to black. I smoke on the back step and announce every January that I have stopped. I dance at all weddings, including those where I only came to pin the veil.",
        idealPartner:
          "He makes me laugh on an ordinary Wednesday. He is not jealous of my telephone, has his own friends, and does not explain football to me, because I know the offside rule better than my brothers.",
        interests: ["Wedding dances", "Football", "Vintage posters", "Sour soups"],
      },
      "zh-Hant": {
        firstname: "碧昂卡",
        quote: "全城的人，我都認得後腦勺。",
        about:
          "我在克拉約瓦的英國公園附近有一家兩張椅子的髮廊。人一對著鏡子就會說話，所以誰要結婚、誰要搬家、誰的湯煮壞了，我都知道。但我一句也不往外傳，這才是這一行的本事，剪刀只是藉口。\n\n我自己換過十四次髮色，最後還是回到黑色。我在後門台階上抽菸，每年一月宣布戒菸。只要是婚禮我就跳舞，連只是去幫新娘別頭紗的那幾場也一樣。",
        idealPartner:
          "平平常常的星期三也能逗我笑。不吃我手機的醋，有自己的朋友，也別跟我解釋足球，越位規則我比我哥哥們還懂。",
        interests: ["婚禮跳舞", "足球", "復古海報", "酸湯"],
      },
      "zh-Hans": {
        firstname: "比安卡",
        quote: "全城人的后脑勺，我都认得。",
        about:
          "我在克拉约瓦的英国公园边上开了一家理发店，就两把椅子。人一对着镜子就爱说话，所以谁要结婚、谁要搬家、谁家的汤做砸了，我都知道。可我半句也不往外传，这行靠的就是这个，剪刀不过是个由头。\n\n我自己换过十四回发色，最后还是黑的。我在后门台阶上抽烟，每年一月宣布戒了。只要是婚礼我就跳舞，连只是去给新娘别头纱的那几场也不例外。",
        idealPartner:
          "平平常常的星期三也能把我逗乐。不跟我的手机吃醋，有自己的朋友，也别给我讲足球，越位规则我比我那几个哥哥还清楚。",
        interests: ["婚礼跳舞", "足球", "老海报", "酸汤"],
      },
    },
  },
  {
    key: "adela",
    country: "RO",
    city: "targu-mures",
    birthdate: "1988-11-04",
    heightCm: 172,
    weightKg: 61,
    hairColor: "light_brown",
    eyeColor: "hazel",
    maritalStatus: "never",
    childrenNumber: 0,
    lookingFor: ["serious", "marriage"],
    profession: "doctor",
    education: "doctor",
    religion: "protestant",
    smoking: "no",
    drinking: "occasionally",
    englishRating: "fluent",
    words: {
      en: {
        firstname: "Adela",
        quote: "I count people to sleep for a living.",
        about:
          'I am an anaesthetist: I ask you about your holidays and you never finish the sentence. I collect those halves. So far: a donkey on Naxos, a stolen tent, and "the thing about my wife is". My mother speaks Hungarian to me and my father Romanian, so I swear in neither.\n\nAfter night shifts I buy a chimney cake by the Palace of Culture and walk home across Roses Square, covered in sugar. I cancel plans too often; I never cancel twice running.',
        idealPartner:
          "Someone who has his own evenings and does not go out like a lamp when I am on duty. I like dry humour, short messages and long dinners. He should be asleep, or plausible, at six in the morning.",
        interests: ["Unfinished sentences", "Bartók", "Chimney cake", "Cold lakes"],
      },
      "zh-Hant": {
        firstname: "阿黛拉",
        quote: "我的工作，是數著數讓人睡著。",
        about:
          "我是麻醉科醫師：我問你上次去哪裡度假，而你永遠說不完那句話。我收集這些半句。目前有：納克索斯島上的一頭驢、一頂被偷的帳篷，還有「我太太這個人啊」。媽媽跟我說匈牙利語，爸爸說羅馬尼亞語，所以我兩種都不拿來罵人。\n\n值完大夜班，我在文化宮旁邊買個煙囪捲，一身糖粉穿過玫瑰廣場走回家。我太常取消約會，但從不連續取消兩次。",
        idealPartner:
          "有自己的夜晚，不會我一值班他就像燈一樣滅了。我喜歡冷面幽默、短短的訊息和長長的晚餐。早上六點他應該在睡，或裝得像樣。",
        interests: ["沒說完的話", "巴爾托克", "煙囪捲", "冷水湖泊"],
      },
      "zh-Hans": {
        firstname: "阿黛拉",
        quote: "我的工作，是数着数让人睡着。",
        about:
          "我是麻醉医生：我问你上回去哪儿度假，你这句话永远说不完。我专门收集这些半截话。目前有：纳克索斯岛上的一头驴、一顶被偷的帐篷，还有“我老婆这个人吧”。妈妈跟我说匈牙利语，爸爸说罗马尼亚语，所以我用哪种都不骂人。\n\n下了夜班，我在文化宫边上买个烟囱卷，沾着一身糖粉穿过玫瑰广场走回家。我老爱临时变卦，但从不连着变两次。",
        idealPartner:
          "有自己的夜晚，不会我一值班他就跟灯似的灭了。我喜欢冷幽默、短消息和长晚饭。早上六点他应该睡着，要不就装得像一点。",
        interests: ["没说完的话", "巴托克", "烟囱卷", "冷水湖"],
      },
    },
  },
  {
    key: "carmen",
    country: "RO",
    city: "bucharest",
    birthdate: "1968-08-01",
    heightCm: 167,
    weightKg: 69,
    hairColor: "golden",
    eyeColor: "blue",
    maritalStatus: "divorced",
    childrenNumber: 1,
    lookingFor: ["chatting", "serious"],
    profession: "actress",
    education: "university_degree",
    religion: "christian",
    smoking: "sometimes",
    drinking: "socially",
    englishRating: "advanced",
    words: {
      en: {
        firstname: "Carmen",
        quote: "I have played a hedgehog since 1991.",
        about:
          "I have been an actress in a puppet theatre for thirty-five years. Children know my voice and walk straight past my face, which is a restful sort of fame. My daughter is a notary; somebody had to be.\n\nI live off Magheru Boulevard, on the sixth floor, with a lift that works on even days and a piano nobody tunes. I am vain about my hands and careless with keys: three neighbours hold my spares. I no longer hurry, but I do still run for trams, out of principle.",
        idealPartner:
          "A gentleman of about my age, or a little younger if he is brave, who likes theatre but does not recite. I want conversation, walks, and separate bathrooms. He should have forgiven whomever there was to forgive.",
        interests: ["Puppet theatre", "Untuned pianos", "Old trams", "Card games"],
      },
      "zh-Hant": {
        firstname: "卡門",
        quote: "從1991年起，我就是那隻刺蝟。",
        about:
          "我在木偶劇院當了三十五年演員。孩子們認得我的聲音，卻從我面前直直走過去，這種名氣很讓人輕鬆。女兒是公證人；家裡總得有一個。\n\n我住在馬蓋魯大道旁的六樓，電梯逢雙日才動，鋼琴沒人調音。我對自己的手很自戀，對鑰匙很馬虎，備份分別寄在三個鄰居家。我現在做什麼都不趕了，但電車還是要追，這是原則。",
        idealPartner:
          "年紀與我相仿的紳士，夠勇敢的話年輕一點也行；喜歡戲劇，但別朗誦。我要的是談天、散步，以及各用各的浴室。該原諒的人，他應該都原諒了。",
        interests: ["木偶戲", "走音鋼琴", "老電車", "紙牌"],
      },
      "zh-Hans": {
        firstname: "卡门",
        quote: "从1991年起，我就演那只刺猬。",
        about:
          "我在木偶剧院当了三十五年演员。孩子们认得我的声音，却从我面前径直走过去，这种名气特别省心。女儿是公证员；家里总得有个正经的。\n\n我住在马盖鲁大道边上，六楼，电梯逢双日才动，钢琴没人调音。我对自己的手很臭美，对钥匙很马虎，备用的分别存在三个邻居家。我如今干什么都不着急了，可有轨电车还是要追，这是原则问题。",
        idealPartner:
          "年纪跟我差不多的绅士，胆子大的话年轻点儿也行；喜欢看戏，但别朗诵。我想要的是聊天、散步，还有各用各的卫生间。该原谅的人，他最好都原谅了。",
        interests: ["木偶戏", "走音的钢琴", "老电车", "打牌"],
      },
    },
  },
  {
    key: "oana",
    country: "RO",
    city: "tulcea",
    birthdate: "1992-11-28",
    heightCm: 173,
    weightKg: 63,
    hairColor: "brown",
    eyeColor: "green",
    maritalStatus: "never",
    childrenNumber: 0,
    lookingFor: ["serious", "hanging_out"],
    profession: "biologist",
    education: "master",
    religion: "none",
    smoking: "no",
    drinking: "occasionally",
    englishRating: "advanced",
    words: {
      en: {
        firstname: "Oana",
        quote: "I count pelicans. They do not cooperate.",
        about:
          "Half the year I live on a boat in the Delta and count pelicans; the other half I sit in Tulcea and argue with a spreadsheet about how many there were. Last spring we agreed on a number after nine weeks. I sleep through frogs but not through a ticking clock.\n\nI am told I lower my voice outdoors and never raise it again. I am bad with shoes, birthdays and small talk, good with engines, and I return borrowed books with sand in them.",
        idealPartner:
          "A quiet companion, not a silent one. He can wait for a thing without looking at his phone, he repairs before he buys, and mosquitoes do not change his character. City men are welcome, in boots.",
        interests: ["Pelicans", "Outboard engines", "Fish soup", "Star charts"],
      },
      "zh-Hant": {
        firstname: "歐娜",
        quote: "我數鵜鶘，可惜牠們不配合。",
        about:
          "半年我住在三角洲的船上數鵜鶘，另外半年坐在圖爾恰，跟試算表爭論到底有幾隻。去年春天我們談了九個禮拜才談攏。蛙鳴聲裡我照睡，時鐘滴答就不行。\n\n聽說我一到戶外就壓低聲音，之後再也沒有調回來。我不擅長挑鞋子、記生日和寒暄，擅長修引擎；跟人借的書，還回去時裡面總有沙。",
        idealPartner:
          "安靜的同伴，不是沉默的那種。等一樣東西的時候不看手機，東西壞了先修再買，蚊子也改變不了他的個性。歡迎都市男人，請穿靴子來。",
        interests: ["鵜鶘", "船外機", "魚湯", "星圖"],
      },
      "zh-Hans": {
        firstname: "奥娜",
        quote: "我数鹈鹕，可惜它们不配合。",
        about:
          "半年我住在三角洲的船上数鹈鹕，另外半年坐在图尔恰，跟电子表格争论到底有多少只。去年春天我们谈了九个星期才谈拢。青蛙怎么叫我都睡得着，钟表滴答一响就不行。\n\n听说我一到野外就压低嗓门，之后就再没抬起来。我不会挑鞋，不会记生日，不会寒暄，会修发动机；借来的书，还回去时里头总有沙子。",
        idealPartner:
          "安静的伴儿，不是一声不吭的那种。等一样东西的时候不看手机，坏了先修再买，蚊子也改变不了他的脾气。欢迎城里男人，请穿靴子来。",
        interests: ["鹈鹕", "船用马达", "鱼汤", "星图"],
      },
    },
  },
  {
    key: "larisa",
    country: "RO",
    city: "alba-iulia",
    birthdate: "2005-05-29",
    heightCm: 167,
    weightKg: 53,
    hairColor: "black",
    eyeColor: "brown",
    maritalStatus: "never",
    childrenNumber: 0,
    lookingFor: ["chatting", "hanging_out"],
    profession: "student",
    education: "high_school",
    religion: "christian",
    smoking: "no",
    drinking: "socially",
    englishRating: "fluent",
    words: {
      en: {
        firstname: "Larisa",
        quote: "I dig slowly and apologise to the bones.",
        about:
          "I study archaeology in Alba Iulia, inside a fortress shaped like a star, where you cannot plant a tulip without hitting a Roman. Last summer I spent five weeks on one drain. It was an excellent drain.\n\nI share a room with a law student who wins every argument about the window. On weekends I sell tickets at the museum, and can tell anyone's country from how he folds the map. I talk too fast, I lose gloves singly, and I have never seen the sea in winter.",
        idealPartner:
          "I am in no hurry. I would like to write to someone who has seen other places and tells it well, who asks questions back, and who will not laugh at a drain. Punctuation is attractive.",
        interests: ["Roman drains", "Ancient coins", "Winter sea", "Street dance"],
      },
      "zh-Hant": {
        firstname: "拉莉莎",
        quote: "我慢慢挖，並且向骨頭道歉。",
        about:
          "我在阿爾巴尤利亞念考古，學校就在一座星形要塞裡，這裡種棵鬱金香都會挖到羅馬人。去年夏天我花了五個禮拜挖一條排水溝，那是一條很出色的排水溝。\n\n我跟一個法律系的同學合住，關於窗戶的爭論每次都是她贏。為了付房租，週末我在博物館賣票，看人怎麼摺地圖，就知道他從哪一國來。我說話太快，手套總是只掉一隻，還沒看過冬天的海。",
        idealPartner:
          "我不急。想寫信給去過別處、又會講故事的人，他也會反過來問我，而且不會取笑一條排水溝。標點用得好的人很迷人。",
        interests: ["羅馬排水溝", "古錢幣", "冬天的海", "街舞"],
      },
      "zh-Hans": {
        firstname: "拉丽莎",
        quote: "我慢慢挖，顺便跟骨头道个歉。",
        about:
          "我在阿尔巴尤利亚学考古，学校就在一座星形要塞里，这儿种棵郁金香都能挖着罗马人。去年夏天我花了五个星期挖一条排水沟，那可是一条相当出色的排水沟。\n\n我和一个法律系的女生合住，为窗户的事争起来，每回都是她赢。为了交房租，周末我在博物馆卖票，看人怎么叠地图，就知道他是哪国来的。我说话太快，手套总是只丢一只，还没见过冬天的海。",
        idealPartner:
          "我不着急。想给去过别处、又会讲故事的人写信，他也会反过来问我，还不会笑话一条排水沟。标点用得好的人很有魅力。",
        interests: ["罗马排水沟", "古钱币", "冬天的海", "街舞"],
      },
    },
  },
];
