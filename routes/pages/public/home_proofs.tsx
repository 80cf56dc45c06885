/**
 * Three small pictures beside the questions of the home page, made of the very parts that members see: a lady's card, a
 * translated letter, and the ledger. Nobody misses anything without them, because the answers say it all.
 */
import { VerifiedSeal } from "../../../components/lady_card.tsx";
import { type LedgerRow, LedgerTable } from "../../../components/ledger_table.tsx";
import { LetterText } from "../../../components/letter_sheet.tsx";
import { usePage } from "../../../components/page_context.ts";
import { SealV, SealZh } from "../../../components/seals.tsx";
import { formatDate, formatDelta, formatNumber } from "../../../i18n/format.ts";
import { isChinese } from "../../../i18n/locales.ts";
import { type ActPrices, signUpBonusCredits } from "../../../kv/credits/prices/prices.ts";
import { dateOf } from "../../../kv/store/days.ts";

/** A face, a name, and the seal of a lady who was verified. */
export function HerSeal({ portrait }: { portrait: { src320: string } }) {
  const { t } = usePage();
  return (
    <div class="proof__her">
      <img src={portrait.src320} alt="" width={320} height={400} loading="lazy" decoding="async" />
      <p>
        <strong>{t("home:cover.sign")}</strong>
        <span>
          <VerifiedSeal /> {t("common:verified")}
        </span>
      </p>
    </div>
  );
}

/** The letter of the cover, folded open: her own words, and the translation with its seal. */
export function SmallBifolium() {
  const { t, locale } = usePage();
  return (
    <div class="letter">
      <LetterText body={t("home:cover.original")} lang={t("home:cover.originalLanguage")} />
      <LetterText body={t("home:cover.translation")} />
      {isChinese(locale) ? <SealZh /> : <SealV />}
    </div>
  );
}

/** Three minutes of text, and the one of them that came back. */
export function LedgerLines({ acts: prices, nowMs }: { acts: ActPrices; nowMs: number }) {
  const { t, locale } = usePage();
  const name = t("home:cover.sign");
  const spent = 3 * prices.textMinute;
  const left = Math.max(0, signUpBonusCredits - spent);
  const row = (key: string, details: string, deltaCredits: number, balance: number): LedgerRow => ({
    key,
    date: { iso: dateOf(nowMs), text: formatDate(locale, nowMs, "short") },
    details,
    deltaCredits,
    deltaText: formatDelta(locale, deltaCredits),
    balanceText: formatNumber(locale, balance),
  });
  return (
    <LedgerTable
      caption={t("balance:history.title")}
      lines={[
        row(
          "back",
          t("balance:operation.refundMinute", { name }),
          prices.textMinute,
          left + prices.textMinute,
        ),
        row(
          "chat",
          t("balance:operation.chat_session", { name, note: "" }).trim(),
          -spent,
          left,
        ),
      ]}
    />
  );
}
