/** One load run from its own core: prints requests per second and counts as JSON. Arguments: url, seconds, cookie. */
import autocannon from "autocannon";

const [url = "", seconds = "3", cookie = ""] = Deno.args;
const result = await autocannon({
  url,
  duration: Number(seconds),
  connections: 16,
  headers: cookie ? { cookie } : {},
});
console.log(JSON.stringify({
  perSecond: result.requests.average,
  total: result.requests.total,
  failed: result.non2xx + result.errors,
}));
Deno.exit(0);
