/** One sentence for each profession, in which a lady says what her days are made of. */
import type { Profession } from "../../kv/ladies/attributes.ts";
import type { Threefold } from "./texts.ts";

/** English, zh-Hant, zh-Hans. */
export const work: Record<Profession, Threefold> = {
  accountant: [
    "I keep other people's books and sleep well when they balance.",
    "我替人記帳，帳平了，我就睡得香。",
    "我替人做账，账平了，觉就睡得踏实。",
  ],
  actress: [
    "I act in a small theatre where I know half the audience by name.",
    "我在一間小劇場演戲，台下一半的觀眾我都叫得出名字。",
    "我在一家小剧院演戏，台下一半的观众我都叫得出名字。",
  ],
  architect: [
    "I draw houses and walk past them years later to see who waters the flowers.",
    "我畫房子，多年後路過，看看是誰在窗前澆花。",
    "我设计房子，过些年路过时，总要看看是谁在窗前浇花。",
  ],
  artist: [
    "I paint, mostly windows and fruit, because both hold still.",
    "我畫畫，多半畫窗子和水果，因為它們不會亂動。",
    "我画画，画得最多的是窗户和水果，因为它们不会动来动去。",
  ],
  baker: [
    "I bake bread, so my morning begins when others still dream.",
    "我做麵包，別人還在做夢，我的早晨就開始了。",
    "我做面包，别人还在梦里，我的早晨已经开始了。",
  ],
  biologist: [
    "I study mosses and lichens, which are more patient than people.",
    "我研究苔蘚和地衣，它們比人有耐性。",
    "我研究苔藓和地衣，它们比人有耐心。",
  ],
  bookbinder: [
    "I bind and mend books; my hands always smell a little of glue.",
    "我修書、裝幀書，手上總有點漿糊味。",
    "我修书、装订书，手上总带着点糨糊味。",
  ],
  chemist: [
    "I am a chemist, and yes, my jam sets every single time.",
    "我學化學出身，所以我熬的果醬從不失手。",
    "我是搞化学的，所以我熬的果酱从没失过手。",
  ],
  choreographer: [
    "I make dances for children who would rather be running.",
    "我替一群只想亂跑的孩子編舞。",
    "我给一群只想满地跑的孩子编舞。",
  ],
  conservator: [
    "I restore old paintings, one square centimetre a day.",
    "我修復老畫，一天修一平方公分。",
    "我修复老油画，一天修一平方厘米。",
  ],
  cook: [
    "I cook in a small restaurant and go home to plain soup.",
    "我在小餐館掌廚，回家只喝清湯。",
    "我在一家小馆子掌勺，回到家只想喝碗清汤。",
  ],
  dentist: [
    "I am a dentist; friends tell me jokes with their mouths closed.",
    "我是牙醫，朋友跟我說笑話都閉著嘴。",
    "我是牙医，朋友给我讲笑话都捂着嘴。",
  ],
  designer: [
    "I design book covers and argue with authors about green.",
    "我做書籍封面設計，常為了一種綠色和作者爭論。",
    "我做图书封面设计，常为了一种绿色跟作者争半天。",
  ],
  director: [
    "I run a small company and still answer the telephone myself.",
    "我管一間小公司，電話還是自己接。",
    "我管着一家小公司，电话还是自己接。",
  ],
  doctor: [
    "I am a doctor at the district clinic, where people come to talk as much as to be cured.",
    "我在地區診所當醫師，來的人一半看病，一半想說說話。",
    "我在社区门诊当医生，来的人一半看病，一半是想说说话。",
  ],
  economist: [
    "I forecast prices for a living and am surprised by them in the shop.",
    "我的工作是預測物價，進了超市還是會吃一驚。",
    "我的工作是预测物价，进了超市照样吓一跳。",
  ],
  editor: [
    "I edit other people's sentences and envy the short ones.",
    "我替別人改文章，最羨慕寫得短的人。",
    "我替别人改稿子，最羡慕写得短的人。",
  ],
  engineer: [
    "I am an engineer; I look under bridges before I walk over them.",
    "我是工程師，過橋之前總要先看看橋底。",
    "我是工程师，过桥之前总要先看看桥底下。",
  ],
  entrepreneur: [
    "I opened a little shop of my own, and it has taught me courage.",
    "我自己開了間小店，膽子是它教我的。",
    "我自己开了家小店，胆量都是它教给我的。",
  ],
  florist: [
    "I tie bouquets all day and keep the crooked flowers for myself.",
    "我整天紮花束，長歪了的花就留給自己。",
    "我整天扎花束，长歪了的花就留给自己。",
  ],
  geologist: [
    "I am a geologist; my pockets are full of stones.",
    "我是地質學家，口袋裡總是石頭。",
    "我是搞地质的，兜里总装着石头。",
  ],
  guide: [
    "I show visitors the town and find something new on every walk.",
    "我帶旅客逛城，每走一趟都有新發現。",
    "我带游客逛城，每走一趟都有新发现。",
  ],
  hairdresser: [
    "I cut hair, which means that I hear every story in the quarter.",
    "我替人剪髮，所以附近的故事我全聽過。",
    "我给人理发，所以这一带的故事我全听过。",
  ],
  historian: [
    "I read old letters in the archive and often forget lunch.",
    "我在檔案館讀舊信，常常讀到忘了午飯。",
    "我在档案馆里读旧信，常常读到忘了吃午饭。",
  ],
  housewife: [
    "I keep a home, and I am proud of its warm kitchen.",
    "我打理家務，最得意的是有一間暖和的廚房。",
    "我操持家务，最得意的是有一间暖烘烘的厨房。",
  ],
  journalist: [
    "I write for a local paper about people who never make the front page.",
    "我替地方報寫稿，寫的都是上不了頭版的人。",
    "我给本地报纸写稿，写的都是上不了头版的人。",
  ],
  laboratory_assistant: [
    "I work in a laboratory, among glass and silence.",
    "我在實驗室工作，身邊是玻璃和安靜。",
    "我在实验室上班，身边是玻璃和安静。",
  ],
  lawyer: [
    "I am a lawyer and would rather reconcile people than win.",
    "我是律師，與其打贏官司，我更願意替人說和。",
    "我是律师，比起打赢官司，我更愿意劝人和好。",
  ],
  librarian: [
    "I am a librarian, and I remember readers by the books they bring back late.",
    "我是圖書館員，誰遲還了哪本書，我都記得。",
    "我在图书馆工作，谁晚还了哪本书，我都记得。",
  ],
  manager: [
    "I organise other people's time and guard my own evenings.",
    "我替人安排時間，晚上的時間留給自己。",
    "我替别人安排时间，晚上的时间留给自己。",
  ],
  marketer: [
    "I work in marketing, so I know what a plain word is worth.",
    "我做行銷，所以懂得一句實話的價值。",
    "我做市场，所以知道一句实话有多值钱。",
  ],
  musician: [
    "I play in an orchestra and hum the second violin's part at home.",
    "我在樂團演奏，在家也會哼第二小提琴的聲部。",
    "我在乐团演奏，在家也会哼第二小提琴的声部。",
  ],
  nurse: [
    "I am a nurse; I have learned to be quick with my hands and slow with my words.",
    "我是護理師，學會了手要快，話要慢。",
    "我是护士，学会了手要快，话要慢。",
  ],
  pharmacist: [
    "I work in a pharmacy and can read any handwriting, so write to me by hand.",
    "我在藥局工作，什麼字跡都看得懂，放心寫信來吧。",
    "我在药店工作，什么字都认得出，放心写信来吧。",
  ],
  photographer: [
    "I take photographs, but I like best the minute before.",
    "我拍照，最喜歡的卻是按快門前的那一分鐘。",
    "我拍照，最喜欢的却是按快门前的那一分钟。",
  ],
  physiotherapist: [
    "I help people to walk again, step by careful step.",
    "我幫人重新學走路，一步一步來。",
    "我帮人重新学走路，一步一步来。",
  ],
  pilot: [
    "I fly, and still ask for the window seat when I am a passenger.",
    "我開飛機，自己搭機時還是要靠窗的位子。",
    "我开飞机，自己坐飞机时还是要靠窗的座位。",
  ],
  programmer: [
    "I write programs by day and letters on paper by night.",
    "我白天寫程式，晚上在紙上寫信。",
    "我白天写代码，晚上在纸上写信。",
  ],
  psychologist: [
    "I listen for a living, and after work I like to laugh.",
    "我的工作是傾聽，下了班就愛大笑。",
    "我的工作是倾听，下了班就爱大笑。",
  ],
  sales_assistant: [
    "I sell tea and know what everyone in the street drinks.",
    "我賣茶，這條街上誰喝什麼我都知道。",
    "我卖茶，这条街上谁喝什么我都知道。",
  ],
  scientist: [
    "I work at an institute on questions that will outlive me.",
    "我在研究所工作，手上的題目比我長壽。",
    "我在研究所工作，手头的课题比我的命还长。",
  ],
  seamstress: [
    "I sew; give me an old coat and I will give you a new winter.",
    "我做裁縫，給我一件舊大衣，我還你一個新冬天。",
    "我做裁缝，给我一件旧大衣，我还你一个新冬天。",
  ],
  secretary: [
    "I keep an office in order and its birthdays in my head.",
    "我把辦公室打理得整整齊齊，大家的生日全記在心裡。",
    "我把办公室收拾得井井有条，大家的生日全记在心里。",
  ],
  social_worker: [
    "I visit old people who live alone; they give me more than I bring.",
    "我探訪獨居的老人，他們給我的比我帶去的還多。",
    "我走访独居的老人，他们给我的比我带去的还多。",
  ],
  student: [
    "I am still studying, mostly at the kitchen table.",
    "我還在念書，多半在廚房的桌子上念。",
    "我还在上学，书多半是在厨房桌上念的。",
  ],
  surveyor: [
    "I measure land, and I have never once been lost.",
    "我做土地測量，從來沒有迷過路。",
    "我做土地测量，从来没迷过路。",
  ],
  teacher: [
    "I teach at a school, and my pupils correct me with pleasure.",
    "我在學校教書，學生最愛糾正我。",
    "我在学校教书，学生最爱挑我的错。",
  ],
  trainer: [
    "I am a swimming trainer and wake up before the sun.",
    "我是游泳教練，起得比太陽還早。",
    "我是游泳教练，起得比太阳还早。",
  ],
  translator: [
    "I translate, and I can spend a whole day on one word.",
    "我做翻譯，一個字可以琢磨一整天。",
    "我做翻译，一个词能琢磨一整天。",
  ],
  veterinarian: [
    "I am a veterinarian; my patients never say where it hurts, so I have learned to look.",
    "我是獸醫，病患從不說哪裡疼，我只好學會看。",
    "我是兽医，病号从不说哪儿疼，我只好学会看。",
  ],
  other: [
    "My work is hard to explain in one line; ask me, and I will try in two.",
    "我的工作一句話說不清，你問我，我就用兩句。",
    "我的工作一句话说不清，你要是问，我就用两句。",
  ],
};
