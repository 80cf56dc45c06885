/** The figures of the site: charts by days, each with its table, and the totals of these days. */
import { figuresOfLastDays } from "../../../../kv/records/figures.ts";
import { oldestWait } from "../../../../kv/records/figures_now.ts";
import type { PageDefinition } from "../../../http/define_page.ts";
import { answerPage } from "../../../http/page.tsx";
import { chartsOf, totalsOf } from "./figures_charts.ts";
import { figuresPath, FiguresView, spans } from "./figures_view.tsx";

export const figurePages: PageDefinition[] = [{
  paths: [figuresPath],
  access: "admins",
  async get(c) {
    const { facts: { t, locale }, deps: { store } } = c.var;
    const span = spans.find((each) => String(each) === c.req.query("days")) ?? spans[0];
    const now = store.now();
    const [days, waitingSince] = await Promise.all([figuresOfLastDays(store, span), oldestWait(store)]);
    return await answerPage(c, {
      title: t("shop:figures.title"),
      robots: "noindex",
      view: (
        <FiguresView
          span={span}
          nowMs={now}
          days={days.map(({ day }) => day)}
          charts={chartsOf(t, days)}
          totals={totalsOf(t, locale, days, waitingSince === null ? null : now - waitingSince)}
        />
      ),
    });
  },
}];
