/** What a browser calls itself, as the names of browser and system that people know; null if unknown. */

export interface Device {
  /** A name as its makers write it, the same in every language. */
  browser: string | null;
  system: string | null;
}

/** The first that matches counts: most browsers also call themselves by the names of others. */
const browsers: [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, "Edge"],
  [/\bOPR\/|\bOpera\b/, "Opera"],
  [/\bYaBrowser\//, "Yandex"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bMicroMessenger\//, "WeChat"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bChrome\/|\bCriOS\/|\bChromium\//, "Chrome"],
  [/\bVersion\/[\d.]+.*\bSafari\//, "Safari"],
];

const systems: [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "Mac"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

export function deviceOf(userAgent: string | undefined): Device {
  const firstOf = (known: [RegExp, string][]) => known.find(([sign]) => sign.test(userAgent ?? ""))?.[1] ?? null;
  return { browser: firstOf(browsers), system: firstOf(systems) };
}
