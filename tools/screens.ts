/**
 * Takes the screenshots that browsers show before somebody installs the site as an app, from a running demo: in each
 * language the home page on a phone and the search on a desktop. `deno run -A tools/screens.ts [address of the demo]`
 */
import { type Browser, chromium } from "@playwright/test";
import sharp from "sharp";
import { type Screen, screens } from "../routes/discovery/screens.ts";
import { ensureChromium } from "./chromium.ts";

const webpQuality = 62;

/** The widths of the layout, on a phone and on a desktop. */
const layoutWidths = { narrow: 390, wide: 1280 };

async function take(
  browser: Browser,
  site: string,
  { locale, prefix, page: path, shape, width, height, file }: Screen,
): Promise<void> {
  const deviceScaleFactor = width / layoutWidths[shape];
  const viewport = { width: layoutWidths[shape], height: Math.round(height / deviceScaleFactor) };
  const context = await browser.newContext({ locale, viewport, deviceScaleFactor, colorScheme: "light" });
  const page = await context.newPage();
  await page.goto(site + prefix + path, { waitUntil: "networkidle" });
  const picture = await sharp(await page.screenshot()).resize(width, height).webp({ quality: webpQuality }).toBuffer();
  const place = new URL(`..${file}`, import.meta.url);
  await Deno.mkdir(new URL("./", place), { recursive: true });
  await Deno.writeFile(place, picture);
  console.log(`${file} ${picture.byteLength}`);
  await context.close();
}

if (import.meta.main) {
  const [site = "http://127.0.0.1:8000"] = Deno.args;
  const browser = await chromium.launch({
    executablePath: await ensureChromium() ?? undefined,
    args: ["--no-sandbox"],
  });
  for (const screen of screens) await take(browser, site, screen);
  await browser.close();
}
