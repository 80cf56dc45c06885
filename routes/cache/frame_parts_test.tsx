import { expect } from "expect";
import { render } from "preact-render-to-string";
import { Footer } from "../../components/frame/footer.tsx";
import { Header } from "../../components/frame/header.tsx";
import { type PageContext, PageProvider, type Viewer } from "../../components/page_context.ts";
import { translatorFor } from "../../i18n/translate.ts";
import { frameParts, type FramePartsProps } from "./frame_parts.tsx";
import { Memory } from "../../kv/store/memory.ts";
import { KeptViews } from "./kept_views.tsx";

const viewer: Viewer = {
  id: 1,
  groupId: 1,
  firstname: "James",
  avatar: "/photos/james.webp",
  balanceCredits: 200,
  newLetters: { inbox: 2, introduction: 0 },
};

const props: FramePartsProps = {
  site: {
    brand: "Vesna",
    contactEmail: "house@vesna.test",
    contactPhone: null,
    social: [],
    payMethods: ["card"],
    cardsBy: "stripe",
    hasImprint: false,
    isDemo: true,
  },
  theme: "auto",
  variantsTo: (next) => [
    { locale: "en", label: "English", href: `/language/en?next=${next}`, isCurrent: true },
    { locale: "uk", label: "Українська", href: `/language/uk?next=${next}`, isCurrent: false },
  ],
  next: "",
  allGirlsPath: "/girls/All_Ladies",
  hasChoices: false,
};

interface Look {
  viewer?: Partial<Viewer>;
  locale?: PageContext["locale"];
  path?: string;
  props?: Partial<FramePartsProps>;
}

function pageOf({ viewer: person, locale = "en", path = "/man/mail/inbox", props: differing }: Look) {
  const page: PageContext = {
    locale,
    t: translatorFor(locale),
    path,
    href: (to) => to === "/" ? `/${locale}` : `/${locale}${to}`,
    viewer: { ...viewer, ...person },
  };
  return { page, all: { ...props, next: encodeURIComponent(path), ...differing } };
}

function htmlOf(kept: KeptViews, look: Look): string {
  const { page, all } = pageOf(look);
  const { header, footer } = frameParts(kept, page, all);
  return render(<PageProvider value={page}>{header}{footer}</PageProvider>);
}

function htmlAlone(look: Look): string {
  const { page, all: { variantsTo, next, ...rest } } = pageOf(look);
  return render(
    <PageProvider value={page}>
      <Header {...rest} variants={variantsTo(next)} />
      <Footer {...rest} />
    </PageProvider>,
  );
}

/** What can differ between people and between pages. */
const looks: Look[] = [
  {},
  { path: "/man/mail/outbox" },
  { path: "/search" },
  { path: "/" },
  { path: "/man/mail/inbox/conversation/2/3" },
  { path: "/girls/Online_Ladies" },
  { viewer: { firstname: 'Wei <b> & "Lin"', avatar: "/photos/wei.webp?a&b" } },
  { viewer: { balanceCredits: 1 } },
  { viewer: { balanceCredits: 22 }, locale: "uk" },
  { viewer: { balanceCredits: 25 }, locale: "uk" },
  { viewer: { newLetters: { inbox: 0, introduction: 1 } } },
  { viewer: { newLetters: { inbox: 0, introduction: 0 } } },
  { viewer: { groupId: 2, firstname: "Olena", balanceCredits: null }, path: "/lady/mail/inbox" },
  { viewer: { groupId: 3, firstname: "Ada", balanceCredits: null }, path: "/admin" },
  { locale: "zh-Hant" },
  { props: { theme: "dark" } },
  { props: { hasChoices: true } },
  { props: { site: { ...props.site, brand: "春信" } } },
  // The same address on the hosts of both variants, which have other languages beside it.
  { locale: "uk" },
  {
    locale: "uk",
    props: {
      variantsTo: (next) => [
        { locale: "zh-Hant", label: "繁體中文", href: `/language/zh-Hant?next=${next}`, isCurrent: false },
        { locale: "uk", label: "Українська", href: `/language/uk?next=${next}`, isCurrent: true },
      ],
    },
  },
];

Deno.test("whatever was kept for others, header and footer are as if they were rendered for this person and page alone", () => {
  const kept = new KeptViews(new Memory(true));
  for (const look of [...looks, ...looks.toReversed()]) {
    expect(htmlOf(kept, look)).toBe(htmlAlone(look));
  }
});

Deno.test("James and Wei share a header and a footer", () => {
  const kept = new KeptViews(new Memory(true));
  htmlOf(kept, { path: "/man/mail/introduction" });
  htmlOf(kept, { viewer: { firstname: "Wei", avatar: "/photos/wei.webp" }, path: "/man/mail/outbox" });
  expect(kept.size).toBe(2);
});
