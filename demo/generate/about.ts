/** Sentences a lady says about herself; each group fits ladies of a certain life, so that facts and words agree. */
import { piecesOf } from "./texts.ts";

/** How she comes to be where she is; {city} is her city. */
export const openings = piecesOf(`
I was born in {city} and never quite managed to leave.
我在{city}出生，一直沒捨得離開。
我生在{city}，一直没舍得离开。

I came to {city} for a year, and the year is still not over.
我來{city}本來只打算待一年，這一年到現在還沒過完。
我来{city}本来只想待一年，这一年到现在还没过完。

In {city} everybody knows my green bicycle, and some of them know me.
在{city}，人人都認得我那輛綠色單車，有些人也認得我。
在{city}，谁都认得我那辆绿自行车，有些人还认得我。

I live in {city}, on the top floor, where one sees the weather before it arrives.
我住在{city}，頂樓，天氣還沒到就先看見了。
我住在{city}，顶楼，天气还没到就先看见了。

My windows in {city} look on a courtyard with one old linden tree.
我在{city}的家，窗外是個院子，院裡有一棵老椴樹。
我在{city}的家，窗外是个院子，院里有一棵老椴树。

I like {city} best in October, when the visitors have gone and the light stays.
我最喜歡十月的{city}，遊客走了，陽光還在。
我最喜欢十月的{city}，游客走了，阳光还在。

My grandmother used to say that {city} is a large village, and she was right.
外婆常說{city}不過是個大村子，她說得對。
姥姥常说{city}不过是个大村子，她说得没错。

Ask anyone in {city} for the best soup, and they will send you to my street.
在{city}問哪裡的湯最好喝，人家會叫你到我住的那條街來。
在{city}打听哪儿的汤最好喝，人家会指你到我住的那条街。

I have lived in three towns, and {city} is the one I unpacked in.
我住過三個城市，在{city}才真正打開了行李。
我住过三座城，到了{city}才真正打开行李。

{city} is quiet in the morning, and so am I.
{city}的早晨很安靜，我也是。
{city}的早晨很安静，我也是。

From my kitchen in {city} I can hear the trains, and I always wonder who is coming.
在{city}的廚房裡聽得見火車聲，我總會想：是誰來了？
在{city}家里的厨房听得见火车，我总要想：是谁来了？

I moved to {city} with two suitcases, one of them full of books.
我搬到{city}時帶了兩個行李箱，一個裝滿了書。
我搬到{city}时带了两只箱子，一只装的全是书。
`);

/** What she is like: true of anybody. */
export const characters = piecesOf(`
I laugh easily, apologise first and keep my promises.
我愛笑，先道歉，說到做到。
我爱笑，先道歉，说话算数。

I am punctual, which my friends call my only fault.
我很準時，朋友說這是我唯一的缺點。
我很准时，朋友说这是我唯一的毛病。

I am calm in storms and nervous about small things, such as telephone calls.
大風大浪我不慌，小事倒緊張，比如接電話。
大风大浪我不慌，小事倒紧张，比如打电话。

I talk little at first and a great deal afterwards.
剛認識時我話不多，熟了就停不下來。
刚认识时我话不多，熟了就收不住。

I write slowly, because I mean what I write.
我信寫得慢，因為每句都當真。
我信写得慢，因为每句都当真。

I like people who ask a second question.
我喜歡會再多問一句的人。
我喜欢会多问一句的人。

I am stubborn about fairness and soft about everything else.
遇到公平的事我很固執，別的都好商量。
碰上公道不公道的事我很倔，别的都好商量。

I believe that a home is where somebody waits with the light on.
我覺得有人亮著燈等你的地方，才叫家。
我觉得有人亮着灯等你的地方，才叫家。

My friends say that I listen with my whole face.
朋友說我聽人說話時，整張臉都在聽。
朋友说我听人说话时，整张脸都在听。

I do not like to be photographed, but I like to be remembered.
我不愛拍照，但喜歡被人記住。
我不爱照相，但喜欢被人记住。

I am not in a hurry, but I do not like to waste time either.
我不急，但也不喜歡浪費時間。
我不着急，但也不爱耽误工夫。

I still send postcards and expect nothing back, though I do look into the letter box.
我到現在還寄明信片，不求回信，只是會去看看信箱。
我到现在还寄明信片，不图回信，不过信箱还是要看看的。
`);

/** Of a lady without children; none of them says whether she wants any. */
export const alone = piecesOf(`
I live alone, and I have learned to cook for one and hope for two.
我一個人住，學會了煮一人份的飯，心裡留著兩人份的盼望。
我一个人住，学会了做一个人的饭，心里存着两个人的盼头。

My family is small and loud, and we have dinner together on Saturdays.
我家人少、嗓門大，每週六一起吃晚飯。
我家人少、嗓门大，每周六一起吃晚饭。

My sister lives next door, so news in our family travels fast.
姊姊就住在隔壁，所以家裡的消息傳得很快。
姐姐就住隔壁，所以家里的消息传得飞快。

I ring my mother every evening, and we talk about nothing for half an hour.
我每晚打電話給媽媽，什麼正事也沒有，一聊半小時。
我每晚给妈妈打电话，没什么正事，一聊半个钟头。

I have two nephews, who think that I am their age.
我有兩個外甥，他們以為我跟他們一樣大。
我有两个外甥，他们以为我跟他们一般大。

My brother teaches me to drive; we are both very brave.
哥哥在教我開車，我們倆都很勇敢。
哥哥在教我开车，我们俩都很勇敢。
`);

/** Of a lady with one child. */
export const oneChild = piecesOf(`
My daughter is the first thing I would tell you about, so I am telling you now.
要介紹自己，我第一個想說的是女兒，所以現在就說。
要介绍自己，我头一个想说的是女儿，所以现在就说。

My son asks why all day, and I answer most of it.
兒子整天問為什麼，大部分我都答得出來。
儿子整天问为什么，大部分我都答得上来。

I have a daughter who corrects my English and hides my slippers.
我有個女兒，會糾正我的英文，也會藏我的拖鞋。
我有个女儿，会纠正我的英语，也会藏我的拖鞋。

My son and I have breakfast by candlelight in winter; it was his idea.
冬天我和兒子點著蠟燭吃早餐，是他的主意。
冬天我和儿子点着蜡烛吃早饭，是他的主意。
`);

/** Of a lady with two children or more. */
export const moreChildren = piecesOf(`
My children are my best company, and my loudest.
孩子們是我最好的伴，也是最吵的。
孩子们是我最好的伴，也是最闹的。

At our table everybody speaks at once, and still everybody is heard.
我們家吃飯時大家一起說話，可是誰說的都有人聽見。
我们家吃饭时大家抢着说话，可谁说的都有人听见。

I have raised my children to say thank you and to climb trees.
我教孩子們要說謝謝，也要會爬樹。
我教孩子们要说谢谢，也要会爬树。

My children have grown taller than my worries.
孩子們已經長得比我的煩惱還高了。
孩子们已经长得比我的烦恼还高了。
`);

/** Of a lady who was married. */
export const divorced = piecesOf(`
I was married; it ended without slammed doors, and I learned from it.
我結過婚，好聚好散，也學到了東西。
我结过婚，好聚好散，也长了见识。

After my divorce I painted the kitchen yellow and began again.
離婚之後，我把廚房漆成黃色，重新開始。
离婚以后，我把厨房刷成黄色，重新开始。

I have been married before, so I know that love is also a matter of washing up.
我結過一次婚，所以知道愛情也包括洗碗。
我结过一次婚，所以知道爱情也包括刷碗。
`);

/** Of a lady whose husband died. */
export const widowed = piecesOf(`
I lost my husband some years ago; I speak of him with gratitude and look ahead.
我先生幾年前過世了，提起他我心懷感激，日子還是往前看。
我丈夫几年前去世了，提起他我满心感激，日子还是往前看。

I am a widow, and I have learned that a heart has more than one room.
我先生不在了，我慢慢明白，心裡不只有一個房間。
我丈夫不在了，我慢慢明白，心里不止一间屋。
`);

/** How well she reads the letters she hopes for. */
export const english = {
  beginner: piecesOf(`
My English is young, so write to me simply and I will answer warmly.
我的英文才剛起步，請寫得簡單些，我會好好回你。
我的英语才起步，请写得简单些，我会用心回你。

I am learning English from songs, so I know many words for rain.
我聽歌學英文，所以下雨的說法我會很多種。
我听歌学英语，所以下雨的说法我会好多种。

English is new to me; luckily letters wait while one looks up a word.
英文我才剛學，好在信會等人查完字典。
英语我刚开始学，好在信会等人查完词典。
`),
  intermediate: piecesOf(`
I read English with a dictionary beside my tea.
我讀英文，茶杯旁邊放著字典。
我读英语，茶杯旁边搁着词典。

My English is good enough to joke in, if you are forgiving.
我的英文夠講笑話了，只要你肯捧場。
我的英语够讲笑话了，只要你肯捧场。

I understand English better than I speak it, and jokes best of all.
我的英文聽得懂的比說得出的多，笑話聽得最懂。
我的英语听得懂的比说得出的多，笑话听得最懂。
`),
  advanced: piecesOf(`
I read English well and make charming mistakes in it.
我英文讀得不錯，寫錯的地方也挺可愛。
我英语读得不错，写错的地方也挺可爱。

I think in English when I pack a suitcase; I cannot say why.
收拾行李時我會用英文想事情，說不上為什麼。
收拾行李时我会用英语想事情，说不上为什么。

I have read whole novels in English and argued with their endings.
我讀完過好幾本英文小說，還跟結局吵過架。
我读完过好几本英文小说，还跟结局吵过架。
`),
  fluent: piecesOf(`
I speak English freely and still count in my own language.
我說英文很流利，數數還是用母語。
我英语说得流利，数数还是用母语。

My English is fluent, also when I am tired or moved.
我的英文很流利，累了、感動了也一樣。
我的英语很流利，累了、感动了也一样。

I dream in two languages and wake up in a third.
我用兩種語言做夢，醒來說第三種。
我用两种语言做梦，醒来说第三种。
`),
};
