/** How a mail looks: one list of blocks becomes the text part and a calm HTML part without pictures or tracking. */
import { render } from "preact-render-to-string";
import type { Locale } from "../../../i18n/locales.ts";

export type MailBlock =
  | { kind: "text"; text: string }
  | { kind: "code"; code: string }
  | { kind: "link"; label: string; href: string; isMain?: boolean };

export const text = (words: string): MailBlock => ({ kind: "text", text: words });
export const link = (label: string, href: string, isMain = false): MailBlock => ({ kind: "link", label, href, isMain });

export interface MailLetter {
  subject: string;
  blocks: MailBlock[];
  /** Why this mail was sent, if it is not about the account itself. */
  reason?: string;
}

export interface MailFrame {
  locale: Locale;
  brand: string;
  homeHref: string;
  /** Who sells, line by line; empty if it is not configured. */
  seller: readonly string[];
  /** How the site is reached; each is empty if it is not known. */
  contact: { email: string; phone: string };
  /** The last line: why this mail was sent. */
  reason: string;
}

/** Each link stands on a line of its own, so that nothing else is taken for a part of it. */
export function mailText({ blocks }: MailLetter, { brand, homeHref, seller, contact, reason }: MailFrame): string {
  const paragraphs = blocks.map((block) => {
    if (block.kind === "text") return block.text;
    return block.kind === "code" ? block.code : `${block.label}\n${block.href}`;
  });
  const reached = [contact.email, contact.phone].filter(Boolean);
  return [...paragraphs, ["-- ", brand, homeHref, ...seller, ...reached, reason].join("\n")].join("\n\n") + "\n";
}

/** Light and dark by the reader's own wish; a client that drops the styles still shows a plain letter. */
const styles = `
:root { color-scheme: light dark; }
body { margin: 0; padding: 32px 16px; background: #f7f2ec; color: #1d2233;
  font: 16px/1.6 system-ui, -apple-system, "Segoe UI", "PingFang TC", "Microsoft JhengHei", "Microsoft YaHei", sans-serif; }
/* Each script has its own forms of the same characters. */
body:lang(zh-Hant) { line-height: 1.75; }
body:lang(zh-Hans) { line-height: 1.75;
  font-family: system-ui, -apple-system, "Segoe UI", "PingFang SC", "Microsoft YaHei", sans-serif; }
main, footer { max-width: 480px; margin: 0 auto; }
.seal { display: inline-block; margin: 0 0 28px; padding: 3px 10px; border-radius: 2px; background: #c8301c;
  color: #fdfbf7; font: 600 17px/1.5 Georgia, "Songti TC", "Songti SC", serif; letter-spacing: 1px; }
h1 { margin: 0 0 24px; font: 600 26px/1.25 Georgia, "Songti TC", "Songti SC", serif; }
p { margin: 0 0 20px; }
.code { font: 600 34px/1.2 Georgia, serif; letter-spacing: 6px; }
a { color: inherit; }
.aside { font-size: 14px; }
.main { display: inline-block; padding: 11px 22px; border-radius: 3px; background: #1d2233; color: #fdfbf7;
  text-decoration: none; }
footer { margin-top: 40px; padding-top: 16px; border-top: 1px solid #d8cfc2; color: #6a6672; font-size: 13px; }
footer p { margin: 0; }
@media (prefers-color-scheme: dark) {
  body { background: #14171f; color: #ece7de; }
  .main { background: #ece7de; color: #14171f; }
  footer { border-color: #363b48; color: #a09c98; }
}`;

export function mailHtml(letter: MailLetter, frame: MailFrame): string {
  return "<!doctype html>" + render(
    <html lang={frame.locale}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>{letter.subject}</title>
        <style dangerouslySetInnerHTML={{ __html: styles }} />
      </head>
      <body>
        <main>
          <p class="seal">{frame.brand}</p>
          <h1>{letter.subject}</h1>
          {letter.blocks.map((block, index) => <Block key={index} block={block} />)}
        </main>
        <footer>
          <p>
            <a href={frame.homeHref}>{frame.brand}</a>
          </p>
          {frame.seller.length > 0 && <p>{frame.seller.join(" · ")}</p>}
          <Contact {...frame.contact} />
          <p>{frame.reason}</p>
        </footer>
      </body>
    </html>,
  );
}

function Contact({ email, phone }: MailFrame["contact"]) {
  if (!email && !phone) return null;
  return (
    <p>
      {email && <a href={`mailto:${email}`}>{email}</a>}
      {email && phone ? " · " : ""}
      {phone}
    </p>
  );
}

function Block({ block }: { block: MailBlock }) {
  if (block.kind === "code") return <p class="code">{block.code}</p>;
  if (block.kind === "text") return <p>{block.text}</p>;
  return (
    <p class={block.isMain ? undefined : "aside"}>
      <a class={block.isMain ? "main" : undefined} href={block.href}>{block.label}</a>
    </p>
  );
}
