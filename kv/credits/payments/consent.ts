/** What somebody agrees to who buys credits: that they can be used at once (Directive 2011/83/EU, Art. 16). */

/**
 * The day of the words "balance:order.consent". Whoever changes them in any language writes another day here: each payment
 * keeps the version that was shown.
 */
export const consentVersion = "2026-11-23";
