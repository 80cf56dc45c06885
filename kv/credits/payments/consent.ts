/** What a buyer of credits agrees to: that they can be used at once (Directive 2011/83/EU, Art. 16). */

/**
 * The day of the words "balance:order.consent". Change it whenever the words change in any language: each payment keeps
 * the version that was shown.
 */
export const consentVersion = "2026-11-30";
