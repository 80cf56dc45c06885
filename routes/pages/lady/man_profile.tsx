/** A man as a lady sees him: what he tells of himself, and never his surname, address, birthday or credits. */
import { ButtonLink } from "../../../components/buttons.tsx";
import { Avatar } from "../../../components/marks.tsx";
import { usePage } from "../../../components/page_context.ts";
import { PersonName } from "../../../components/person_name.tsx";
import { type Fact, Facts } from "../../../components/tariff.tsx";
import { type User, userById } from "../../../kv/accounts/users.ts";
import { zodiacSignOf } from "../../../kv/ladies/attributes.ts";
import { publishedLadyById } from "../../../kv/ladies/ladies.ts";
import { type ManProfile, manProfileOf } from "../../../kv/ladies/profiles.ts";
import { refuse } from "../../../kv/store/refusals.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext } from "../../http/env.ts";
import { answerPage } from "../../http/page.tsx";
import { idOf } from "../../http/read_input.ts";
import { answerRefusal } from "../../http/refusal_answer.tsx";
import { OwnWords } from "../../ladies/own_words.tsx";
import { langOf } from "../../ladies/word_languages.ts";
import { attributeWord } from "../../account/attribute_words.ts";
import { wishesInWords } from "../../account/wishes_in_words.ts";
import { ladySide, newConversationPath } from "../../letters/sides.ts";
import { type Partner, recipientOf } from "../mail/partners.ts";
import { questionsToAsk, withQuestion } from "../mail/questions.ts";
import { SafetyLinks } from "../safety/links.tsx";
import { formatMonth } from "../../../i18n/format.ts";
import { languageList } from "../../../i18n/languages.ts";
import { isChinese } from "../../../i18n/locales.ts";

export const manProfilePage: PageDefinition = {
  paths: ["/lady/man/:id"],
  access: "ladies",
  async get(c) {
    const { store } = c.var.deps;
    const { user: viewer, blockedIds } = c.var.signedIn;
    const id = idOf(c.req.param("id"));
    // A lady who is not yet shown to men sees none of them; two people with a block between them do not see each other.
    const mayLook = id !== null && !blockedIds.has(id) && await publishedLadyById(store, viewer.id) !== null;
    const him = mayLook ? await recipientOf(c, ladySide, id) : null;
    const user = him && await userById(store, him.id);
    if (!user) return await answerRefusal(c, refuse("not_found"));
    const profile = await manProfileOf(store, user.id);
    return await answerPage(c, {
      title: him.name,
      description: c.var.facts.t("account:man.description"),
      robots: "noindex",
      view: <ManView him={him} profile={profile} facts={factsOf(c, him, user, profile)} />,
    });
  },
};

/** What he told of himself, and what is known of every man, so that no page shows just a zodiac sign. */
function factsOf(c: AppContext, { reading }: Partner, user: User, profile: ManProfile): Fact[] {
  const { t, locale } = c.var.facts;
  const word = (name: typeof vocabularies[number]) => {
    const value = profile[name];
    return value && attributeWord(t, name, value, true);
  };
  const { heightCm, weightKg, childrenNumber, interests } = profile;
  const own = interests.join(" · ");
  const told: [string, string | number | null][] = [
    ["height", heightCm && t("attributes:unit.height", { count: heightCm })],
    ["weight", weightKg && t("attributes:unit.weight", { count: weightKg })],
    ...vocabularies.map((name): [string, string | null] => [name, word(name)]),
    ["childrenNumber", childrenNumber === 0 ? t("profile:noChildren") : childrenNumber],
    ["zodiacSign", t(`attributes:zodiacSign.${zodiacSignOf(user.birthdate)}`)],
  ];
  const joined = new Date(user.confirmedAt);
  return [
    { label: t("account:man.reads"), value: languageList(locale, reading?.reads ?? []) },
    { label: t("account:man.since"), value: formatMonth(locale, joined.getUTCFullYear(), joined.getUTCMonth() + 1) },
    ...told.flatMap(([name, value]) => value ? [{ label: t(`attributes:field.${name}`), value: String(value) }] : []),
    ...own ? [{ label: t("attributes:field.interests"), value: own, lang: langOf(locale, own) }] : [],
  ];
}

const vocabularies = [
  "hairColor",
  "eyeColor",
  "maritalStatus",
  "education",
  "profession",
  "religion",
  "smoking",
  "drinking",
] as const;

function ManView({ him, profile, facts }: { him: Partner; profile: ManProfile; facts: Fact[] }) {
  const { t, href, locale } = usePage();
  return (
    <article class="wrap man">
      <div class="who">
        <div class="with-face">
          <Avatar src={him.avatar} size="large" />
          <div>
            <h1>
              <bdi>
                <PersonName name={him.name} />
              </bdi>
              {isChinese(locale) ? " " : ", "}
              <span class="age">{t("profile:age", { age: him.age ?? "" })}</span>
            </h1>
            <p class="place">{him.place}</p>
          </div>
        </div>
        {profile.quote && <blockquote lang={langOf(locale, profile.quote)}>{profile.quote}</blockquote>}
        <div>
          <ButtonLink href={href(newConversationPath(ladySide, him.id))} icon="pen">
            {t("account:man.write")}
          </ButtonLink>
        </div>
        <div class="safety-links">
          <SafetyLinks id={him.id} name={him.name} from="profile" />
        </div>
      </div>
      <div class="story section">
        <div>
          {profile.about
            ? <OwnWords title={t("account:man.about")} text={profile.about} />
            : <Silent him={him} profile={profile} />}
          <Wished profile={profile} />
        </div>
        {/* In a column of its own, so that its lines stay close however long his words are. */}
        <div>
          <section>
            <h2>{t("account:man.inShort")}</h2>
            <Facts facts={facts} oneColumn />
          </section>
        </div>
      </div>
    </article>
  );
}

/** Shown if he has written nothing about himself: questions to ask him, without the one that he has answered already. */
function Silent({ him, profile }: { him: Partner; profile: ManProfile }) {
  const { t, href } = usePage();
  const questions = questionsToAsk.filter((name) => name !== "work" || !profile.profession);
  return (
    <section class="form">
      <h2>{t("account:man.about")}</h2>
      <p>{t("account:man.silent", { name: him.name })}</p>
      <p class="soft">{t("account:man.askHim")}</p>
      <ul>
        {questions.map((name) => (
          <li key={name}>
            <a class="roomy" href={href(withQuestion(newConversationPath(ladySide, him.id), name))}>
              {t(`account:question.${name}`)}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Whom he looks for; nothing if he has not said it. */
function Wished({ profile }: { profile: ManProfile }) {
  const { t, locale } = usePage();
  const { lookingFor, idealPartner, ageFrom, ageTo } = profile;
  const bounds = ageFrom !== null ? (ageTo !== null ? "both" : "from") : ageTo !== null ? "to" : null;
  const years = (count: number | null) => count === null ? "" : t("search:unit.age", { count });
  const ages = bounds &&
    t(`search:range.${bounds}`, { from: bounds === "both" ? ageFrom : years(ageFrom), to: years(ageTo) });
  const wishes: Fact[] = [
    ...(lookingFor.length > 0
      ? [{
        label: t("attributes:field.lookingFor"),
        value: wishesInWords({ t, locale }, lookingFor),
      }]
      : []),
    ...(ages ? [{ label: t("attributes:field.age"), value: ages }] : []),
  ];
  if (wishes.length === 0 && !idealPartner) return null;
  return (
    <>
      {idealPartner && <OwnWords title={t("account:man.ideal")} text={idealPartner} />}
      {wishes.length > 0 && (
        <section>
          <h2>{t("account:man.lookingFor")}</h2>
          <Facts facts={wishes} oneColumn />
        </section>
      )}
    </>
  );
}
