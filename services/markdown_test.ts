import { expect } from "expect";
import { renderMarkdown } from "./markdown.ts";

Deno.test("an article keeps headings, emphasis, lists, quotations and links", () => {
  const html = renderMarkdown(
    "# One\n\nA *word* and **another**.\n\n- first\n- second\n\n> said\n\n[out](https://x.example/)",
  );
  expect(html).toContain("<h2>One</h2>");
  expect(html).toContain("<em>word</em> and <strong>another</strong>");
  expect(html).toContain("<li>second</li>");
  expect(html).toContain("<blockquote>");
  expect(html).toContain('<a href="https://x.example/" rel="noopener nofollow">out</a>');
});

Deno.test("bold ends in Chinese where a full-width sign stands before its end", () => {
  const html = renderMarkdown("- **举报，**包括姓名；**邮箱**和**申诉：** 30 天。**消息：** 180 天。**“好。”**也一样");
  expect(html).toContain(
    "<strong>举报，</strong> 包括姓名；<strong>邮箱</strong>和<strong>申诉：</strong> 30 天。<strong>消息：</strong> 180 天。" +
      "<strong>“好。”</strong> 也一样",
  );
  expect(html).not.toContain("*");
});

const attacks = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "![p](https://elsewhere.example/pixel.gif)",
  "![p](//elsewhere.example/pixel.gif)",
  "![p](/\\elsewhere.example/pixel.gif)",
  "[x](javascript:alert(1))",
  "[x](JaVaScRiPt&colon;alert(1))",
  "[x](data:text/html;base64,PHNjcmlwdD4=)",
  "<a href='//elsewhere.example'>x</a>",
  "<p style='position:fixed' onclick='x()' class='btn' id='main'>x</p>",
  "<iframe src='https://elsewhere.example'></iframe>",
  "<form action='/logout' method=post><button>x</button></form>",
  "<svg><script>alert(1)</script></svg>",
  "<math><mi//xlink:href='data:x,<script>alert(1)</script>'>",
  '<a href="/x" onmouseover="alert(1)">x</a>',
  "<style>body{display:none}</style>",
  "<meta http-equiv=refresh content='0;url=https://elsewhere.example'>",
];

for (const attack of attacks) {
  Deno.test(`nothing of ${attack} runs, styles, loads or leads away`, () => {
    const html = renderMarkdown(`Before ${attack} after\n\n${attack}`);
    const tags = (html.match(/<[^>]*>/g) ?? []).join("");
    expect(tags).not.toMatch(/script|style|iframe|form|svg|math|meta|\son\w+=|class=|id=|javascript:|data:/i);
    expect(tags).not.toMatch(/["'](?:https?:)?[/\\]+elsewhere/);
  });
}

Deno.test("links to pages of the site are localised, and no others", () => {
  const html = renderMarkdown("[a](/search) [b](https://x.example/search)", (path) => `/zh-hans${path}`);
  expect(html).toContain('href="/zh-hans/search"');
  expect(html).toContain('href="https://x.example/search"');
});
