/** The gallery's ladies: cards, lines, a progress bar, correspondents, and empty places. */
import { ButtonLink } from "../../../components/buttons.tsx";
import { Cards, LadyCard, type LadyCardView, LadyLine, Lines } from "../../../components/lady_card.tsx";
import { usePage } from "../../../components/page_context.ts";
import { People } from "../../../components/people.tsx";
import { Empty, Progress } from "../../../components/states.tsx";
import { Part, type PartsProps } from "./gallery_part.tsx";

const portrait = (name: string) => ({
  src: `/static/images/portraits/${name}.webp`,
  src320: `/static/images/portraits/${name}-320.webp`,
});

const ladies = [
  { name: "olena", age: 29, isOnline: true, isNew: false },
  { name: "daria", age: 31, isOnline: false, isNew: false },
  { name: "ioana", age: 27, isOnline: true, isNew: true },
  { name: "polina", age: 26, isOnline: false, isNew: false },
];

export function LadyParts({ prefix }: PartsProps) {
  return (
    <>
      <LadyCards prefix={prefix} />
      <Correspondents prefix={prefix} />
      <EmptyPlaces />
    </>
  );
}

/** By the number of a lady her heart is named; here each heart has one of its own. */
const firstIds = { light: { cards: 1, lines: 101 }, dark: { cards: 201, lines: 301 } };

function LadyCards({ prefix }: PartsProps) {
  const { t } = usePage();
  const viewFrom = (firstId: number) => ({ name, ...rest }: typeof ladies[number], index: number): LadyCardView => ({
    id: firstId + index,
    href: "#main",
    name: t(`gallery:lady.${name}`),
    place: t(`gallery:lady.${name}Place`),
    city: t(`gallery:lady.${name}City`),
    quote: t(`gallery:lady.${name}Line`),
    isVerified: index < 2,
    portrait: portrait(name),
    onlineLabel: t("gallery:lady.online"),
    newLabel: t("gallery:lady.new"),
    ...rest,
  });
  return (
    <>
      <Part name="cards">
        <Cards>
          {ladies.map(viewFrom(firstIds[prefix].cards)).map((lady, index) => (
            <LadyCard key={lady.id} lady={lady} heading="h4" isKept={index === 1} />
          ))}
        </Cards>
      </Part>
      <Part name="lines">
        <Lines>
          {ladies.map(viewFrom(firstIds[prefix].lines)).map((lady) => <LadyLine key={lady.id} lady={lady} />)}
        </Lines>
      </Part>
      <Part name="waiting">
        <Progress label={t("gallery:waiting.upload")} value={45} />
      </Part>
    </>
  );
}

function Correspondents({ prefix }: PartsProps) {
  const { t } = usePage();
  const avatar = (name: string) => `/static/images/portraits/${name}-avatar.webp`;
  const people = [
    {
      id: 1,
      href: "#main",
      name: t("gallery:lady.daria"),
      avatar: avatar("daria"),
      date: { iso: "2026-03-16", text: t("gallery:people.today") },
      what: t("gallery:people.sealed"),
      isLocked: true,
      isCurrent: true,
      unreadCount: 2,
      unreadLabel: t("gallery:mark.newLetters"),
    },
    {
      id: 2,
      href: "#main",
      name: t("gallery:lady.olena"),
      avatar: avatar("olena"),
      date: { iso: "2026-03-10", text: t("gallery:people.tuesday") },
      what: t("gallery:people.yours"),
    },
    {
      id: 3,
      href: "#main",
      name: t("gallery:lady.ioana"),
      avatar: avatar("ioana"),
      date: { iso: "2026-03-09", text: t("gallery:people.march") },
      what: t("gallery:people.introduction"),
    },
  ];
  const theme = t(prefix === "light" ? "gallery:day" : "gallery:night");
  return (
    <Part name="people">
      <div class="tiles">
        <People label={`${t("gallery:part.people")} ${theme}`} people={people} />
      </div>
    </Part>
  );
}

function EmptyPlaces() {
  const { t } = usePage();
  const find = <ButtonLink href="#main" tone="quiet">{t("gallery:empty.find")}</ButtonLink>;
  const back = <ButtonLink href="#main" tone="quiet">{t("gallery:empty.back")}</ButtonLink>;
  return (
    <Part name="empty">
      <div class="tiles">
        <Empty title={t("gallery:empty.none")} heading="h4" action={find}>{t("gallery:empty.noneBody")}</Empty>
        <Empty title={t("gallery:empty.missing")} heading="h4" drawing="open" action={back}>
          {t("gallery:empty.missingBody")}
        </Empty>
      </div>
    </Part>
  );
}
