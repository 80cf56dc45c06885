import { expect } from "expect";
import { errorInErrorHtml } from "./error_views.tsx";

Deno.test("the last resort escapes whatever it is told", () => {
  const html = errorInErrorHtml({
    lang: "en",
    title: "An error occurred while showing the error page",
    details: `<script>alert("1")</script> & more`,
    home: "Go back to home",
    homeHref: `/en?a=1&b="`,
  });
  expect(html).not.toContain("<script");
  expect(html).toContain("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; more");
  expect(html).toContain(`href="/en?a=1&amp;b=&quot;"`);
  expect(html).toContain(">Go back to home</a>");
});
