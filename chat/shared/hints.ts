/**
 * Finds what a reader should look at twice: ways to write elsewhere, and requests for money, in English, Russian and
 * Chinese. It only names them, and neither blocks nor changes a word; in doubt it says nothing.
 */

export type Hint = "contact" | "money" | "both";

/** Matches a whole word: no letter before or after it. `\b` does not know the letters of other scripts. */
const word = (inner: string) => `(?<!\\p{L})(?:${inner})(?!\\p{L})`;
/** Two things that stand near each other in one sentence. */
const near = (one: string, other: string) => `${word(one)}[^.!?。！？\\n]{0,30}${word(other)}`;
const any = (...parts: string[]) => new RegExp(parts.join("|"), "iu");

const apps = "whats ?app|viber|skype|snapchat|kakao ?talk|instagram|facebook|we ?chat|weixin|zalo|" +
  "в[ао][тц]+с?ап\\p{L}*|вайбер\\p{L}*|скайп\\p{L}*|инстаграм\\p{L}*|телеграм(?:а|е|у|ом|м)?";

const contact = any(
  // Addresses, written out or with the sign in words.
  "[\\w.+-]@[\\w-]+\\.\\w",
  "[\\w.+-] ?[([{]? ?(?:at|собака) ?[)\\]}]? ?(?:gmail|yahoo|hotmail|outlook|icloud|yandex|mail\\.ru|qq|163)",
  "(?:https?://|www\\.)\\S",
  "(?<![\\w.])(?:t|wa)\\.me/\\w",
  "(?<![\\p{L}\\d@])[a-z\\d][a-z\\d-]{1,62}\\.(?:com|net|org|ru|ua|cn|xyz|vip)(?![\\p{L}\\d])",
  "(?<![\\w.])@[a-z][a-z\\d_.]{4,}",
  // Numbers, as telephone numbers are written.
  "(?<![\\d+])\\+\\d[\\d ()./-]{7,}\\d",
  "(?<![\\d.,/-])0\\d{1,4}[ )./-]{0,2}\\d{2,4}[ ./-]?\\d{2,4}(?:[ ./-]?\\d{2,4})?(?![\\d.,/:-]*\\d)(?<=(?:\\d[ )./-]*){9})",
  "(?<!\\d)8[ -]?\\(?(?:9|0)\\d{1,2}\\)?[ -]?\\d{3}[ -]?\\d{2}[ -]?\\d{2}(?!\\d)",
  "(?<!\\d)1[3-9]\\d[ -]?\\d{4}[ -]?\\d{4}(?!\\d)",
  "(?<!\\d)\\(?[2-9]\\d{2}\\)?[ .-]\\d{3}[.-]\\d{4}(?!\\d)",
  word(apps),
  word("(?:on|in|my|use|via|by|have|install) (?:telegram|signal|discord|zoom|imo)"),
  word("(?:my|your|add(?: me)?(?: on)?) line(?: id|:)|line ?id|@line"),
  word("my (?:phone |mobile |cell )?number is|(?:call|text|e-?mail|phone) me (?:at|on)(?! (?:all|once|time))"),
  word("my (?:private |personal )?e-?mail(?: address)? is|(?:give|send|tell) (?:me )?your (?:phone )?number"),
  near("мой|моя|дам|запиши\\p{L}*|пиши\\p{L}*|позвони\\p{L}*", "номер|почт[ауы]|телефон|e-?mail|имейл"),
  "微信|薇信|加我?[vV]?[xX](?!\\p{Script=Latin})|(?:加|我的) ?(?:賴|line)|line ?(?:id|：|:)|(?:加我|我的) ?(?:qq|扣扣|電報|电报)",
  "qq[号號:： ]{1,2}\\d{5,}|(?:我的|加我|你的|留個?|留个?)(?:手机|手機|电话|電話)(?:号码|號碼|号|號)",
);

const sums = "деньг[иу]|денег|денежк\\p{L}*|сумму|евро|долларов|рублей|гривен|средств\\p{L}*";
const needs = "tickets?|visa|flight|rent|debts?|bills?|surgery|operation|hospital|phone|laptop|iphone|customs fees?";

const money = any(
  word("western union|money ?gram|вестерн ?юнион|iban"),
  near("send|buy|need|get|want|scratch|photo", "(?:gift|steam|i-?tunes|google play|apple|amazon) ?cards?"),
  word("(?:send|wire|transfer|lend|loan|borrow|give)(?: to)?(?: me)?(?: some| a little| the| more| any)? money"),
  word(
    "(?:send|wire|transfer|lend|loan) me (?:about |only |just )?[$€£]? ?\\d[\\d,.]*(?: ?(?:euros?|dollars?|usd|eur|[$€£]))?",
  ),
  word(
    "(?:i|we)(?: really| urgently| only| just)? need(?: some| the| your| more)? money|need(?: your)? financial help",
  ),
  near("(?:can|could|would|will) you|please|help me", `(?:pay|buy)(?: me| for| my| a| the){0,3} (?:${needs})`),
  near("buy|invest\\p{L}*|send|put|trade|wallet|earn\\p{L}*|profits?", "bitcoins?|btc|usdt|crypto\\p{L}*|ethereum"),
  near("bitcoins?|btc|usdt|crypto\\p{L}*", "wallet|address|profits?|invest\\p{L}*|platform"),
  word("(?:my|your) (?:paypal|venmo|cash ?app|zelle|revolut|bank account|bank details|card number)"),
  near("invest", "with me|platform|my uncle|my cousin"),
  near(
    "при?шли\\p{L}*|вы(?:шли|сылай)\\p{L}*|отправь\\p{L}*|переве(?:ди|сти)\\p{L}*|одолжи\\p{L}*|займи\\p{L}*|скинь\\p{L}*|помоги\\p{L}*",
    sums,
  ),
  near("нужны|нужно|не хватает|нет", "деньг[иу]|денег"),
  near(
    "оплати\\p{L}*|купи(?:те)? мне",
    "билет\\p{L}*|виз[уы]|телефон|лечение|операци\\p{L}*|аренду|квартиру|долг\\p{L}*",
  ),
  near("номер|перевод\\p{L}*", "карт[уыe]|счет[а]?|счёта?") + "(?![^.!?]*игра)",
  near("куп\\p{L}*|пришли\\p{L}*|нужн\\p{L}*", "подарочн\\p{L}* карт\\p{L}*"),
  near("купи\\p{L}*|вложи\\p{L}*|инвест\\p{L}*|кошел[её]к", "биткоин\\p{L}*|крипт\\p{L}*"),
  "(?:[给給借][我俺]|[汇匯转轉打寄](?:[点點些]|一些)?)[^，,。！？\\n]{0,6}[钱錢](?!包)|西[联聯]汇?匯?款?",
  "[给給向帮幫]我[^。！？\\n]{0,4}(?:[汇匯]款|[转轉][账帳賬])|[转轉][账帳賬][给給]我",
  "[礼禮][品物]卡|(?:[买買投炒][^。！？\\n]{0,4})(?:比特[币幣]|加密[货貨][币幣]|[虚虛][拟擬][币幣])|投[资資]平[台臺]",
  "[帮幫替]我[^。！？\\n]{0,4}[买買付交繳缴][^。！？\\n]{0,8}(?:[机機]票|[签簽][证證]|手[机機]|房租|[医醫][药藥療疗]?[费費])",
  "(?:我的|你的)(?:[银銀]行卡|[银銀]行[账帳]|支付[宝寶])",
  "(?<!\\d)(?:\\d{4}[ -]?){3}\\d{4}(?!\\d)",
  "(?<![A-Za-z\\d])[A-Z]{2}\\d{2}(?: ?[A-Z\\d]{4}){3,7}(?![a-z])",
);

/** The hint that belongs below a text, or null. */
export function hintOf(text: string): Hint | null {
  const [hasContact, hasMoney] = [contact.test(text), money.test(text)];
  return hasContact ? (hasMoney ? "both" : "contact") : hasMoney ? "money" : null;
}
