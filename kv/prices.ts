/** What things cost, in credits (specification, section 9). Every debit and every label reads it here. */

export const prices = {
  sendLetter: 10,
  openLetter: 5,
  textMinute: 1,
  videoMinute: 5,
  watchVideo: 10,
} as const;

export const signUpBonusCredits = 20;
export const letterLengthMax = 6000;
export const quoteLengthMax = 50;
