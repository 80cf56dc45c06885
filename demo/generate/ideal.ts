/** Whom a lady hopes to meet, and the one line that stands over her profile. */
import { piecesOf } from "./texts.ts";

/** What he is like. */
export const qualities = piecesOf(`
A man who keeps his word, even about small things such as Tuesday.
說到做到的人，連「星期二見」這種小事也算數。
说到做到的人，连“星期二见”这种小事也算数。

Someone kind, who does not need to be right every day.
善良的人，不必天天都對。
善良的人，用不着天天都对。

A man who can laugh at himself before anybody else does.
別人還沒笑，他先笑自己的人。
别人还没笑，他先笑自己的人。

Somebody patient: I open slowly, like a good book.
有耐心的人，我像一本好書，要慢慢翻開。
有耐心的人，我像一本好书，得慢慢翻。

I hope for a man who reads to the end of a letter, and then reads it again.
希望他會把信讀到最後，然後再讀一遍。
希望他会把信读到最后，然后再读一遍。

A calm man with warm hands and his own opinions.
沉穩的人，手是暖的，想法是自己的。
沉稳的人，手是暖的，想法是自己的。

He may be shy; I know where to begin.
他害羞也沒關係，我知道從哪裡聊起。
他腼腆也没关系，我知道从哪儿聊起。

A man who looks after his mother and can cook at least one dish.
孝順媽媽，至少會做一道菜的男人。
孝顺妈妈，至少会做一道菜的男人。

Age matters less to me than curiosity.
年齡對我來說沒有好奇心重要。
年龄对我来说不如好奇心要紧。

Somebody honest, above all on the days when it is not convenient.
誠實的人，尤其是在不方便誠實的日子裡。
诚实的人，尤其是在不方便诚实的日子里。

A man who asks how my day was and waits for the answer.
會問我今天過得怎麼樣，而且等我回答的人。
会问我今天过得怎么样，而且等我回答的人。

He likes silence, walks, and people who sing in kitchens.
他喜歡安靜，喜歡散步，也喜歡在廚房裡哼歌的人。
他喜欢安静，喜欢散步，也喜欢在厨房里哼歌的人。

Not a hero, just a man one can rely on in November.
不用是英雄，是十一月裡也靠得住的人就好。
不必是英雄，是十一月里也靠得住的人就行。

A generous man: with time, I mean.
大方的人，我說的是時間。
大方的人，我说的是时间。

Somebody who has been hurt and did not become bitter.
受過傷，卻沒有變得刻薄的人。
受过伤，却没有变得刻薄的人。

A man with a trade or a passion, best of all both.
有一門手藝或一份熱愛的人，兩樣都有最好。
有一门手艺或一份热爱的人，两样都有最好。
`);

/** What they do together. */
export const togethers = piecesOf(`
I would like to cook with him on Sundays and quarrel about the salt.
我想和他在星期天一起下廚，為了放多少鹽拌嘴。
我想和他在星期天一块儿做饭，为了放多少盐拌嘴。

We could begin with letters, there is no better way to be unhurried.
我們可以從寫信開始，沒有比這更從容的了。
我们可以从写信开始，没有比这更从容的了。

I dream of a long table, many chairs and one place beside me.
我夢想有張長桌、很多椅子，身邊有一個他的位子。
我梦想有张长桌、很多椅子，身边有一个他的位子。

I want to show him my town in the rain, when it is most itself.
我想在下雨天帶他看我的城市，那時候它最像自己。
我想在下雨天带他看我住的城市，那会儿它最像自己。

If we can be bored together, we can be happy together.
能一起無聊，就能一起幸福。
能在一块儿闲着，就能在一块儿幸福。

I should like to grow old beside someone who still surprises me.
我想和一個總能讓我意外的人一起變老。
我想跟一个总能让我意外的人一起变老。

Let us first become friends, and then see who is cooking.
先做朋友吧，之後再看誰下廚。
先做朋友吧，然后再看谁做饭。

I imagine two cups, one window and no hurry.
我想像的是兩個杯子、一扇窗，還有不趕時間。
我想象的是两只杯子、一扇窗，还有不赶时间。

I would travel far for a good conversation, and farther for a good man.
為了聊得來的一席話，我願意走很遠；為了一個好人，再遠也行。
为了聊得来的一席话，我愿意走很远；为了一个好人，再远也行。

Teach me a word of your language, and I will teach you one of mine.
你教我一個你們的詞，我也教你一個我們的。
你教我一个你们的词，我也教你一个我们的。

I want evenings in which the telephone stays in the other room.
我要的是手機留在另一個房間的晚上。
我要的是手机搁在另一间屋里的晚上。

May our first meeting be a walk: one talks better side by side.
第一次見面就散步吧，並肩走比較好說話。
头一回见面就散步吧，并肩走好说话。
`);

/** For a lady with children, beside the rest. */
export const withChildren = piecesOf(`
He need not be a second father, only a friend whom children trust.
他不必當第二個爸爸，做個孩子信得過的朋友就好。
他不必当第二个爸爸，做个孩子信得过的朋友就行。

He should like children, also at breakfast.
他得喜歡孩子，早餐的時候也要喜歡。
他得喜欢孩子，吃早饭的时候也得喜欢。

If he has children too, we shall need a longer table.
他要是也有孩子，我們就換張更長的桌子。
他要是也有孩子，我们就换张更长的桌子。
`);

/** At most 50 UTF-16 units each (specification, section 5). */
export const quotes = piecesOf(`
Write to me about your morning.
寫信告訴我你的早晨。
写信告诉我你的早晨。

Bread, tea, and somebody to tell it to.
麵包、茶，還有一個可以說話的人。
面包、茶，还有一个能说说话的人。

I answer every honest letter.
只要是真心的信，我都回。
只要是真心的信，我都回。

Slow is a speed too.
慢也是一種速度。
慢也是一种速度。

Good things begin with a question.
好事都從一個問題開始。
好事都从一个问题开始。

Let it snow; there is soup.
下雪就下吧，有湯喝。
下雪就下吧，有汤喝。

My door opens inwards. Come in.
我的門是往裡開的，請進。
我的门是往里开的，请进。

Tell me what made you laugh today.
告訴我今天什麼事讓你笑了。
说说今天什么事把你逗笑了。

I keep promises and old envelopes.
我守承諾，也留著舊信封。
我守信用，也留着旧信封。

The best road is the one with benches.
有長椅的路，就是最好的路。
有长椅的路，就是最好的路。

Happiness is when the kettle sings.
水壺響了，就是幸福。
水壶响了，就是幸福。

Still curious, thank you.
我還是很好奇，謝謝。
还在好奇，谢谢。

I would rather walk than wait.
與其等，不如走走。
与其等着，不如走走。

A little salt, a lot of patience.
鹽少許，耐心多多。
盐少许，耐心多多。

Please bring your own umbrella and stories.
請自備雨傘和故事。
请自带雨伞和故事。

There is always room for one more chair.
再多擺一張椅子，總是擺得下。
再添一把椅子，总是摆得下。

Ink dries; kindness stays.
墨會乾，善意會留下。
墨会干，善意留得住。

I love the hour when the lamps come on.
我最愛燈一盞盞亮起來的時候。
我最爱华灯初上的那一个钟头。

Half of me is laughter, the rest is tea.
我這個人，一半是笑，一半是茶。
我这个人，一半是笑，一半是茶。

Spring always finds my street.
春天總找得到我住的這條街。
春天总找得到我住的这条街。

Ask me about the photograph of the goose.
記得問我那張鵝的照片。
记得问我那张鹅的照片。

Serious about love, not about much else.
對愛認真，別的都好說。
对爱认真，别的都好说。

I read the last page last.
最後一頁，我最後才看。
最后一页，我最后才看。

My heart is in the right place: at home.
我的心在對的地方：家裡。
我的心在该在的地方：家里。

Today I choose to be glad.
今天我決定要開心。
今天我决定要高兴。

Say it simply and mean it.
話說得簡單，心要是真的。
话说得简单，心要是真的。

Two cups are better company than one.
兩個杯子，總比一個有伴。
两只杯子，总比一只有伴。

I am learning to wait beautifully.
我在學怎麼好好等待。
我在学着好好地等。

Rain is only applause.
下雨不過是掌聲。
下雨不过是掌声。

The garden knows more than I do.
園子懂得比我多。
园子懂得比我多。
`);
