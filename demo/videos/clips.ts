/** The demo's clips: who is in them, how long they are, and what she says, as captions. */
import type { WordLocale } from "../../kv/ladies/record.ts";

export const clipSize = { width: 480, height: 600 };
export const framesPerSecond = 12;
export const seconds = { full: 8, preview: 3 };

export const clipKeys = ["olena", "daria", "ioana"] as const;
export type ClipKey = typeof clipKeys[number];

interface ClipWords {
  title: string;
  /** One line after the other, each as long as the next. */
  lines: string[];
}

export const clipWords: Record<ClipKey, Record<WordLocale, ClipWords>> = {
  olena: {
    "en": {
      title: "From the third floor",
      lines: ["The glue has set at last.", "Somebody’s honey cake lives again.", "Tea is ready. Write when you can."],
    },
    "zh-Hant": {
      title: "從三樓寄出",
      lines: ["膠終於乾了。", "有個人的蜂蜜蛋糕又活過來了。", "茶泡好了，有空寫信給我。"],
    },
    "zh-Hans": {
      title: "三楼来信",
      lines: ["胶总算干了。", "有一家的蜂蜜蛋糕得救了。", "茶沏好了，有空给我写信吧。"],
    },
  },
  daria: {
    "en": {
      title: "Bird number six hundred and four",
      lines: ["Last night they played Schubert.", "This was page three of the programme.", "Now it has wings."],
    },
    "zh-Hant": {
      title: "第六百零四隻鳥",
      lines: ["昨晚演奏的是舒伯特。", "這原本是節目單的第三頁。", "現在它有翅膀了。"],
    },
    "zh-Hans": {
      title: "第六百零四只鸟",
      lines: ["昨晚弹的是舒伯特。", "这本来是节目单的第三页。", "瞧，它长翅膀了。"],
    },
  },
  ioana: {
    "en": {
      title: "Four minutes, it says",
      lines: ["My programme says four minutes.", "I have been standing here for nine.", "Bring the large umbrella."],
    },
    "zh-Hant": {
      title: "上面寫著四分鐘",
      lines: ["我寫的程式說：還有四分鐘。", "我已經站了九分鐘。", "記得帶那把大傘來。"],
    },
    "zh-Hans": {
      title: "说是四分钟",
      lines: ["我写的程序说还有四分钟。", "我已经站了九分钟了。", "把那把大伞带来吧。"],
    },
  },
};

/** Captions as WebVTT: from the moment the drawing is there to the end. */
export function captionsOf(lines: readonly string[]): string {
  const from = 2;
  const each = (seconds.full - from) / lines.length;
  const time = (at: number) => `00:00:${at.toFixed(3).padStart(6, "0")}`;
  const cues = lines.map((line, n) => `${time(from + n * each)} --> ${time(from + (n + 1) * each)}\n${line}\n`);
  return `WEBVTT\n\n${cues.join("\n")}`;
}
