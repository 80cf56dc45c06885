/** The main menus of staff. */
import type { MenuGroup, MenuNode } from "./types.ts";

/** The admins' pages, grouped by subject. */
const adminPages: MenuGroup[] = [
  {
    word: "staff:menu.people",
    links: [
      {
        word: "admin:nav.users",
        path: "/admin/users",
        section: "/admin/users",
        others: /^\/admin\/(letters|backgrounds)\b/,
      },
      { word: "admin:nav.approvals", path: "/admin/approvals" },
      { word: "admin:verification.menu", path: "/admin/verifications", section: "/admin/verifications" },
      { word: "admin:nav.reports", path: "/admin/reports", section: "/admin/reports" },
      { word: "admin:nav.appeals", path: "/admin/appeals", section: "/admin/appeals" },
      { word: "admin:nav.messages", path: "/admin/messages", section: "/admin/messages" },
    ],
  },
  {
    word: "staff:menu.shop",
    links: [
      { word: "shop:nav.rates", path: "/admin/rates", section: "/admin/rates" },
      { word: "shop:nav.tariffs", path: "/admin/tariffs", section: "/admin/tariffs" },
      { word: "shop:nav.promoCodes", path: "/admin/promo-codes", section: "/admin/promo-codes" },
      { word: "shop:nav.promotions", path: "/admin/promotions", section: "/admin/promotions" },
      { word: "shop:nav.figures", path: "/admin/figures" },
      { word: "shop:nav.tax", path: "/admin/tax" },
      { word: "admin:refundRequests.menu", path: "/admin/refund-requests", others: /^\/admin\/payments\// },
    ],
  },
  {
    word: "staff:menu.writing",
    links: [
      { word: "shop:nav.stories", path: "/admin/stories", section: "/admin/stories" },
      { word: "shop:nav.newsletters", path: "/admin/newsletters", section: "/admin/newsletters" },
    ],
  },
  {
    word: "staff:menu.house",
    links: [
      { word: "log:menu", path: "/admin/log" },
      { word: "admin:nav.transparency", path: "/admin/transparency" },
    ],
  },
];

const agencyPages: MenuGroup[] = [
  {
    word: "staff:menu.ladies",
    links: [
      { word: "agency:nav.ladies", path: "/agency/ladies", others: /^\/agency\/ladies\/\d+$/ },
      { word: "agency:nav.new", path: "/agency/ladies/new" },
      { word: "agency:nav.statement", path: "/agency/statement" },
    ],
  },
];

const translatorPages: MenuNode[] = [
  { word: "translation:nav.queue", path: "/agency/mail", section: "/agency/mail" },
];

const pagesByGroup: Record<3 | 4 | 5, MenuNode[]> = {
  3: [{ word: "staff:menu.desk", path: "/admin" }, ...adminPages],
  4: [{ word: "staff:menu.desk", path: "/agency" }, ...agencyPages],
  5: translatorPages,
};

export const staffMenu = (groupId: 3 | 4 | 5): MenuNode[] => pagesByGroup[groupId];
