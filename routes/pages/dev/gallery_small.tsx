/** The gallery's small things: colours, type, buttons, marks, icons, navigation, menus, notices, dialogs. */
import { Button, ButtonLink, IconButton, PricedButton, PricedLink } from "../../../components/buttons.tsx";
import { Icon, iconNames } from "../../../components/icon.tsx";
import { Avatar, Badge, Mark, Presence, Tag } from "../../../components/marks.tsx";
import { Crumbs, Pages, Tabs } from "../../../components/navigation.tsx";
import { Dialog, Menu, Tip, Toast } from "../../../components/overlays.tsx";
import { usePage } from "../../../components/page_context.ts";
import { Rich } from "../../../components/rich.tsx";
import { SealV, SealZh, Wax } from "../../../components/seals.tsx";
import { Notice } from "../../../components/states.tsx";
import { Tariff } from "../../../components/tariff.tsx";
import { Part, type PartsProps } from "./gallery_part.tsx";

const swatches = [
  "paper",
  "sheet",
  "well",
  "kraft",
  "ink",
  "ink-soft",
  "ink-faint",
  "rule",
  "rule-strong",
  "seal",
  "seal-text",
  "jade",
  "amber-text",
];

export function SmallParts({ prefix }: PartsProps) {
  return (
    <>
      <Colours />
      <Types />
      <Buttons />
      <Marks />
      <Ways prefix={prefix} />
      <Notices />
      <Dialogs prefix={prefix} />
    </>
  );
}

function Colours() {
  return (
    <Part name="colour">
      <ul class="swatches">
        {swatches.map((name) => (
          <li key={name} class={`swatch--${name}`}>
            <b>{name}</b>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Types() {
  const { t } = usePage();
  return (
    <Part name="type">
      <p class="type--display">
        <Rich text={t("gallery:type.display")} />
      </p>
      <p class="type--h1">{t("gallery:type.h1")}</p>
      <p class="type--h2">{t("gallery:type.h2")}</p>
      <p class="type--h3">{t("gallery:type.h3")}</p>
      <div class="prose">
        <p>{t("gallery:type.letter")}</p>
        <p lang="uk">Сьогодні у Львові вперше пахне весною.</p>
        <p lang="ro">Astăzi la Iași miroase pentru prima dată a primăvară, spune Mădălina.</p>
      </div>
      <p>{t("gallery:type.work")}</p>
    </Part>
  );
}

function Buttons() {
  const { t } = usePage();
  return (
    <Part name="buttons">
      <div class="row">
        <Button>{t("gallery:button.show")}</Button>
        <Button tone="quiet">{t("gallery:button.decline")}</Button>
        <Button tone="plain">{t("gallery:button.rename")}</Button>
        <Button disabled>{t("gallery:button.notYet")}</Button>
        <Button aria-busy="true">{t("gallery:button.saving")}</Button>
        <ButtonLink href="#main" tone="quiet" small>{t("gallery:button.small")}</ButtonLink>
        <IconButton icon="heart" label={t("gallery:button.keep")} />
      </div>
      <div class="row">
        <PricedButton icon="pen" label={t("gallery:button.write")} price={t("gallery:price.ten")} />
        <PricedLink
          href="#main"
          tone="quiet"
          icon="chat"
          label={t("gallery:button.text")}
          price={t("gallery:price.oneMinute")}
        />
        <PricedButton
          tone="quiet"
          icon="video"
          label={t("gallery:button.video")}
          price={t("gallery:price.fiveMinute")}
          disabled
        />
        <Button tone="seal">{t("gallery:button.pay")}</Button>
      </div>
    </Part>
  );
}

function Marks() {
  const { t } = usePage();
  return (
    <>
      <Part name="marks">
        <div class="row">
          <Tag>{t("gallery:mark.interest")}</Tag>
          <Tag href="#main" removeLabel={t("gallery:mark.remove")}>{t("gallery:mark.age")}</Tag>
          <Mark>{t("gallery:mark.popular")}</Mark>
          <Mark tone="ink">{t("gallery:mark.opened")}</Mark>
          <Badge count={3} label={t("gallery:mark.newLetters")} />
          <Badge count={12} quiet />
          <Presence isOnline label={t("gallery:mark.online")} />
          <Presence isOnline={false} label={t("gallery:mark.offline")} />
          <span class="folio">{t("gallery:mark.folio")}</span>
        </div>
        <div class="row">
          <Avatar size="small" src="/static/images/portraits/olena-avatar.webp" />
          <Avatar src="/static/images/portraits/daria-avatar.webp" />
          <Avatar size="large" src="/static/images/portraits/ioana-quad.webp" />
          <SealV />
          <SealZh />
          <Wax />
        </div>
      </Part>
      <Part name="icons">
        <ul class="row">
          {iconNames.map((name) => (
            <li key={name}>
              <Icon name={name} label={name} />
            </li>
          ))}
        </ul>
      </Part>
    </>
  );
}

function Ways({ prefix }: PartsProps) {
  const { t } = usePage();
  const crumbs = [
    { href: "#main", label: t("gallery:way.home") },
    { href: "#main", label: t("gallery:way.ladies") },
    { label: t("gallery:lady.olena") },
  ];
  const tabs = [
    {
      href: "#introductions",
      label: t("gallery:way.introductions"),
      count: 1,
      countLabel: t("gallery:mark.newLetters"),
    },
    { href: "#inbox", label: t("gallery:way.inbox"), isCurrent: true },
    { href: "#outbox", label: t("gallery:way.outbox") },
    { href: "#deleted", label: t("gallery:way.deleted") },
  ];
  return (
    <>
      <Part name="way">
        <Crumbs label={`${t("gallery:way.crumbs")} ${t(themeName(prefix))}`} crumbs={crumbs} />
        <Tabs label={`${t("gallery:way.mail")} ${t(themeName(prefix))}`} tabs={tabs} />
        <Pages
          label={`${t("gallery:way.pages")} ${t(themeName(prefix))}`}
          current={5}
          last={11}
          hrefOf={(page) => `#page-${page}`}
          previousLabel={t("gallery:way.previous")}
          nextLabel={t("gallery:way.next")}
          pageLabel={(page) => t("gallery:way.page", { page })}
        />
      </Part>
      <Part name="menu">
        <div class="row">
          <Tip id={`${prefix}-tip`} text={t("gallery:menu.offline")} open>
            <IconButton icon="video-off" label={t("gallery:menu.call")} aria-describedby={`${prefix}-tip`} />
          </Tip>
          <Menu summary={t("gallery:menu.account")} name={`${prefix}-menu`}>
            <MenuItems />
          </Menu>
          <ul class="menu__list">
            <MenuItems />
          </ul>
        </div>
      </Part>
    </>
  );
}

const themeName = (prefix: PartsProps["prefix"]) => prefix === "light" ? "gallery:day" : "gallery:night";

function MenuItems() {
  const { t } = usePage();
  return (
    <>
      <li>
        <a href="#main">{t("gallery:menu.account")}</a>
      </li>
      <li>
        <a href="#main">
          {t("gallery:menu.balance")} <span class="faint">184</span>
        </a>
      </li>
      <li>
        <button type="button">{t("gallery:menu.logout")}</button>
      </li>
    </>
  );
}

function Notices() {
  const { t } = usePage();
  const dismissLabel = t("gallery:toast.dismiss");
  return (
    <Part name="notices">
      <div class="tiles">
        <Toast tone="good" title={t("gallery:toast.sent")} dismissLabel={dismissLabel}>
          {t("gallery:toast.sentBody")}
        </Toast>
        <Toast tone="bad" title={t("gallery:toast.low")} dismissLabel={dismissLabel}>
          <ButtonLink href="#main" tone="quiet" small>{t("common:buyCredits")}</ButtonLink>
        </Toast>
        <Toast title={t("gallery:toast.message")} dismissLabel={dismissLabel}>{t("gallery:toast.messageBody")}</Toast>
        <Notice>{t("gallery:notice.processing")}</Notice>
        <Notice tone="good">{t("gallery:notice.saved")}</Notice>
        <Notice tone="bad">{t("gallery:notice.failed")}</Notice>
      </div>
    </Part>
  );
}

function Dialogs({ prefix }: PartsProps) {
  const { t } = usePage();
  const closeLabel = t("gallery:dialog.close");
  const lines = [
    { label: t("gallery:dialog.length"), price: t("gallery:price.ten") },
    { label: t("gallery:dialog.left"), price: "174" },
  ];
  const leave = {
    title: t("gallery:dialog.logout"),
    closeLabel,
    actions: (
      <>
        <Button tone="quiet">{t("gallery:dialog.stay")}</Button>
        <Button>{t("gallery:menu.logout")}</Button>
      </>
    ),
    children: <p class="soft">{t("gallery:dialog.draft")}</p>,
  };
  const watch = (
    <>
      <Button tone="quiet">{t("gallery:dialog.notNow")}</Button>
      <PricedButton label={t("gallery:dialog.watchNow")} price={t("gallery:price.ten")} />
    </>
  );
  return (
    <Part name="dialog">
      <div class="tiles">
        <Dialog id={`${prefix}-leave`} inline {...leave} />
        <Dialog id={`${prefix}-watch`} inline title={t("gallery:dialog.watch")} closeLabel={closeLabel} actions={watch}>
          <Tariff lines={lines} small />
        </Dialog>
      </div>
      <Button tone="quiet" command="show-modal" commandfor={`${prefix}-modal`}>{t("gallery:dialog.open")}</Button>
      <Dialog id={`${prefix}-modal`} {...leave} />
    </Part>
  );
}
