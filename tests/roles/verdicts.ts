/** What an answer means for the visitor, in the table's words, so that the table and the site can be compared. */
import { translatorFor } from "../../i18n/translate.ts";
import type { Verdict } from "../../routes/http/access.ts";

const wrongRole = `<title>${translatorFor("en")("errors:forbidden.title")}`;

export type Seen = Verdict | "sign_in_first" | "broken";

/** Reads a page's answer in English; consumes its body. */
export async function verdictOfPage(response: Response): Promise<Seen> {
  const to = response.headers.get("location") ?? "";
  if (response.status !== 403 && response.status !== 401 && response.status < 500) {
    await response.body?.cancel();
    if (response.status === 303 && to.startsWith("/en/auth/sign-in?next=")) return "sign_in";
    if (response.status === 302 && to === "/en") return "home";
    if (response.status === 302 && to === "/en/lady/mail/inbox") return "inbox";
    return "in";
  }
  const text = await response.text();
  if (response.status === 401) return "sign_in_first";
  return response.status === 403 ? text.includes(wrongRole) ? "wrong_role" : "in" : "broken";
}

/** Reads a call's answer; consumes its body. */
export async function verdictOfCall(response: Response): Promise<Seen> {
  if (response.status < 400) {
    await response.body?.cancel();
    return "in";
  }
  const { code } = await response.json();
  if (code === "not_signed_in" && response.status === 401) return "sign_in";
  if (code === "wrong_role" && response.status === 403) return "wrong_role";
  return response.status >= 500 && code !== "payment_unavailable" ? "broken" : "in";
}

/** The verdict of a call: it refuses where a page would lead home or to an inbox. */
export const asCall = (verdict: Verdict): Verdict => verdict === "inbox" || verdict === "home" ? "wrong_role" : verdict;
