/** Holds pages to their limits: gzipped bytes of script for the islands of a page, and of each stylesheet. */
import { gzipSync } from "node:zlib";
import { loadManifest, type ManifestFile, type SheetName, sheetNames } from "../islands/runtime/manifest.ts";

export interface PageBudget {
  name: string;
  /** The islands that the page can carry at once. */
  islands: string[];
  /** Most bytes of script, gzipped. */
  limitBytes: number;
  /** Whether signals are serialised in its props, which loads their library. */
  signals?: boolean;
}

export interface BudgetLine {
  name: string;
  bytes: number;
  limitBytes: number;
  ok: boolean;
}

const stylesheetLimitBytes = 20_000;
/** The sheets that are loaded beside that one, each on its own pages. */
const sheetLimitBytes: Record<SheetName, number> = { staff: 5_000, letters: 4_000, chinese: 4_000, offline: 7_000 };
const assetsDir = new URL("../.build/assets/", import.meta.url);

/** Measures each page and each stylesheet against its limit. Throws if an island was not built. */
export function checkBudgets(
  pages: PageBudget[],
  manifest: ManifestFile = loadManifest(),
  dir = assetsDir,
): BudgetLine[] {
  const line = (name: string, bytes: number, limitBytes: number) => ({
    name,
    bytes,
    limitBytes,
    ok: bytes <= limitBytes,
  });
  return [
    line("stylesheet", stylesheetBytes(manifest, dir), stylesheetLimitBytes),
    ...sheetNames.flatMap((name) => {
      const url = manifest.sheets[name];
      return url ? [line(`stylesheet for ${name}`, chunkBytes(url, dir), sheetLimitBytes[name])] : [];
    }),
    ...pages.map(({ name, islands, limitBytes, signals }) =>
      line(name, pageBytes(manifest, islands, { signals, dir }), limitBytes)
    ),
  ];
}

/** Gzipped bytes of all scripts that a page with these islands loads at once. Later imports are not counted. */
export function pageBytes(
  manifest: ManifestFile,
  islands: string[],
  { signals = false, dir = assetsDir }: { signals?: boolean; dir?: URL } = {},
): number {
  if (islands.length === 0) return 0;
  const chunks = islands.map((name) => {
    const chunk = manifest.islands[name];
    if (!chunk) throw new Error(`island "${name}" was not built`);
    return chunk;
  });
  const loaded: { file: string; imports: string[] }[] = signals ? [...chunks, manifest.signals] : chunks;
  const files = new Set([manifest.client, ...loaded.flatMap(({ file, imports }) => [file, ...imports])]);
  return [...files].reduce((sum, file) => sum + chunkBytes(file, dir), 0);
}

export const stylesheetBytes = (manifest: ManifestFile, dir = assetsDir): number =>
  chunkBytes(manifest.stylesheet, dir);

/** Gzipped bytes of one built file, given by its address. */
export const chunkBytes = (url: string, dir = assetsDir): number =>
  gzipSync(Deno.readFileSync(new URL(url.slice("/assets/".length), dir))).length;

/** "14.2 kB", thousands of bytes. */
export const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

/** One row for each page, the one nearest to its limit first. */
export const budgetTable = (lines: BudgetLine[]): string =>
  lines.toSorted((a, b) => b.bytes / b.limitBytes - a.bytes / a.limitBytes).map((line) =>
    `${line.ok ? "ok  " : "OVER"} ${kilobytes(line.bytes).padStart(8)} of ${kilobytes(line.limitBytes)}  ${line.name}`
  ).join("\n");

const everyPage = ["page_chrome", "promo_banner", "sign_in_dialog"];
const guestLimitBytes = 15_000;
const mailLimitBytes = 25_000;
const chatLimitBytes = 60_000;

/** The pages that are measured, each with every island that it can carry. */
const budgetedPages: PageBudget[] = [
  { name: "home and any guest page", islands: everyPage, limitBytes: guestLimitBytes },
  { name: "search", islands: [...everyPage, "search_form"], limitBytes: guestLimitBytes },
  { name: "profile", islands: [...everyPage, "picture_viewer"], limitBytes: guestLimitBytes },
  { name: "sign-up", islands: [...everyPage, "password_field"], limitBytes: guestLimitBytes },
  { name: "confirm", islands: [...everyPage, "resend_code"], limitBytes: guestLimitBytes },
  {
    name: "letters",
    islands: ["page_chrome", "promo_banner", "man_notifications", "favourites", "letter_composer", "picture_viewer"],
    limitBytes: mailLimitBytes,
  },
  { name: "figures", islands: ["page_chrome", "letter_notifications", "figure_chart"], limitBytes: mailLimitBytes },
  { name: "translator's page", islands: [...everyPage, "translation_form"], limitBytes: mailLimitBytes },
  {
    name: "approval queue",
    islands: ["page_chrome", "letter_notifications", "queue_keys"],
    limitBytes: mailLimitBytes,
  },
  {
    name: "notifications",
    islands: ["page_chrome", "promo_banner", "man_notifications", "favourites", "push_switch", "home_screen"],
    limitBytes: mailLimitBytes,
  },
  {
    name: "purchase",
    islands: ["page_chrome", "promo_banner", "man_notifications", "favourites", "purchase"],
    limitBytes: mailLimitBytes,
  },
  {
    name: "receipt",
    islands: ["page_chrome", "promo_banner", "man_notifications", "favourites", "print_button"],
    limitBytes: mailLimitBytes,
  },
  {
    name: "one's photos",
    islands: ["page_chrome", "promo_banner", "man_notifications", "favourites", "photo_gallery"],
    limitBytes: mailLimitBytes,
  },
  {
    name: "a new man's questions",
    islands: [
      "page_chrome",
      "promo_banner",
      "man_notifications",
      "favourites",
      "letter_notifications",
      "smaller_files",
      "profile_preview",
    ],
    limitBytes: mailLimitBytes,
  },
  {
    name: "live check",
    islands: ["page_chrome", "man_notifications", "favourites", "live_check"],
    limitBytes: mailLimitBytes,
  },
  { name: "chat", islands: ["page_chrome", "man_notifications", "favourites", "chat"], limitBytes: chatLimitBytes },
  {
    name: "check before a call",
    islands: ["page_chrome", "promo_banner", "man_notifications", "call_check"],
    limitBytes: mailLimitBytes,
  },
];

if (import.meta.main) {
  const lines = checkBudgets(budgetedPages);
  console.log(budgetTable(lines));
  if (lines.some((line) => !line.ok)) Deno.exit(1);
}
