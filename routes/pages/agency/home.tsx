/** The agency's home page: how many ladies it keeps, what waits, and what it may and may not do. */
import { ButtonLink } from "../../../components/buttons.tsx";
import { usePage } from "../../../components/page_context.ts";
import { agencyName, draftsOfAgency, ladiesOfAgency } from "../../../kv/ladies/agencies/agencies.ts";
import { ladiesByIds } from "../../../kv/ladies/ladies.ts";
import { isShown } from "../../../kv/ladies/record.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import { answerPage } from "../../http/page.tsx";
import { homePath, ladiesPath, newLadyPath, statementPath } from "./paths.ts";

export const agencyHomePage: PageDefinition = {
  paths: [homePath],
  access: "agencies",
  async get(c) {
    const { facts: { t }, deps: { store }, signedIn } = c.var;
    const { user } = signedIn;
    const [ladies, drafts] = await Promise.all([ladiesOfAgency(store, user.id), draftsOfAgency(store, user.id)]);
    const records = await ladiesByIds(store, ladies.map(({ id }) => id));
    return await answerPage(c, {
      title: t("agency:title"),
      description: t("agency:description"),
      robots: "noindex",
      view: (
        <HomeView
          name={agencyName(user)}
          ladies={ladies.length}
          published={records.filter(isShown).length}
          drafts={drafts.length}
        />
      ),
    });
  },
};

interface HomeViewProps {
  name: string;
  ladies: number;
  published: number;
  drafts: number;
}

function HomeView({ name, ladies, published, drafts }: HomeViewProps) {
  const { t, href } = usePage();
  return (
    <div class="wrap admin">
      <header>
        <h1>{name}</h1>
        <p class="soft">{t("agency:lead")}</p>
      </header>
      <section aria-labelledby="ladies">
        <h2 id="ladies">{t("agency:desk.title")}</h2>
        <ul class="agency__counts">
          <li>
            <a class="roomy" href={href(ladiesPath)}>{t("agency:desk.ladies", { count: ladies })}</a>
          </li>
          <li>{t("agency:desk.published", { count: published })}</li>
          <li>
            <a class="roomy" href={href(`${ladiesPath}#drafts`)}>{t("agency:desk.drafts", { count: drafts })}</a>
          </li>
          <li>
            <a class="roomy" href={href(statementPath)}>{t("agency:nav.statement")}</a>
          </li>
        </ul>
        <ButtonLink href={href(newLadyPath)} icon="plus">{t("agency:nav.new")}</ButtonLink>
      </section>
      <section aria-labelledby="rules">
        <h2 id="rules">{t("agency:desk.rules")}</h2>
        <div class="prose">
          <p>{t("agency:desk.may")}</p>
          <p>{t("agency:desk.mayNot")}</p>
        </div>
      </section>
    </div>
  );
}
