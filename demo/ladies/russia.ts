/** The curated demo ladies of Russia, and the Russian cities of the demo world in every language of the site. */
import type { WordLocale } from "../../kv/ladies/record.ts";
import type { DemoLady } from "./schema.ts";

export const citiesOfRussia: Record<string, Record<WordLocale, string>> = {
  "irkutsk": { en: "Irkutsk", "zh-Hant": "伊爾庫次克", "zh-Hans": "伊尔库茨克" },
  "kaliningrad": { en: "Kaliningrad", "zh-Hant": "加里寧格勒", "zh-Hans": "加里宁格勒" },
  "kazan": { en: "Kazan", "zh-Hant": "喀山", "zh-Hans": "喀山" },
  "moscow": { en: "Moscow", "zh-Hant": "莫斯科", "zh-Hans": "莫斯科" },
  "murmansk": { en: "Murmansk", "zh-Hant": "莫曼斯克", "zh-Hans": "摩尔曼斯克" },
  "nizhny-novgorod": { en: "Nizhny Novgorod", "zh-Hant": "下諾夫哥羅德", "zh-Hans": "下诺夫哥罗德" },
  "novosibirsk": { en: "Novosibirsk", "zh-Hant": "新西伯利亞", "zh-Hans": "新西伯利亚" },
  "perm": { en: "Perm", "zh-Hant": "彼爾姆", "zh-Hans": "彼尔姆" },
  "petrozavodsk": { en: "Petrozavodsk", "zh-Hant": "彼得羅扎沃茨克", "zh-Hans": "彼得罗扎沃茨克" },
  "saint-petersburg": { en: "Saint Petersburg", "zh-Hant": "聖彼得堡", "zh-Hans": "圣彼得堡" },
  "samara": { en: "Samara", "zh-Hant": "薩馬拉", "zh-Hans": "萨马拉" },
  "sochi": { en: "Sochi", "zh-Hant": "索契", "zh-Hans": "索契" },
  "tomsk": { en: "Tomsk", "zh-Hant": "托木斯克", "zh-Hans": "托木斯克" },
  "tver": { en: "Tver", "zh-Hant": "特維爾", "zh-Hans": "特维尔" },
  "ulan-ude": { en: "Ulan-Ude", "zh-Hant": "烏蘭烏德", "zh-Hans": "乌兰乌德" },
  "vladivostok": { en: "Vladivostok", "zh-Hant": "海參崴", "zh-Hans": "符拉迪沃斯托克" },
  "vologda": { en: "Vologda", "zh-Hant": "沃洛格達", "zh-Hans": "沃洛格达" },
  "voronezh": { en: "Voronezh", "zh-Hant": "沃羅涅日", "zh-Hans": "沃罗涅日" },
  "yaroslavl": { en: "Yaroslavl", "zh-Hant": "雅羅斯拉夫爾", "zh-Hans": "雅罗斯拉夫尔" },
  "yekaterinburg": { en: "Yekaterinburg", "zh-Hant": "葉卡捷琳堡", "zh-Hans": "叶卡捷琳堡" },
};

export const ladiesOfRussia: DemoLady[] = [
  {
    key: "ekaterina",
    country: "RU",
    city: "kazan",
    birthdate: "1992-02-09",
    heightCm: 169,
    weightKg: 60,
    hairColor: "golden",
    eyeColor: "green",
    maritalStatus: "divorced",
    childrenNumber: 1,
    lookingFor: ["serious", "marriage", "experienced_parent"],
    profession: "lawyer",
    education: "master",
    religion: "russian_orthodox",
    smoking: "no",
    drinking: "socially",
    englishRating: "advanced",
    words: {
      en: {
        firstname: "Ekaterina",
        quote: "I settle fences. Mine has a gate.",
        about:
          "I am a lawyer for quarrels about fences, apple trees and grandmothers' flats. Half of them end at my desk over tea, because I keep good chak-chak in the drawer with the contracts. My son is eight and cross-examines me at breakfast.\n\nWe live by Lake Kaban, in a street where the mosque and the church can see each other's clocks. In winter I skate there, upright and without elegance. I cannot throw away a receipt, and I argue with the navigator in the car, and lose.",
        idealPartner:
          "A man who can be contradicted at table and still pass the salt. Kind to my son without auditioning for it. I value calm, punctual trains and someone who reads the small print, so that for once I need not.",
        interests: ["Lake skating", "Chak-chak", "Family archives", "Kitchen chess"],
      },
      "zh-Hant": {
        firstname: "葉卡捷琳娜",
        quote: "籬笆的事我調解，我家的有門。",
        about:
          "我是律師，專辦籬笆、蘋果樹和祖母房子的糾紛。一半的案子在我桌邊喝著茶就談妥了，因為我把上好的蜜糖點心「恰克恰克」和合約放在同一個抽屜。兒子八歲，每天早餐時交叉詰問我。\n\n我們住在卡班湖邊，那條街上，清真寺和教堂看得見彼此的鐘。冬天我在湖上溜冰，站得直直的，談不上優雅。收據我一張也丟不掉；開車時跟導航吵架，每次都輸。",
        idealPartner:
          "飯桌上被反駁了，還會把鹽遞過來的男人。對我兒子好，但不是為了通過面試。我看重平靜、準點的火車，還有肯把小字條款讀完的人，讓我難得可以不讀。",
        interests: ["湖上溜冰", "蜜糖點心", "家族舊檔案", "廚房西洋棋"],
      },
      "zh-Hans": {
        firstname: "叶卡捷琳娜",
        quote: "我给人调解篱笆，自家的留着门。",
        about:
          "我是律师，专打篱笆、苹果树和奶奶房子的官司。一半案子在我桌边喝着茶就了结了，因为我把上好的蜜糖点心“恰克恰克”跟合同放在一个抽屉里。儿子八岁，天天吃早饭的时候盘问我。\n\n我们住在卡班湖边，那条街上，清真寺和教堂看得见对方的钟。冬天我在湖上滑冰，腰板笔直，姿势就别提了。小票我一张也舍不得扔；开车跟导航吵架，回回都输。",
        idealPartner:
          "饭桌上被人反驳了，照样把盐递过来的男人。对我儿子好，但不是为了考核过关。我看重平和、准点的火车，还有肯把小字条款看完的人，好让我难得偷一回懒。",
        interests: ["湖上滑冰", "蜜糖点心", "家里的老档案", "厨房国际象棋"],
      },
    },
  },
  {
    key: "anastasia",
    country: "RU",
    city: "yaroslavl",
    birthdate: "1996-04-12",
    heightCm: 165,
    weightKg: 54,
    hairColor: "golden",
    eyeColor: "blue",
    maritalStatus: "never",
    childrenNumber: 0,
    lookingFor: ["serious", "chatting"],
    profession: "teacher",
    education: "university_degree",
    religion: "none",
    smoking: "no",
    drinking: "occasionally",
    englishRating: "intermediate",
    words: {
      en: {
        firstname: "Anastasia",
        quote: "Every day at noon I put out the sun.",
        about:
          "I teach in the planetarium in Yaroslavl. Four times a day I dim the sun, bring up the Milky Way and wait for somebody's child to say \"oh\". I was born on 12 April, the day Gagarin flew, so I had very little choice.\n\nBy the Volga I own one bench, unofficially, the third past the point where the rivers meet. I carry a thermos in all seasons, mispronounce nothing but people's names, and fear escalators, which amuses those who know that I do not fear infinity.",
        idealPartner:
          "Someone who looks up. He may be an engineer or a cook, but he should ask how things work and listen to the whole answer. I would like to be shown his sky; from elsewhere it must be quite different.",
        interests: ["Constellations", "Volga benches", "Knitted socks", "Radio plays"],
      },
      "zh-Hant": {
        firstname: "安娜斯塔西亞",
        quote: "每天中午，由我把太陽關掉。",
        about:
          "我在雅羅斯拉夫爾的天文館教課。每天四次，我把太陽調暗，升起銀河，等著哪家的孩子「哇」一聲。我生在四月十二日，加加林飛上太空的那一天，所以幾乎沒得選。\n\n伏爾加河邊有一張長椅，非正式地屬於我，就是兩河交會處過去的第三張。我一年四季帶著保溫瓶，除了人名什麼都唸得對；我怕手扶梯，知道我不怕無限的人都覺得好笑。",
        idealPartner:
          "會抬頭看的人。工程師也好，廚師也好，要會問東西是怎麼運作的，而且把答案聽完。我想看看他那邊的星空，從別處看，一定很不一樣。",
        interests: ["星座", "伏爾加河長椅", "織毛襪", "廣播劇"],
      },
      "zh-Hans": {
        firstname: "阿纳斯塔西娅",
        quote: "每天中午，归我把太阳关掉。",
        about:
          "我在雅罗斯拉夫尔的天文馆当老师。一天四场，我把太阳调暗，升起银河，等着谁家孩子“哇”一声。我是四月十二号生的，加加林上天那个日子，所以基本没得挑。\n\n伏尔加河边有一张长椅，私下里算我的，两河交汇的地方过去第三张。我一年四季不离保温杯，除了人名什么都念得准；我怕自动扶梯，知道我不怕无穷大的人都拿这个笑我。",
        idealPartner:
          "爱抬头看的人。工程师也行，厨师也行，要肯问一样东西是怎么回事，还把回答听完。我想看看他那儿的星空，换个地方看，准是另一番样子。",
        interests: ["星座", "伏尔加河长椅", "织毛袜", "广播剧"],
      },
    },
  },
  {
    key: "vera",
    country: "RU",
    city: "saint-petersburg",
    birthdate: "1974-12-15",
    heightCm: 168,
    weightKg: 63,
    hairColor: "light_brown",
    eyeColor: "grey",
    maritalStatus: "widow",
    childrenNumber: 1,
    lookingFor: ["serious", "chatting"],
    profession: "librarian",
    education: "university_degree",
    religion: "russian_orthodox",
    smoking: "no",
    drinking: "occasionally",
    englishRating: "advanced",
    words: {
      en: {
        firstname: "Vera",
        quote: "My glasses are on my head. I know.",
        about:
          "I keep the maps in an old library on Vasilyevsky Island: rivers that have moved, islands that never were, one coast drawn by a man who had plainly been drinking. Twice a day I search for my glasses and find them on my head.\n\nI have been a widow for eight years. My daughter lives in Perm and sends me recipes as instructions. I walk home along the Seventh Line in any weather, silently correct museum labels, and cannot bear whispering, although I am paid to ask for it.",
        idealPartner:
          "A man with time for sentences. He may be past his adventures, provided he tells them truly. I should like somebody who carries a paper map, gets lost with dignity, and notices when the river has frozen.",
        interests: ["Old maps", "Frozen rivers", "Museum labels", "Cardamom buns"],
      },
      "zh-Hant": {
        firstname: "薇拉",
        quote: "眼鏡在我頭上，我知道。",
        about:
          "我在瓦西里島一座老圖書館裡管地圖：改過道的河、從不存在的島，還有一段海岸線，畫的人顯然喝了酒。我每天找兩次眼鏡，兩次都在自己頭上找到。\n\n我守寡八年了。女兒住在彼爾姆，寄來的食譜寫得像命令。不管什麼天氣，我都沿著第七線街走回家，心裡默默訂正博物館的說明牌。我受不了別人竊竊私語，雖然我領的正是請人小聲的薪水。",
        idealPartner:
          "有時間把句子好好寫完的男人。他的冒險也許都過去了，只要說得真。我喜歡帶紙本地圖、迷路迷得有風度，而且會注意到河已經結冰的人。",
        interests: ["古地圖", "結冰的河", "博物館說明牌", "豆蔻麵包"],
      },
      "zh-Hans": {
        firstname: "薇拉",
        quote: "眼镜在我头顶上，我知道。",
        about:
          "我在瓦西里岛一座老图书馆里管地图：改了道的河、压根儿不存在的岛，还有一段海岸线，画的人分明喝多了。我一天找两回眼镜，两回都在自己头顶上找着。\n\n我守寡八年了。女儿住在彼尔姆，发来的菜谱写得跟命令似的。不管什么天气，我都沿着七线街走回家，心里默默给博物馆的说明牌改错。我受不了人家嘀嘀咕咕，虽说我领的正是请人小点儿声的工资。",
        idealPartner:
          "有工夫把句子写完整的男人。他的冒险过去了也无妨，只要讲得真。我喜欢随身带纸质地图、迷路也迷得体面，还会留意到河已经封冻的人。",
        interests: ["古地图", "封冻的河", "博物馆说明牌", "豆蔻面包"],
      },
    },
  },
  {
    key: "lidia",
    country: "RU",
    city: "voronezh",
    birthdate: "1981-07-21",
    heightCm: 164,
    weightKg: 67,
    hairColor: "light_brown",
    eyeColor: "brown",
    maritalStatus: "divorced",
    childrenNumber: 1,
    lookingFor: ["serious", "marriage"],
    profession: "accountant",
    education: "university_degree",
    religion: "russian_orthodox",
    smoking: "no",
    drinking: "socially",
    englishRating: "beginner",
    words: {
      en: {
        firstname: "Lidia",
        quote: "Figures relax me. People I take slowly.",
        about:
          "I keep a theatre's accounts. A queen's crown: 640 roubles, cardboard. Thunder: electricity. I approve the cost of every tempest, and then stand in the wings to check that we got our money's worth of rain.\n\nMy daughter is nineteen and has moved to a hostel with my best saucepan. So on Plekhanovskaya Street there is now a quiet flat and a woman who cooks for two out of habit. I count stairs, I wipe my glasses when I disagree, and I laugh at the wrong place in films.",
        idealPartner:
          "Not a hero. A man who pays bills on the day they come, likes home food and can take a joke about himself. A translator will help us at first; I am learning ten words a day, mostly vegetables.",
        interests: ["Theatre wings", "Home preserves", "Counting stairs", "Old comedies"],
      },
      "zh-Hant": {
        firstname: "莉迪亞",
        quote: "數字讓我放鬆，人要慢慢來。",
        about:
          "我替一家劇院管帳。皇后的王冠：640盧布，紙板做的。雷聲：電費。每一場暴風雨的預算都由我核准，然後我站到側幕，看這筆錢有沒有下足雨。\n\n女兒十九歲，帶著我最好的一只鍋子搬進了學生宿舍。於是普列漢諾夫街上多了一間安靜的公寓，和一個習慣煮兩人份的女人。我走樓梯會數階數，不同意的時候就擦眼鏡，看電影總在不對的地方笑。",
        idealPartner:
          "不必是英雄。帳單來了當天就繳，愛吃家常菜，禁得起別人開他玩笑。一開始要靠譯者幫忙；我每天學十個單字，多半是蔬菜。",
        interests: ["劇院側幕", "自製醃菜果醬", "數樓梯", "老喜劇片"],
      },
      "zh-Hans": {
        firstname: "莉季娅",
        quote: "数字让我放松，对人得慢慢来。",
        about:
          "我给一家剧院管账。王后的王冠：640卢布，硬纸板的。打雷：电费。每场暴风雨的开销都得我批，批完我就站到侧幕，看看这笔钱下没下够雨。\n\n女儿十九岁，带着我最好的一口锅搬进了学生宿舍。于是普列汉诺夫街上多了一套安静的房子，和一个习惯做两人份饭菜的女人。我上楼要数台阶，不同意的时候就擦眼镜，看电影老笑得不是地方。",
        idealPartner:
          "不用是英雄。账单当天来当天交，爱吃家常饭，经得起别人拿他开玩笑。头一阵子得靠翻译帮忙；我每天学十个单词，多半是蔬菜。",
        interests: ["剧院侧幕", "自制腌菜果酱", "数台阶", "老喜剧片"],
      },
    },
  },
  {
    key: "sofia",
    country: "RU",
    city: "kaliningrad",
    birthdate: "1989-09-05",
    heightCm: 170,
    weightKg: 57,
    hairColor: "black",
    eyeColor: "green",
    maritalStatus: "never",
    childrenNumber: 0,
    lookingFor: ["serious", "hanging_out"],
    profession: "designer",
    education: "university_degree",
    religion: "none",
    smoking: "sometimes",
    drinking: "socially",
    englishRating: "fluent",
    words: {
      en: {
        firstname: "Sofia",
        quote: "After a storm I go shopping on the beach.",
        about:
          "I make jewellery from amber that I mostly find myself. After a north-westerly I am on the beach at Yantarny at five with a lamp, among forty silent men in waders. I set the stones in plain silver; one, with an ant in it, went for more than my bicycle.\n\nMy workshop is a former laundry in Amalienau, and in damp weather it still smells of soap. I dress in grey, eat smoked fish with my fingers, and hold opinions on buttons. I forget to invoice people. They, too, forget.",
        idealPartner:
          "A man who has made something with his hands, once, even badly. He is curious rather than impressed, walks against the wind without complaint, and understands that I answer letters in the evening, with dirty fingernails.",
        interests: ["Baltic amber", "Smoked fish", "Silver work", "Dune walks"],
      },
      "zh-Hant": {
        firstname: "蘇菲亞",
        quote: "暴風雨後，我去海灘採買。",
        about:
          "我用琥珀做首飾，料多半是自己撿的。颳過西北風，清晨五點我就提著燈在揚塔爾內的海灘上，身邊是四十個穿防水褲、一聲不吭的男人。我只用素銀鑲；有一顆裡面有隻螞蟻，賣得比我的腳踏車還貴。\n\n我的工作室在阿瑪利瑙區，從前是洗衣房，天氣一潮還聞得到肥皂味。我穿灰色，用手抓燻魚吃，對鈕扣很有意見。我常忘了跟客人請款，客人也常忘了。",
        idealPartner:
          "親手做過東西的男人，一次就好，做壞了也算。他感到好奇，而不是一味佩服；頂著風走路不抱怨，也明白我的信都是晚上寫的，指甲縫還黑著。",
        interests: ["波羅的海琥珀", "燻魚", "銀飾工藝", "沙丘散步"],
      },
      "zh-Hans": {
        firstname: "索菲娅",
        quote: "暴风雨过后，我去海滩进货。",
        about:
          "我做琥珀首饰，料子多半是自己捡的。刮过西北风，清早五点我就提着灯站在扬塔尔内的海滩上，身边是四十个穿下水裤、一声不吭的男人。我只用素银镶；有一块里头有只蚂蚁，卖得比我的自行车还贵。\n\n我的工作室在阿马利瑙区，以前是洗衣房，天一潮还能闻见肥皂味儿。我穿灰的，下手抓熏鱼吃，对纽扣很有看法。我老忘了跟客人要账，客人也老忘了给。",
        idealPartner:
          "亲手做过一样东西的男人，一次就行，做坏了也算。他是好奇，不是一味捧场；顶着风走路不抱怨，也明白我的信都是晚上写的，指甲缝还是黑的。",
        interests: ["波罗的海琥珀", "熏鱼", "银饰手艺", "沙丘散步"],
      },
    },
  },
  {
    key: "tamara",
    country: "RU",
    city: "tver",
    birthdate: "1974-03-30",
    heightCm: 163,
    weightKg: 72,
    hairColor: "light_brown",
    eyeColor: "blue",
    maritalStatus: "divorced",
    childrenNumber: 2,
    lookingFor: ["serious", "marriage"],
    profession: "seamstress",
    education: "college",
    religion: "russian_orthodox",
    smoking: "no",
    drinking: "occasionally",
    englishRating: "beginner",
    words: {
      en: {
        firstname: "Tamara",
        quote: "Measure seven times, then have some tea.",
        about:
          "I alter clothes in a small shop on Trekhsvyatskaya Street. People change, and cloth has to follow. I have let out one wedding suit three times, for the same husband, and asked no questions. In the dark I can tell linen from half-linen with my thumb.\n\nBoth my sons are married, and both daughters-in-law telephone me first. Across the Volga I have a plot with gooseberries and a bathhouse that leans. I hum, I feed whoever comes in, I hold grudges against cheap zips.",
        idealPartner:
          "A homely man, not lazy, who says thank you and means the supper. Let him be a widower or divorced; we are not children. I would travel, if he meets me at the station, because I never know which exit.",
        interests: ["Gooseberry jam", "Linen", "Russian bathhouse", "Night trains"],
      },
      "zh-Hant": {
        firstname: "塔瑪拉",
        quote: "先量七次，然後喝茶。",
        about:
          "我在三聖街一間小店裡改衣服。人會變，布也得跟著變。有一套結婚西裝我放寬過三次，穿的始終是同一位丈夫，我什麼也沒問。摸黑用拇指一捻，我就分得出全麻和半麻。\n\n兩個兒子都成家了，兩個媳婦有事都先打給我。我在伏爾加河對岸有塊地，種醋栗，還有一間歪歪的澡堂。我愛哼歌，誰進門都餵飽，對便宜拉鍊懷恨在心。",
        idealPartner:
          "顧家、不懶，說謝謝時是真的為了那頓晚飯。喪偶或離過婚都好，我們都不是小孩了。要我出遠門也行，只要他來車站接我，我老是搞不清該走哪個出口。",
        interests: ["醋栗果醬", "亞麻布", "俄式蒸氣浴", "夜行火車"],
      },
      "zh-Hans": {
        firstname: "塔玛拉",
        quote: "先量七遍，再喝杯茶。",
        about:
          "我在三圣街一间小铺子里改衣服。人会变样，布就得跟着变。有一套结婚西装我放过三回，穿的一直是同一位丈夫，我什么也没问。摸着黑用拇指一捻，我就知道是纯麻还是混麻。\n\n两个儿子都成了家，两个儿媳妇有事都先给我打电话。我在伏尔加河对岸有块地，种着醋栗，还有一间歪歪斜斜的澡堂。我爱哼歌，谁进门都管饱，跟便宜拉链有仇。",
        idealPartner:
          "顾家，不懒，说谢谢的时候真是为了那顿晚饭。丧偶的、离过婚的都行，咱们都不是小孩子了。让我出远门也可以，只要他来车站接我，我老弄不清该从哪个口出去。",
        interests: ["醋栗果酱", "亚麻布", "俄式桑拿", "夜班火车"],
      },
    },
  },
  {
    key: "olga",
    country: "RU",
    city: "nizhny-novgorod",
    birthdate: "1986-06-18",
    heightCm: 167,
    weightKg: 64,
    hairColor: "brown",
    eyeColor: "brown",
    maritalStatus: "divorced",
    childrenNumber: 2,
    lookingFor: ["serious", "experienced_parent", "single_parent"],
    profession: "doctor",
    education: "university_degree",
    religion: "russian_orthodox",
    smoking: "no",
    drinking: "socially",
    englishRating: "intermediate",
    words: {
      en: {
        firstname: "Olga",
        quote: "I believe thermometers, not grandmothers.",
        about:
          "I am a district children's doctor: twelve flats a day, up and down the hills of Nizhny Novgorod, with a stethoscope and somebody's biscuit in my pocket. Babies pull my hair; grandmothers correct my prescriptions. My own two, nine and thirteen, are never ill on working days, by agreement.\n\nOnce a month I take the cable car over the Volga to Bor and back, alone. It is my spa. I interrupt, I know it, and I drive as though there were an ambulance behind me.",
        idealPartner:
          "A father, or a man who would have made a good one. Unhurried, since I am not. He should be able to assemble a bunk bed, lose at cards to a nine-year-old and find me funny after nine in the evening.",
        interests: ["Cable cars", "Card games", "Thick soups", "Volga panoramas"],
      },
      "zh-Hant": {
        firstname: "奧爾嘉",
        quote: "我信體溫計，不信奶奶。",
        about:
          "我是社區的小兒科醫師，一天跑十二戶，在下諾夫哥羅德的坡道上上下下，口袋裡有聽診器，還有一塊不知道誰給的餅乾。嬰兒扯我的頭髮，奶奶們改我的處方。我自己那兩個，一個九歲一個十三歲，說好了上班日不生病。\n\n每個月一次，我一個人搭纜車越過伏爾加河到博爾，再搭回來，那就是我的水療。我愛打斷別人，我知道；開起車來好像後面有救護車在追。",
        idealPartner:
          "當爸爸的，或者本來會是個好爸爸的男人。不急躁，因為我急。要會組裝上下舖，肯打牌輸給九歲小孩，而且晚上九點以後還覺得我好笑。",
        interests: ["搭纜車", "打牌", "濃湯", "伏爾加河全景"],
      },
      "zh-Hans": {
        firstname: "奥尔加",
        quote: "我信体温计，不信奶奶。",
        about:
          "我是社区儿科医生，一天跑十二家，在下诺夫哥罗德的坡上坡下转，兜里揣着听诊器，还有一块不知谁塞的饼干。小婴儿揪我头发，奶奶们改我的处方。我自己那俩，一个九岁一个十三岁，早说好了，工作日不许生病。\n\n每个月一次，我一个人坐缆车过伏尔加河到博尔，再坐回来，这就是我的疗养。我爱打断人，我知道；开起车来，好像后头跟着救护车。",
        idealPartner:
          "当爸爸的，或者本来能当个好爸爸的男人。性子慢点儿，因为我急。要会装上下铺，打牌肯输给九岁孩子，到晚上九点以后还觉得我有意思。",
        interests: ["坐缆车", "打牌", "浓汤", "伏尔加河远眺"],
      },
    },
  },
  {
    key: "irina",
    country: "RU",
    city: "vladivostok",
    birthdate: "1993-10-08",
    heightCm: 166,
    weightKg: 55,
    hairColor: "black",
    eyeColor: "brown",
    maritalStatus: "never",
    childrenNumber: 0,
    lookingFor: ["serious", "marriage"],
    profession: "translator",
    education: "master",
    religion: "none",
    smoking: "no",
    drinking: "socially",
    englishRating: "fluent",
    words: {
      en: {
        firstname: "Irina",
        quote: "I hesitate equally in three languages.",
        about:
          'I translate between Russian and Chinese for a freight company in Vladivostok, mostly the words "urgent" and "not our container". I studied two years in Dalian and came back with a love of vinegar and strict views on dumplings. My English I keep for films, and for you.\n\nFrom my kitchen near the funicular I see the big bridge when the fog permits, about one day in three. I swim until October. I correct menus in pencil, which has got me a free soup and, once, shown the door.',
        idealPartner:
          "He says what he means, in any language, and asks when he has not understood. I would like a man who cooks one dish properly, keeps still in fog, and does not mind that I read signs aloud.",
        interests: ["Dumplings", "Sea fog", "Calligraphy", "Port cranes"],
      },
      "zh-Hant": {
        firstname: "伊琳娜",
        quote: "三種語言，我猶豫起來都一樣。",
        about:
          "我在海參崴一家貨運公司做俄文和中文翻譯，翻得最多的是「急件」和「這不是我們的貨櫃」。我在大連念過兩年書，帶回來的是對醋的熱愛，以及對餃子的嚴格標準。英文我留著看電影，還有跟你說話。\n\n我家廚房靠近纜索鐵路，霧肯讓開的時候看得見大橋，大概三天一次。我游泳游到十月。看到菜單有錯我會拿鉛筆改，因此賺過一碗湯，也被請出去過一次。",
        idealPartner:
          "用哪種語言都有話直說，沒聽懂就問。希望他有一道菜做得道地，起霧時待得住，也不介意我走在路上把招牌唸出聲來。",
        interests: ["餃子", "海霧", "書法", "港口吊車"],
      },
      "zh-Hans": {
        firstname: "伊琳娜",
        quote: "三种语言，我犹豫起来都一样。",
        about:
          "我在符拉迪沃斯托克一家货运公司做俄语和汉语翻译，翻得最多的是“加急”和“这不是我们的集装箱”。我在大连念过两年书，带回来的是对醋的一往情深，还有对饺子的严格要求。英语我留着看电影，跟你说话。\n\n我家厨房离登山缆车不远，雾肯散的时候能看见大桥，差不多三天一回。我游泳一直游到十月。看见菜单有错我就掏铅笔改，为这白喝过一碗汤，也让人请出去过一次。",
        idealPartner:
          "不管用哪种语言，有话直说，没听懂就问。希望他有一道拿手菜，起雾的时候坐得住，也不嫌我走在街上把招牌念出声。",
        interests: ["饺子", "海雾", "书法", "港口吊车"],
      },
    },
  },
  {
    key: "natalia",
    country: "RU",
    city: "tomsk",
    birthdate: "1997-11-26",
    heightCm: 171,
    weightKg: 59,
    hairColor: "golden",
    eyeColor: "green",
    maritalStatus: "never",
    childrenNumber: 0,
    lookingFor: ["serious", "chatting"],
    profession: "chemist",
    education: "master",
    religion: "none",
    smoking: "no",
    drinking: "socially",
    englishRating: "advanced",
    words: {
      en: {
        firstname: "Natalia",
        quote: "At minus thirty everything is honest.",
        about:
          "I am a chemist in Tomsk and spend my days on a glue that should come unstuck when you want it to. So far it comes unstuck when it wants to. I am writing a dissertation about the difference.\n\nI live in one of the wooden houses on Tatarskaya Street, carved like lace and about as warm. In January I keep the potatoes in the bathroom. I ski to work when the buses give up, I talk in the cinema, and I own a cat who despises science.",
        idealPartner:
          "Cheerful by nature and not by effort. I like a man who admits mistakes quickly, preferably before I prove them. Love of snow is welcome; love of cats will be tested by an impartial commission of one.",
        interests: ["Cross-country skiing", "Wooden lace", "Failed glues", "Cats"],
      },
      "zh-Hant": {
        firstname: "娜塔莉亞",
        quote: "零下三十度，萬物都很誠實。",
        about:
          "我在托木斯克做化學研究，每天面對一種應該「你要它脫落才脫落」的膠水。目前它是自己想脫落就脫落。我的論文寫的就是這兩者的差別。\n\n我住在韃靼街的一棟木屋裡，雕花像蕾絲，保暖程度也像蕾絲。一月的馬鈴薯得放在浴室裡。公車凍得動不了的日子，我就滑雪上班。我看電影會講話，還養了一隻瞧不起科學的貓。",
        idealPartner:
          "天生開朗，不是努力開朗。我喜歡認錯爽快的男人，最好趕在我證明之前。愛雪很好；愛不愛貓，將由一位委員組成的公正委員會來評審。",
        interests: ["越野滑雪", "木雕花邊", "失敗的膠水", "養貓"],
      },
      "zh-Hans": {
        firstname: "娜塔莉娅",
        quote: "零下三十度，什么都很诚实。",
        about:
          "我在托木斯克搞化学，天天跟一种胶水打交道，它本该“想让它开它才开”。眼下是它自己想开就开。我的学位论文写的就是这两者的区别。\n\n我住在鞑靼街的一座木头房子里，雕花像蕾丝，保暖也像蕾丝。一到一月，土豆得搁在卫生间里。公交车冻趴窝的日子，我就滑雪上班。我看电影爱说话，还养了一只瞧不起科学的猫。",
        idealPartner:
          "天生乐呵，不是硬乐呵。我喜欢认错痛快的男人，最好赶在我证明出来之前。爱雪很好；爱不爱猫，要由一个只有一名委员的公正委员会来考察。",
        interests: ["越野滑雪", "木雕花边", "失败的胶水", "养猫"],
      },
    },
  },
  {
    key: "marina",
    country: "RU",
    city: "petrozavodsk",
    birthdate: "1978-01-19",
    heightCm: 162,
    weightKg: 58,
    hairColor: "light_brown",
    eyeColor: "grey",
    maritalStatus: "divorced",
    childrenNumber: 1,
    lookingFor: ["serious", "marriage"],
    profession: "musician",
    education: "university_degree",
    religion: "lutheran",
    smoking: "no",
    drinking: "occasionally",
    englishRating: "intermediate",
    words: {
      en: {
        firstname: "Marina",
        quote: "I tune to the lake, not to the piano.",
        about:
          "I play the kantele, which is thirty-six strings on your knees and nowhere to hide. I teach it to girls of ten, and to one lumberjack who comes on Thursdays and cries at minor keys; we don't speak of it. My grandmother sang in Karelian; I understand two words in three.\n\nMy daughter studies in Petersburg. On Lake Onega I have a rowing boat whose name I repaint every spring. I am too proud to ask the way, and I hear every wrong note, doorbells included.",
        idealPartner:
          "Someone who can be quiet in a boat. Age about mine; character already finished, like a good floor. I would be glad of letters by hand, of a low voice, and of a man who chops wood without an audience.",
        interests: ["Kantele", "Rowing", "Karelian songs", "Rye pies"],
      },
      "zh-Hant": {
        firstname: "瑪莉娜",
        quote: "我跟湖水定音，不跟鋼琴。",
        about:
          "我彈坎特勒琴，三十六根弦擱在膝上，無處可躲。學生是十歲的小女孩，還有一位伐木工人，他每週四來，一聽到小調就掉淚，我們都不提這件事。我奶奶用卡累利阿語唱歌，三個字裡我聽得懂兩個。\n\n女兒在聖彼得堡念書。我在奧涅加湖有一條小划艇，船名每年春天重漆一遍。我好強，不肯問路；走音的我全聽得見，門鈴也算。",
        idealPartner:
          "在船上能夠安靜的人。年紀跟我差不多，性格已經完工，像一片好地板。若有手寫的信、低沉的聲音，劈柴時又不需要觀眾，我會很高興。",
        interests: ["坎特勒琴", "划船", "卡累利阿民歌", "黑麥餡餅"],
      },
      "zh-Hans": {
        firstname: "玛丽娜",
        quote: "我跟湖水定音，不跟钢琴。",
        about:
          "我弹康特勒琴，三十六根弦搁在腿上，没处可躲。学生是些十岁的小姑娘，还有一位伐木工，他每周四来，一听小调就掉眼泪，我们谁也不提。我奶奶用卡累利阿语唱歌，三个词里我能听懂两个。\n\n女儿在圣彼得堡上学。我在奥涅加湖上有条小划子，船名每年开春重新描一遍。我要强，不肯问路；哪儿跑调我都听得见，门铃也算。",
        idealPartner:
          "在船上静得下来的人。年纪跟我差不多，性格已经完工，像一块好地板。要是有手写的信、低低的嗓音，劈柴又用不着观众，我会很高兴。",
        interests: ["康特勒琴", "划船", "卡累利阿民歌", "黑麦馅饼"],
      },
    },
  },
  {
    key: "galina",
    country: "RU",
    city: "samara",
    birthdate: "1969-05-03",
    heightCm: 158,
    weightKg: 70,
    hairColor: "brown",
    eyeColor: "hazel",
    maritalStatus: "widow",
    childrenNumber: 2,
    lookingFor: ["serious", "chatting"],
    profession: "cook",
    education: "college",
    religion: "russian_orthodox",
    smoking: "no",
    drinking: "occasionally",
    englishRating: "beginner",
    words: {
      en: {
        firstname: "Galina",
        quote: "Sit down first. Then tell me everything.",
        about:
          "For twenty-six years I have cooked in a factory canteen in Samara: four hundred dinners a day, and Thursday is fish. The young engineers think I do not notice who leaves the beetroot. My husband has been gone nine years; his jacket still hangs at the dacha, because the dog insists.\n\nI have two sons, a grandson with my nose, and tomatoes I talk to. In the evening I walk the whole Volga embankment in my good coat. I cannot cook for fewer than six, and I cheat at dominoes.",
        idealPartner:
          "A man with a good appetite and no secrets from his doctor. I need someone to drink tea with and be silent with at half past eight. If he has grandchildren, bring photographs; I shall show mine first.",
        interests: ["Tomatoes", "Dominoes", "Volga embankment", "Fish pies"],
      },
      "zh-Hant": {
        firstname: "嘉琳娜",
        quote: "先坐下來，再慢慢說給我聽。",
        about:
          "我在薩馬拉一家工廠的員工餐廳掌廚二十六年，一天四百份午餐，星期四吃魚。年輕工程師們以為我沒發現是誰把甜菜剩下。丈夫走了九年，他的外套還掛在鄉下小屋，狗不准我收。\n\n我有兩個兒子、一個鼻子像我的孫子，還有一畦我會跟它們說話的番茄。傍晚我穿上那件好大衣，把伏爾加河堤岸從頭走到尾。少於六人份的菜我不會煮，玩骨牌我會作弊。",
        idealPartner:
          "胃口好，對醫生沒有祕密的男人。我想要一個人，晚上八點半一起喝茶，也一起不說話。有孫子的話，帶照片來；不過我的要先給你看。",
        interests: ["番茄", "骨牌", "伏爾加河堤岸", "魚餡餅"],
      },
      "zh-Hans": {
        firstname: "加林娜",
        quote: "先坐下，再慢慢说给我听。",
        about:
          "我在萨马拉一家工厂食堂掌勺二十六年，一天四百份午饭，星期四吃鱼。年轻的工程师们以为我看不见谁把甜菜剩下了。丈夫走了九年，他那件外套还挂在乡下木屋里，狗不让我收。\n\n我有两个儿子、一个鼻子随我的孙子，还有一垄西红柿，我没事儿跟它们说话。傍晚我穿上那件好大衣，把伏尔加河沿岸从头走到尾。少于六个人的饭我不会做，打骨牌我爱耍赖。",
        idealPartner:
          "胃口好，跟大夫不藏着掖着的男人。我想有个人，晚上八点半一块儿喝茶，一块儿不说话。有孙子的话，把照片带来；不过得先看我的。",
        interests: ["西红柿", "骨牌", "伏尔加河沿岸", "鱼馅饼"],
      },
    },
  },
  {
    key: "svetlana",
    country: "RU",
    city: "ulan-ude",
    birthdate: "1997-08-11",
    heightCm: 163,
    weightKg: 57,
    hairColor: "black",
    eyeColor: "black",
    maritalStatus: "never",
    childrenNumber: 0,
    lookingFor: ["serious", "marriage"],
    profession: "veterinarian",
    education: "university_degree",
    religion: "buddhist",
    smoking: "no",
    drinking: "never",
    englishRating: "intermediate",
    words: {
      en: {
        firstname: "Svetlana",
        quote: "Horses listen better than people answer.",
        about:
          "I treat horses, cows and one camel named Tourist in the villages around Ulan-Ude. The camel bites, but nobody else knows where to bandage it. I learned patience from my grandfather, who could wait half a day for a mare, and impatience from our roads.\n\nAt White Month my family makes buuzy, thirty-three pleats each, and mine are inspected. I sing in the car, badly, to stay awake along the Selenga. I am stubborn, always hungry, and name every stray, which is how one comes to have five dogs.",
        idealPartner:
          "A man whom dogs approve of; mine have five votes. Not necessarily a country person, but one who rolls up his sleeves before he comments. My grandmother will ask about his ancestors, so he should prepare two generations.",
        interests: ["Steppe riding", "Buuzy dumplings", "Stray dogs", "Lake Baikal"],
      },
      "zh-Hant": {
        firstname: "斯維特蘭娜",
        quote: "馬的傾聽，勝過人的回答。",
        about:
          "我在烏蘭烏德附近的村子裡醫馬、醫牛，還有一頭名叫「觀光客」的駱駝。牠會咬人，可除了我沒人知道繃帶該纏在哪裡。我的耐心是跟爺爺學的，他能為一匹母馬等上半天；急性子是跟這裡的路學的。\n\n過白月節時，全家一起包布里亞特包子，一個三十三褶，我包的要受檢查。沿著色楞格河開夜車，我靠唱歌提神，唱得很難聽。我固執，永遠肚子餓，看到流浪狗就取名字，於是家裡有了五隻。",
        idealPartner:
          "狗看得順眼的男人，我家狗共有五票。不一定要是鄉下人，但要先捲起袖子再發表意見。奶奶會問起他的祖先，請先準備好兩代。",
        interests: ["草原騎馬", "布里亞特包子", "流浪狗", "貝加爾湖"],
      },
      "zh-Hans": {
        firstname: "斯韦特兰娜",
        quote: "马肯听，胜过人会答。",
        about:
          "我在乌兰乌德附近的村子里给马看病、给牛看病，还有一头名叫“游客”的骆驼。它咬人，可除了我，谁也不知道绷带该往哪儿缠。我的耐心是跟爷爷学的，他能为一匹母马等上半天；急脾气是跟这儿的路学的。\n\n过白月节，全家一起包布里亚特包子，一个三十三道褶，我包的得过检查。沿着色楞格河开夜车，我靠唱歌提神，唱得很难听。我倔，老是饿，见了流浪狗就给起名字，家里就这么有了五条。",
        idealPartner:
          "狗看得上的男人，我家的狗一共五票。不一定非得是乡下人，但要先挽袖子再发表意见。奶奶会打听他的祖上，请先备好两代。",
        interests: ["草原骑马", "布里亚特包子", "流浪狗", "贝加尔湖"],
      },
    },
  },
  {
    key: "evgenia",
    country: "RU",
    city: "moscow",
    birthdate: "2000-11-13",
    heightCm: 175,
    weightKg: 62,
    hairColor: "light_brown",
    eyeColor: "hazel",
    maritalStatus: "never",
    childrenNumber: 0,
    lookingFor: ["chatting", "hanging_out", "serious"],
    profession: "journalist",
    education: "university_degree",
    religion: "none",
    smoking: "sometimes",
    drinking: "socially",
    englishRating: "fluent",
    words: {
      en: {
        firstname: "Evgenia",
        quote: "My beat: benches, lifts and one swan.",
        about:
          "I write for a district newspaper in Izmailovo: lifts, benches, and the swan on the pond that has bitten two park keepers. The swan gets the most letters. I once dreamed of foreign bureaus, and then found that nobody had ever properly described a courtyard.\n\nI rent a room from a retired ballet pianist, who charges me less if I stand straight. I type with four fingers, drink coffee at midnight, interrupt myself, and cannot end a telephone call in under three goodbyes.",
        idealPartner:
          "Curious, not smug. He should be able to tell me one true story about the street where he grew up, and then wait for mine. Older is all right if he still changes his mind occasionally.",
        interests: ["Courtyards", "Local swans", "Flea markets", "Midnight coffee"],
      },
      "zh-Hant": {
        firstname: "葉芙根妮亞",
        quote: "我跑的線：長椅、電梯、一隻天鵝。",
        about:
          "我替伊茲邁洛沃的一份地方報寫稿：電梯、長椅，還有池塘裡那隻咬過兩個公園管理員的天鵝。讀者來信，最多人關心的就是牠。我以前夢想當駐外記者，後來發現，從來沒有人好好寫過一座院子。\n\n我向一位退休的芭蕾鋼琴師分租房間，我站得直，房租就便宜一點。我打字用四根手指，半夜喝咖啡，講話會打斷自己，掛電話前沒說三次再見掛不掉。",
        idealPartner:
          "好奇，但不自以為是。要能說一個他長大那條街上的真實故事，然後等我說我的。年紀大一點也無妨，只要他偶爾還會改變看法。",
        interests: ["老院子", "社區天鵝", "跳蚤市場", "半夜咖啡"],
      },
      "zh-Hans": {
        firstname: "叶夫根尼娅",
        quote: "我跑的口：长椅、电梯、一只天鹅。",
        about:
          "我给伊兹迈洛沃的一份街区小报写稿：电梯、长椅，还有池塘里那只咬过两个公园管理员的天鹅。读者来信，数它的最多。我以前做梦都想当驻外记者，后来发现，压根儿没人好好写过一个院子。\n\n我租的是一位退休芭蕾钢琴伴奏家里的一间屋，我站得直，房租就便宜点儿。我打字用四根手指，半夜喝咖啡，说话老打断自己，挂个电话得说三遍再见。",
        idealPartner:
          "好奇，但别自以为是。要能讲一个他从小长大那条街上的真事，然后等着听我的。年纪大点儿没关系，只要他偶尔还肯改主意。",
        interests: ["老院子", "街坊天鹅", "跳蚤市场", "半夜咖啡"],
      },
    },
  },
  {
    key: "alla",
    country: "RU",
    city: "sochi",
    birthdate: "1971-12-04",
    heightCm: 166,
    weightKg: 65,
    hairColor: "golden",
    eyeColor: "green",
    maritalStatus: "divorced",
    childrenNumber: 1,
    lookingFor: ["serious", "marriage"],
    profession: "physiotherapist",
    education: "college",
    religion: "jewish",
    smoking: "no",
    drinking: "socially",
    englishRating: "intermediate",
    words: {
      en: {
        firstname: "Alla",
        quote: "Shoulders tell me what letters leave out.",
        about:
          "I am a physiotherapist in a sanatorium in Sochi, with palms outside the window and tired backs inside. Thirty years have taught me that shoulders say more than faces: the left is usually work, the right is usually mothers. I grew up with four aunts and laugh loudly.\n\nMy son cooks on ships and sends me spices without labels. On Sundays I take the train to Krasnaya Polyana and look at snow while my roses bloom. I have no patience with hypochondriacs and no resistance to cake.",
        idealPartner:
          "A man who moves: walks, dances, digs, I don't mind which. Well-mannered, curious about food, free of long grievances. Let him have a sense of ceremony too; I still iron tablecloths for Friday evening.",
        interests: ["Mountain trains", "Friday dinners", "Mystery spices", "Ballroom dancing"],
      },
      "zh-Hant": {
        firstname: "艾拉",
        quote: "信裡沒寫的，肩膀會告訴我。",
        about:
          "我在索契的療養院當物理治療師，窗外是棕櫚，窗內是疲倦的背。三十年下來我發現，肩膀比臉更會說話：左肩多半是工作，右肩多半是媽媽。我從小跟四個阿姨一起住，笑聲很大。\n\n兒子在船上當廚師，寄回來的香料都不貼標籤。星期天我搭火車上紅波利亞納看雪，家裡的玫瑰卻正開著。我對疑神疑鬼的病人沒耐心，對蛋糕沒抵抗力。",
        idealPartner:
          "會動的男人：散步、跳舞、挖土，哪一種都行。有禮貌，對吃有好奇心，沒有積了很久的怨氣。最好也懂一點儀式感，我到現在還會為星期五的晚餐燙桌巾。",
        interests: ["登山火車", "週五晚餐", "無名香料", "國標舞"],
      },
      "zh-Hans": {
        firstname: "阿拉",
        quote: "信里没写的，肩膀会告诉我。",
        about:
          "我在索契一家疗养院当理疗师，窗外是棕榈树，窗里是一个个疲惫的后背。干了三十年我发现，肩膀比脸更会说话：左肩多半是工作，右肩多半是妈。我打小跟四个姨住一块儿，笑声特别大。\n\n儿子在船上当厨师，寄回来的香料从来不贴标签。星期天我坐火车上红波利亚纳看雪，家里的玫瑰这会儿还开着。我对疑神疑鬼的病人没耐心，对蛋糕没抵抗力。",
        idealPartner:
          "爱动的男人：散步、跳舞、刨地，哪样都行。有礼貌，对吃的好奇，没有陈年老账要诉苦。最好还讲点儿仪式感，我到现在都要为星期五的晚饭熨桌布。",
        interests: ["进山火车", "周五晚饭", "没标签的香料", "交谊舞"],
      },
    },
  },
  {
    key: "nina",
    country: "RU",
    city: "irkutsk",
    birthdate: "2004-09-24",
    heightCm: 172,
    weightKg: 65,
    hairColor: "brown",
    eyeColor: "blue",
    maritalStatus: "never",
    childrenNumber: 0,
    lookingFor: ["chatting", "hanging_out", "flirting"],
    profession: "nurse",
    education: "college",
    religion: "russian_orthodox",
    smoking: "no",
    drinking: "socially",
    englishRating: "intermediate",
    words: {
      en: {
        firstname: "Nina",
        quote: "Nurse by night, goalkeeper by Saturday.",
        about:
          "I am a nurse on nights in a children's hospital in Irkutsk, and on Saturdays I stand in goal for a women's ice hockey team that has won twice. The two jobs are similar: you watch, you wait, then everything comes at once. My nose used to be straight.\n\nI live with my parents, a parrot and my brother's drum kit. I put condensed milk on everything, crack sunflower seeds where it is forbidden, and fall asleep in the middle of messages; it isn't rudeness, it is Tuesday.",
        idealPartner:
          "Sporty, or at least cheerful about losing. Somebody who writes as he talks, sends voice messages shorter than a film, and thinks night shifts are a timetable and not a tragedy. Parrot-tolerant, please; mine has a vocabulary.",
        interests: ["Ice hockey", "Condensed milk", "Baikal ice", "Talking parrots"],
      },
      "zh-Hant": {
        firstname: "妮娜",
        quote: "平日值大夜班，週六守球門。",
        about:
          "我在伊爾庫次克的兒童醫院當護理師，上大夜班；星期六替一支總共贏過兩場的女子冰球隊守門。兩份工作很像：盯著，等著，然後一口氣全來了。我的鼻子以前是直的。\n\n我跟爸媽、一隻鸚鵡和哥哥的爵士鼓住在一起。我什麼都要淋煉乳，在不准嗑瓜子的地方嗑瓜子，訊息回到一半就睡著；那不是沒禮貌，那是星期二。",
        idealPartner:
          "愛運動，至少輸了還笑得出來。怎麼說話就怎麼寫信，語音訊息比一部電影短，覺得大夜班只是班表、不是悲劇。還要受得了鸚鵡，我家那隻詞彙量很大。",
        interests: ["冰球", "煉乳", "貝加爾湖的冰", "會說話的鸚鵡"],
      },
      "zh-Hans": {
        firstname: "尼娜",
        quote: "平时上夜班，周六守球门。",
        about:
          "我在伊尔库茨克的儿童医院当护士，上夜班；星期六给一支总共赢过两场的女子冰球队守门。这两份活儿挺像：盯着，等着，然后一股脑儿全来了。我的鼻子以前是直的。\n\n我跟爸妈、一只鹦鹉和我哥的架子鼓住在一起。我吃什么都要浇炼乳，专在不让嗑瓜子的地方嗑瓜子，消息回到一半就睡着了；不是没礼貌，是星期二到了。",
        idealPartner:
          "爱运动，要不起码输了也乐得起来。怎么说话就怎么写信，发的语音比一部电影短，觉得夜班是排班表，不是悲剧。还得受得了鹦鹉，我家那只词汇量很大。",
        interests: ["冰球", "炼乳", "贝加尔湖的冰", "会说话的鹦鹉"],
      },
    },
  },
  {
    key: "margarita",
    country: "RU",
    city: "yekaterinburg",
    birthdate: "1983-04-01",
    heightCm: 168,
    weightKg: 61,
    hairColor: "black",
    eyeColor: "brown",
    maritalStatus: "divorced",
    childrenNumber: 1,
    lookingFor: ["serious", "casual"],
    profession: "entrepreneur",
    education: "university_degree",
    religion: "none",
    smoking: "yes",
    drinking: "socially",
    englishRating: "beginner",
    words: {
      en: {
        firstname: "Margarita",
        quote: "I repair umbrellas. Yes, one can live on it.",
        about:
          "I own a repair shop of nine square metres on Malysheva Street: umbrellas, locks, suitcase wheels, once an accordion. People say nobody repairs things any more, and then stand in a queue to tell me so. I was born on the first of April; my family has never given me a real present in its real box.\n\nMy son is seventeen and is designing a robot to replace me. I drink black tea, argue with the radio and have eleven umbrellas at home, all of them other people's.",
        idealPartner:
          "A man who does not throw things out at the first rattle. Practical, ironic, able to wait for a bus and for an answer. If something in him has been mended, let him say where; I respect good seams.",
        interests: ["Broken umbrellas", "Constructivism", "Radio arguments", "Strong tea"],
      },
      "zh-Hant": {
        firstname: "瑪格麗塔",
        quote: "我修傘。對，這能養活自己。",
        about:
          "我在馬雷舍夫街有一間九平方公尺的修理鋪：雨傘、鎖、行李箱輪子，還修過一次手風琴。大家都說現在沒人修東西了，然後排著隊來跟我說這句話。我生在四月一日，家裡從沒送過我一份盒子和內容相符的禮物。\n\n兒子十七歲，正在設計一台要取代我的機器人。我喝濃紅茶，愛跟收音機吵架，家裡有十一把傘，全是別人的。",
        idealPartner:
          "東西一有雜音不會馬上丟掉的男人。務實，愛說反話，等得了公車，也等得了答案。他身上要是有哪裡修補過，就說是哪裡；針腳縫得好，我很敬重。",
        interests: ["壞掉的傘", "構成主義建築", "跟收音機吵架", "濃茶"],
      },
      "zh-Hans": {
        firstname: "玛格丽塔",
        quote: "我修伞。没错，这能养活自己。",
        about:
          "我在马雷舍夫街有一间九平米的修理铺：雨伞、锁、行李箱轮子，还修过一回手风琴。人人都说如今没人修东西了，说完就排着队来告诉我这句话。我是四月一号生的，家里从没送过我一份盒子跟里头对得上的礼物。\n\n儿子十七岁，正在设计一个准备顶替我的机器人。我喝浓红茶，爱跟收音机抬杠，家里有十一把伞，全是别人的。",
        idealPartner:
          "东西刚有点儿响动不会马上扔的男人。实在，爱说反话，等得了公交车，也等得了回音。他身上要是有哪儿修补过，说出来就好；针脚缝得好，我服气。",
        interests: ["坏了的伞", "构成主义建筑", "跟收音机抬杠", "浓茶"],
      },
    },
  },
];
