/** What the men of the demo world tell of themselves; ladies who correspond with them read it. */
import { changeOwn, emptyManProfile, type ManProfile } from "../kv/ladies/profiles.ts";
import type { Store } from "../kv/open.ts";

const profiles: Record<string, Partial<ManProfile>> = {
  james: {
    heightCm: 183,
    weightKg: 81,
    hairColor: "brown",
    eyeColor: "grey",
    maritalStatus: "divorced",
    childrenNumber: 0,
    education: "university_degree",
    profession: "surveyor",
    religion: "none",
    smoking: "no",
    drinking: "socially",
    interests: ["Clocks", "Tide tables", "Long walks with a flask", "Choir, second row"],
    quote: "I repair clocks on Sundays. Most forgive me.",
    about:
      "I measure riverbanks for a living: how far the Severn has moved since the last time somebody was sure. It is " +
      "quiet work, and I come home with mud to the knee and good news for nobody.\n\nOn Sundays I repair clocks. There " +
      "are fourteen in the house and two of them agree. I was married for nine years; we divided the clocks fairly, " +
      "and she took the ones that worked.\n\nI read slowly, cook four dishes well, and answer every letter.",
    lookingFor: ["serious", "marriage"],
    idealPartner: "Somebody who has a trade she could talk about for an hour, and who would let me do the same. She " +
      "need not like clocks.",
    ageFrom: 28,
    ageTo: 45,
  },
  wei: {
    heightCm: 176,
    weightKg: 70,
    hairColor: "black",
    eyeColor: "brown",
    maritalStatus: "never",
    childrenNumber: 0,
    education: "master",
    profession: "engineer",
    religion: "none",
    smoking: "no",
    drinking: "occasionally",
    interests: ["旧书", "龙井", "骑车环湖", "听父亲拉二胡"],
    quote: "信写得慢，茶泡得淡，人还算准时。",
    about: "我在杭州给桥做体检：敲一敲，听一听，再写一份没人爱看的报告。桥大多比报告长寿，这让我放心。\n\n" +
      "家里有祖父留下的线装书，虫蛀得像地图；父亲每天傍晚拉二胡，邻居已经不还价了。\n\n" +
      "我喜欢把一件事做慢。写信正好。",
    lookingFor: ["serious", "marriage"],
    idealPartner: "说话不急，笑起来不看别人。有自己手上的活，也愿意听我讲桥。",
    ageFrom: 27,
    ageTo: 42,
  },
  poor: {
    heightCm: 178,
    hairColor: "light_brown",
    eyeColor: "green",
    maritalStatus: "never",
    childrenNumber: 0,
    education: "college",
    profession: "cook",
    smoking: "sometimes",
    drinking: "socially",
    interests: ["Sea swimming", "Bread", "Bad puns"],
    quote: "I cook for sixty and eat standing up.",
    about:
      "I run the kitchen of a small place by the river in Cork. I start at two and finish when the last table has " +
      "told its story. Mondays I swim at Fountainstown, whatever the month.\n\nI write better than I talk, and I talk " +
      "all day.",
    lookingFor: ["chatting", "serious"],
    idealPartner: "Somebody who is hungry when she says she is.",
  },
};

/** Gives each of the men his profile; `ids` are by their keys. Throws if the site would refuse it from its owner. */
export async function addMenProfiles(store: Store, ids: Map<string, number>): Promise<void> {
  for (const [key, facts] of Object.entries(profiles)) {
    const kept = await changeOwn(store, ids.get(key)!, { profile: { ...emptyManProfile, ...facts } });
    if (!kept.ok) throw new Error(`the profile of the demo's ${key}: ${kept.reason}`);
  }
}
