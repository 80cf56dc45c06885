/** What the demo's translator tells readers of herself; she has agreed to be introduced. */
import { type AboutTranslator, setAboutTranslator } from "../kv/accounts/about_translators.ts";
import type { Store } from "../kv/open.ts";

const words: AboutTranslator["words"] = {
  en: "I translated furniture catalogues for nine years. Letters are better: nobody in them is flat-packed. " +
    "When a joke will not cross, I say so in a note rather than invent another one.",
  "zh-Hant": "我翻譯了九年的家具型錄。還是信好，信裡的人不必自行組裝。遇到過不去的笑話，我寧可加一句註，也不另編一個。",
  "zh-Hans": "家具目录我翻了九年。还是信好，信里的人用不着自己组装。碰上翻不过去的笑话，我宁可加一句注，也不另编一个。",
  uk: "Дев’ять років я перекладала каталоги меблів. Листи кращі: людей у них не треба складати за інструкцією. " +
    "Коли жарт не дається, я пишу про це в примітці, а не вигадую іншого.",
  ru: "Девять лет я переводила каталоги мебели. Письма лучше: людей в них не надо собирать по инструкции. " +
    "Если шутка не переводится, я пишу об этом в примечании, а не придумываю другую.",
  ro:
    "Nouă ani am tradus cataloage de mobilă. Scrisorile sunt mai bune: oamenii din ele nu vin în cutie, cu instrucțiuni. " +
    "Când o glumă nu trece dincolo, o spun într-o notă și nu inventez alta.",
};

/** Shows her, with these words, on the page of translators. */
export async function introduceTranslator(store: Store, translatorId: number): Promise<void> {
  const saved = await setAboutTranslator(store, translatorId, { isShown: true, words });
  if (!saved.ok) throw new Error(`the demo's translator: ${saved.reason}`);
}
