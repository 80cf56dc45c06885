/** The demo's clips: who is in them, how long they are, and what she says, as captions. */
import type { WordLocale } from "../../kv/ladies/record.ts";

export const clipSize = { width: 480, height: 600 };
export const framesPerSecond = 12;
export const seconds = { full: 60, preview: 8 };

export const clipKeys = ["olena", "daria", "ioana"] as const;
export type ClipKey = typeof clipKeys[number];

interface ClipWords {
  title: string;
  /** The lines in their order; each is shown as long as the next. */
  lines: string[];
}

export const clipWords: Record<ClipKey, Record<WordLocale, ClipWords>> = {
  olena: {
    "en": {
      title: "From the third floor",
      lines: [
        "One balcony. The geraniums were here before me.",
        "Three floors, no lift. Parcels arrive out of breath.",
        "This is the glue. It sets when it pleases.",
        "The book is a cookery book. Page forty is honey cake.",
        "On Sundays I walk up there. The path does not hurry.",
        "The glue has set at last.",
        "Somebody’s honey cake lives again.",
        "Tea is ready. Write when you can.",
      ],
    },
    "zh-Hant": {
      title: "從三樓寄出",
      lines: [
        "只有一座陽台，天竺葵比我先住進來。",
        "三層樓，沒有電梯，包裹到了都在喘氣。",
        "這就是那罐膠，什麼時候乾，看它心情。",
        "書是一本食譜，第四十頁是蜂蜜蛋糕。",
        "星期天我往那邊走，山路從不催人。",
        "膠終於乾了。",
        "有個人的蜂蜜蛋糕又活過來了。",
        "茶泡好了，有空寫信給我。",
      ],
    },
    "zh-Hans": {
      title: "三楼来信",
      lines: [
        "阳台就一个，天竺葵比我来得早。",
        "三层楼，没电梯，包裹上来都喘。",
        "这罐胶，什么时候干全看它高兴。",
        "修的是本食谱，第四十页是蜂蜜蛋糕。",
        "星期天我就往那边走，山路从不催人。",
        "胶总算干了。",
        "有一家的蜂蜜蛋糕得救了。",
        "茶沏好了，有空给我写信吧。",
      ],
    },
  },
  daria: {
    "en": {
      title: "Bird number six hundred and four",
      lines: [
        "They hang above my piano. The tuner complains.",
        "Each one was a concert. I can still read the composers.",
        "Tram line one. I count the stops under my breath.",
        "Eleven to the school, in four-four time.",
        "The grey one was a rainy Tuesday. Nobody coughed.",
        "Last night they played Schubert.",
        "This was page three of the programme.",
        "Now it has wings.",
      ],
    },
    "zh-Hant": {
      title: "第六百零四隻鳥",
      lines: [
        "牠們掛在我的鋼琴上方，調音師頗有怨言。",
        "每一隻都是一場音樂會，作曲家的名字還看得見。",
        "這是一路電車，我會小聲數站。",
        "到學校一共十一站，四四拍。",
        "灰色那隻是個下雨的星期二，沒有人咳嗽。",
        "昨晚演奏的是舒伯特。",
        "這原本是節目單的第三頁。",
        "現在它有翅膀了。",
      ],
    },
    "zh-Hans": {
      title: "第六百零四只鸟",
      lines: [
        "它们挂在钢琴上头，调音师有意见。",
        "每一只都是一场音乐会，作曲家的名字还认得出来。",
        "这是一路电车，我小声数着站。",
        "到学校十一站，正好四四拍。",
        "灰的那只是个下雨的星期二，全场没人咳嗽。",
        "昨晚弹的是舒伯特。",
        "这本来是节目单的第三页。",
        "瞧，它长翅膀了。",
      ],
    },
  },
  ioana: {
    "en": {
      title: "Four minutes, it says",
      lines: [
        "It is raining in Cluj. I am told it is my fault.",
        "This umbrella is for one person. I measured.",
        "My windowsill. The one in the middle is a fig.",
        "It has never given a fig. I do not press it.",
        "Still raining. The trolleybus is not in this picture.",
        "My programme says four minutes.",
        "I have been standing here for nine.",
        "Bring the large umbrella.",
      ],
    },
    "zh-Hant": {
      title: "上面寫著四分鐘",
      lines: [
        "克盧日在下雨，大家說要怪我。",
        "這把傘只夠一個人撐，我量過。",
        "這是我的窗台，中間那棵是無花果。",
        "它從沒結過果，我也不催它。",
        "雨還在下，無軌電車不在畫面裡。",
        "我寫的程式說：還有四分鐘。",
        "我已經站了九分鐘。",
        "記得帶那把大傘來。",
      ],
    },
    "zh-Hans": {
      title: "说是四分钟",
      lines: [
        "克卢日下雨了，大家都说怪我。",
        "这把伞只够一个人打，我量过。",
        "这是我家窗台，中间那棵是无花果。",
        "它一个果子也没结过，我不催它。",
        "雨还没停，电车也还没进画面。",
        "我写的程序说还有四分钟。",
        "我已经站了九分钟了。",
        "把那把大伞带来吧。",
      ],
    },
  },
};

/** Captions as WebVTT: from the moment when the card is gone to the end. */
export function captionsOf(lines: readonly string[], { from, until } = { from: 4, until: seconds.full }): string {
  const each = (until - from) / lines.length;
  const two = (value: number) => String(value).padStart(2, "0");
  const time = (at: number) => `00:${two(Math.floor(at / 60))}:${(at % 60).toFixed(3).padStart(6, "0")}`;
  const cues = lines.map((line, n) => `${time(from + n * each)} --> ${time(from + (n + 1) * each)}\n${line}\n`);
  return `WEBVTT\n\n${cues.join("\n")}`;
}
