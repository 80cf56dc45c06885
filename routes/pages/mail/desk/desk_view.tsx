/** The view of the desk: the pile of envelopes, the stations of letters on their way, drafts, birthdays. */
import type { VNode } from "preact";
import { Button, ButtonLink } from "../../../../components/buttons.tsx";
import { Icon } from "../../../../components/icon.tsx";
import { Cards, LadyCard } from "../../../../components/lady_card.tsx";
import { type PageContext, usePage } from "../../../../components/page_context.ts";
import { PersonName } from "../../../../components/person_name.tsx";
import { Postmark } from "../../../../components/postmark.tsx";
import { Wax } from "../../../../components/seals.tsx";
import type { Model } from "../../../cache/kept_models.ts";
import type { KeptViews } from "../../../cache/kept_views.tsx";
import type { DeskTalk } from "../talk/talk_lines.ts";
import type { Birthday } from "./birthdays.ts";
import { type Desk, showsPresence } from "./desk.ts";
import type { Begun, Envelope, OnTheWay } from "./lines.ts";

interface DeskName {
  /** The level of the desk's own heading; the headings of its parts are one level below. */
  heading: "h1" | "h2";
  title: string;
}

type DeskProps = DeskName & { desk: Desk };

/** Each desk as text, by which desks are told apart. */
const texts = new WeakMap<Desk, string>();

function textOf(desk: Desk): string {
  const known = texts.get(desk);
  if (known !== undefined) return known;
  const text = JSON.stringify(desk);
  texts.set(desk, text);
  return text;
}

/** Renders a desk once for as long as the same lies on it. */
export function keptDesk(
  kept: KeptViews,
  page: PageContext,
  { model: desk, about }: Model<Desk>,
  name: DeskName,
): VNode {
  const props = { desk, ...name };
  if (showsPresence(desk)) return <DeskView {...props} />;
  return kept.show({
    key: `desk ${page.locale} ${page.href("/")} ${name.heading} ${name.title} ${textOf(desk)}`,
    about,
    own: {},
    view: () => <DeskView {...props} />,
    page: { ...page, path: "", viewer: null },
  });
}

function DeskView({ desk, heading: Heading, title }: DeskProps) {
  const { t, href } = usePage();
  const { now, talks, pile, more, way, drafts, birthdays, untold, ladies } = desk;
  const Part = Heading === "h1" ? "h2" : "h3";
  return (
    <section class="desk-now" aria-labelledby="desk">
      <header>
        <Heading id="desk">{title}</Heading>
        <p class="lead">{now.text}</p>
        {now.ways.length > 0 && (
          <p class="actions">
            {now.ways.map(({ href, label, icon }, at) => (
              <ButtonLink key={href} href={href} icon={icon} tone={at === 0 ? "ink" : "quiet"}>{label}</ButtonLink>
            ))}
          </p>
        )}
      </header>
      {talks.length > 0 && (
        <section aria-labelledby="desk-talks">
          <Part id="desk-talks">{t("talks:line.title")}</Part>
          <PeopleLines lines={talks} />
        </section>
      )}
      {pile.length > 0 && (
        <section class="desk-now__pile" aria-labelledby="desk-pile">
          <Part id="desk-pile">{t("desk:pile.title")}</Part>
          <ul>{pile.map((each) => <EnvelopeLink key={each.id} envelope={each} />)}</ul>
          {more && (
            <p class="soft">
              {more.href
                ? <a href={more.href}>{t("desk:pile.more", { count: more.count })}</a>
                : t("desk:pile.more", { count: more.count })}
            </p>
          )}
        </section>
      )}
      {drafts.length > 0 && (
        <section aria-labelledby="desk-drafts">
          <Part id="desk-drafts">{t("desk:drafts.title")}</Part>
          <ul class="desk-now__lines">
            {drafts.map((each) => <DraftLine key={each.partnerId} draft={each} action={desk.action} />)}
          </ul>
        </section>
      )}
      {way.length > 0 && (
        <section aria-labelledby="desk-way">
          <Part id="desk-way">{t("desk:way.title")}</Part>
          <ul class="desk-now__lines">{way.map((each) => <WayLine key={each.id} sent={each} />)}</ul>
        </section>
      )}
      {ladies.length > 0 && (
        <section class="desk-now__ladies" aria-labelledby="desk-ladies">
          <Part id="desk-ladies">{t("desk:ladies.title")}</Part>
          <Cards>{ladies.map((lady) => <LadyCard key={lady.id} lady={lady} heading="h4" sizes={cardSizes} />)}</Cards>
        </section>
      )}
      {untold && <Untold href={untold.href} action={desk.action} />}
      {birthdays.length > 0 && (
        <section aria-labelledby="desk-birthdays">
          <Part id="desk-birthdays">
            <a href={href("/girls/Upcoming_Birthdays")}>{t("desk:birthdays.title")}</a>
          </Part>
          <PeopleLines lines={birthdays} />
        </section>
      )}
    </section>
  );
}

/** A line for each person: the name, and what is said of her or him. */
function PeopleLines({ lines }: { lines: readonly (DeskTalk | Birthday)[] }) {
  return (
    <ul class="desk-now__lines">
      {lines.map(({ href, name, text }) => (
        <li key={href}>
          <a class="name" href={href}>
            <PersonName name={name} />
          </a>
          <span class="soft">{text}</span>
        </li>
      ))}
    </ul>
  );
}

/** The quiet reminder that he has told nothing of himself; its button ends it for good. */
function Untold({ href, action }: { href: string; action: string }) {
  const { t } = usePage();
  return (
    <form class="desk-now__lines" method="post" action={action}>
      <input type="hidden" name="action" value="letGo" />
      <p class="soft">{t("desk:untold.text")}</p>
      <p>
        <ButtonLink href={href} icon="pen" tone="quiet" small>{t("desk:untold.tell")}</ButtonLink>{" "}
        <Button type="submit" tone="plain" small>{t("desk:untold.letGo")}</Button>
      </p>
    </form>
  );
}

const cardSizes = "(width >= 64rem) 14vw, 43vw";

function EnvelopeLink({ envelope: { href, name, about, isSealed, date, postmark } }: { envelope: Envelope }) {
  return (
    <li>
      <a href={href}>
        <svg class="flap" viewBox="0 0 100 30" preserveAspectRatio="none" aria-hidden="true">
          <path d="M0 0H100L50 30Z" fill="currentColor" />
        </svg>
        {isSealed && <Wax />}
        <span class="name">
          <PersonName name={name} />
        </span>
        <span>{about}</span>
        <time class="visually-hidden" datetime={date.iso}>{date.text}</time>
        <Postmark {...postmark} />
      </a>
    </li>
  );
}

function WayLine({ sent: { href, name, text, steps, reached } }: { sent: OnTheWay }) {
  const { t } = usePage();
  return (
    <li>
      <a class="name" href={href}>{t("desk:way.to", { name })}</a>
      <span class="soft">{text}</span>
      {steps.length > 0 && (
        <ol class="desk-now__steps">
          {steps.map((step, at) => (
            <li
              key={step}
              class={at < reached ? "reached" : undefined}
              aria-current={at + 1 === reached ? "step" : undefined}
            >
              {t(`desk:way.step.${step}`)}
            </li>
          ))}
        </ol>
      )}
    </li>
  );
}

function DraftLine({ draft, action }: { draft: Begun; action: string }) {
  const { t } = usePage();
  const { partnerId, href, name, words, lang, date, hasOthers } = draft;
  return (
    <li>
      {href
        ? <a class="name" href={href}>{t("desk:drafts.to", { name })}</a>
        : <span class="name">{t("desk:drafts.to", { name })}</span>}
      <span class="soft">
        <time datetime={date.iso}>{t("desk:drafts.written", { date: date.text })}</time>
      </span>
      {words && <p class="desk-now__words" lang={lang}>{words}</p>}
      {hasOthers && (
        <p class="small soft">
          <Icon name="info" /> {t("desk:drafts.others")}
        </p>
      )}
      <details>
        <summary>
          {t("desk:drafts.discard")}
          <span class="visually-hidden">{` ${t("desk:drafts.to", { name })}`}</span>
        </summary>
        <form method="post" action={action}>
          <input type="hidden" name="action" value="discard" />
          <input type="hidden" name="partnerId" value={partnerId} />
          <Button type="submit" tone="quiet" small>{t("desk:drafts.sure")}</Button>
        </form>
      </details>
    </li>
  );
}
