/** Interests, each with the sentence in which a lady speaks of it. */
import { piecesOf, type Threefold } from "./texts.ts";

/** Each line: label | sentence. */
const table = `
baking | On Sundays the flat smells of bread, and the neighbours find reasons to knock.
烘焙 | 星期天家裡都是麵包香，鄰居總會找理由來敲門。
烘焙 | 一到星期天屋里全是面包香，邻居总能找到理由来敲门。

reading | I read on trams and have missed my stop more often than I admit.
閱讀 | 我在電車上看書，坐過站的次數比我承認的多。
阅读 | 我在电车上看书，坐过站的次数比我承认的多。

hiking | I like paths that go uphill first and talk later.
健行 | 我喜歡先爬坡、後聊天的路。
徒步 | 我喜欢先爬坡、后聊天的路。

gardening | My tomatoes are late every year, and every year I forgive them.
園藝 | 我種的番茄年年晚熟，我年年原諒它們。
种菜养花 | 我种的西红柿年年晚熟，我年年都原谅它们。

theatre | I go to the theatre even when the play is bad: someone will be good in it.
看戲 | 戲不好我也去看，台上總有一個人演得好。
看戏 | 戏不好我也去看，台上总有一个人演得好。

cinema | I love old films in which people still write letters.
電影 | 我愛看老電影，裡頭的人還會寫信。
电影 | 我爱看老电影，里面的人还写信。

swimming | I swim in the river until the first frost, and complain the whole time.
游泳 | 我在河裡游到第一次下霜，一邊游一邊抱怨。
游泳 | 我在河里一直游到下霜，一边游一边叫冷。

chess | My grandfather taught me chess; I still play his opening.
西洋棋 | 西洋棋是外公教的，我到現在還用他的開局。
国际象棋 | 国际象棋是外公教的，我到现在还用他的开局。

embroidery | I embroider in winter; one pattern takes exactly one winter.
刺繡 | 冬天我刺繡，一幅花樣正好繡一個冬天。
刺绣 | 冬天我绣花，一幅花样正好绣一个冬天。

knitting | I knit scarves that are always a little too long, so that two can share them.
編織 | 我織的圍巾總是長了一截，正好兩個人圍。
织毛衣 | 我织的围巾总是长出一截，正好两个人围。

piano | I play the piano badly and with great joy.
鋼琴 | 我鋼琴彈得不好，可是彈得很開心。
钢琴 | 我钢琴弹得不好，可是弹得高兴。

choir | On Thursdays I sing alto in a choir; it is the best hour of the week.
合唱 | 星期四我在合唱團唱女低音，那是一週最好的一小時。
合唱 | 每周四我在合唱团唱女低音，那是一周里最好的一个钟头。

photography | I photograph doors; every town keeps its secrets in them.
攝影 | 我愛拍門，每座城的祕密都藏在門上。
摄影 | 我爱拍门，每座城的秘密都藏在门上。

mushroom picking | In September I am in the forest, and I do not tell anyone where.
採菇 | 九月我在林子裡採菇，地點誰也不說。
采蘑菇 | 九月我在林子里采蘑菇，地方谁也不告诉。

cycling | I cycle to work in every weather that has a name.
騎單車 | 只要天氣叫得出名字，我都騎車上班。
骑自行车 | 只要天气叫得出名字，我都骑车上班。

cooking | I cook without recipes and cannot repeat anything, not even the good soups.
下廚 | 我做菜不看食譜，所以連好喝的湯也煮不出第二回。
做饭 | 我做饭不看菜谱，所以再好喝的汤也做不出第二回。

travel | I travel slowly: one town, one week, one bench that becomes mine.
旅行 | 我旅行走得慢：一座城，一個星期，一張坐成自己的長椅。
旅行 | 我旅行走得慢：一座城，一个星期，一条坐成自己的长椅。

foreign languages | I am learning Chinese, ten characters a week, and forgetting eight.
外語 | 我在學中文，一週學十個字，忘八個。
外语 | 我在学中文，一周学十个字，忘八个。

yoga | I do yoga at the window and wave at the man opposite who waters his cactus.
瑜伽 | 我在窗邊做瑜伽，順便向對面替仙人掌澆水的老先生揮揮手。
瑜伽 | 我在窗边做瑜伽，顺便跟对面给仙人掌浇水的老先生招招手。

dancing | I dance tango on Fridays and lead when nobody is looking.
跳舞 | 星期五我跳探戈，沒人看的時候由我帶步。
跳舞 | 每周五我跳探戈，没人看的时候由我领舞。

running | I run by the water early, before the day has any opinions.
跑步 | 一大早我沿著水邊跑步，那時這一天還沒有任何意見。
跑步 | 一大早我沿着水边跑步，那会儿这一天还没有任何意见。

skiing | I ski carefully and drink tea from the thermos with courage.
滑雪 | 我滑雪很小心，喝保溫瓶裡的茶倒很豪邁。
滑雪 | 我滑雪很小心，喝保温壶里的茶倒很豪迈。

poetry | I know some poems by heart and say them when I wash the dishes.
詩 | 我會背一些詩，洗碗的時候念給自己聽。
诗歌 | 我会背一些诗，洗碗的时候念给自己听。

museums | In museums I visit one picture only, and stay.
逛美術館 | 逛美術館我只看一幅畫，看很久。
逛博物馆 | 逛美术馆我只看一幅画，看很久。

ceramics | My cups lean to one side; tea does not mind.
陶藝 | 我做的杯子都有點歪，茶倒不介意。
陶艺 | 我做的杯子都有点歪，茶倒不在意。

dogs | My dog decides where we walk; he has better ideas.
養狗 | 往哪裡散步由狗決定，牠的主意比較好。
养狗 | 往哪儿遛由狗做主，它的主意比我好。

cats | A cat lives with me and pays no rent.
養貓 | 我家住著一隻貓，從來不付房租。
养猫 | 我家住着一只猫，从来不交房租。

tea | I keep nine sorts of tea for nine sorts of evening.
品茶 | 我存著九種茶，配九種晚上。
喝茶 | 我存着九种茶，配九种晚上。

board games | I lose at board games cheerfully and remember it for months.
桌遊 | 桌遊輸了我笑一笑，然後記上好幾個月。
桌游 | 桌游输了我笑一笑，然后记上好几个月。

stars | On clear nights I go out with a small telescope and a large coat.
看星星 | 天氣晴朗的夜裡，我帶著小望遠鏡、穿上大外套出門。
看星星 | 晴朗的夜里，我带着小望远镜、裹上大棉袄出门。

fishing | My father taught me to fish, that is, to be silent together.
釣魚 | 爸爸教我釣魚，也就是教我怎麼一起不說話。
钓鱼 | 爸爸教我钓鱼，也就是教我怎么一块儿不说话。

flea markets | At flea markets I buy single cups; they find company at home.
逛跳蚤市場 | 逛跳蚤市場我專買落單的杯子，回家讓它們作伴。
逛旧货市场 | 逛旧货市场我专买落单的杯子，回家让它们做个伴。

`;

export interface Interest {
  label: Threefold;
  sentence: Threefold;
}

export const interests: Interest[] = piecesOf(table).map((lines) => ({
  label: lines.map((line) => line.split(" | ")[0]) as unknown as Threefold,
  sentence: lines.map((line) => line.split(" | ")[1]) as unknown as Threefold,
}));
