/** The header of every page: brand, main menu, language, account, and all of these again as a menu for small screens. */
import { IconButton } from "../buttons.tsx";
import { classNames } from "../class_names.ts";
import { Icon } from "../icon.tsx";
import { Menu } from "../overlays.tsx";
import { usePage } from "../page_context.ts";
import { Account, GuestButtons, LogOutLink } from "./account.tsx";
import { Brand } from "./brand.tsx";
import { MenuItem } from "./menu_link.tsx";
import { accountMenu, isGroup, mainMenu } from "./menus.ts";
import type { MenuNode, SiteInfo, Variant } from "./types.ts";

interface HeaderProps {
  site: SiteInfo;
  variants: Variant[];
  allGirlsPath: string;
}

export function Header({ site, variants, allGirlsPath }: HeaderProps) {
  const { t, viewer } = usePage();
  const nodes = mainMenu(viewer, allGirlsPath);
  const newCount = viewer ? viewer.newLetters.inbox + viewer.newLetters.introduction : 0;
  const burgerLabel = newCount > 0 ? `${t("common:menu")}, ${newCount} ${t("common:newLetters")}` : t("common:menu");
  return (
    <header class="top">
      <div class="wrap">
        <IconButton
          icon="menu"
          label={burgerLabel}
          class={classNames("burger", newCount > 0 && "burger--news")}
          popovertarget="small-menu"
        />
        <SmallMenu site={site} variants={variants} nodes={nodes} />
        <Brand name={site.brand} />
        <nav class="main-menu" aria-label={t("common:mainMenu")}>
          <ul>
            {nodes.map((node) => (
              <li key={node.word}>
                <MenuNodeView node={node} />
              </li>
            ))}
          </ul>
        </nav>
        <div class="account">
          <LanguageMenu variants={variants} />
          <Account />
        </div>
      </div>
    </header>
  );
}

function MenuNodeView({ node }: { node: MenuNode }) {
  const { t } = usePage();
  if (!isGroup(node)) return <MenuItem link={node} />;
  return (
    <Menu name="top" summary={t(node.word)}>
      {node.links.map((link) => (
        <li key={link.path}>
          <MenuItem link={link} />
        </li>
      ))}
    </Menu>
  );
}

function LanguageMenu({ variants }: { variants: Variant[] }) {
  const { t } = usePage();
  if (variants.length < 2) return null;
  const current = variants.find((variant) => variant.isCurrent);
  return (
    <div class="only-wide">
      <Menu
        name="top"
        atEnd
        summary={
          <>
            <span class="visually-hidden">{t("common:language")}</span> {current?.label}
          </>
        }
      >
        {variants.map((variant) => <VariantItem key={variant.locale} variant={variant} />)}
      </Menu>
    </div>
  );
}

function VariantItem({ variant }: { variant: Variant }) {
  return (
    <li>
      <a
        href={variant.href}
        hreflang={variant.locale}
        lang={variant.locale}
        aria-current={variant.isCurrent ? "true" : undefined}
      >
        {variant.label}
      </a>
    </li>
  );
}

/** A popover: it opens, closes and keeps the page from scrolling without a script. */
function SmallMenu({ site, variants, nodes }: { site: SiteInfo; variants: Variant[]; nodes: MenuNode[] }) {
  const { t, viewer } = usePage();
  const links = nodes.flatMap((node) => isGroup(node) ? node.links : [node]);
  const all = viewer ? [...links, ...accountMenu(viewer)] : links;
  return (
    <nav class="sheet-menu" id="small-menu" popover="auto" aria-label={t("common:smallMenu")}>
      <div class="line">
        <Brand name={site.brand} />
        <IconButton icon="close" label={t("common:close")} popovertarget="small-menu" popovertargetaction="hide" />
      </div>
      <ul>
        {all.map((link) => (
          <li key={link.path}>
            <MenuItem link={link}>
              <Icon name="right" />
            </MenuItem>
          </li>
        ))}
      </ul>
      <p class="actions">
        {viewer ? <LogOutLink className="btn btn--quiet" /> : <GuestButtons isLarge />}
      </p>
      {variants.length > 1 && (
        <ul class="tongues" aria-label={t("common:language")}>
          {variants.map((variant) => <VariantItem key={variant.locale} variant={variant} />)}
        </ul>
      )}
    </nav>
  );
}
