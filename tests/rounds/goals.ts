/** What a row of the table of rounds says, and how few rounds are the goal. */

/** Rounds of reads and rounds of writes. */
export type Rounds = readonly [reads: number, writes: number];

const mailGoal = /^(GET|POST) \/(man|lady)\/mail\/(inbox$|[a-z]+\/conversation\/|new-conversation\/)/;

/** How many rounds of reads a route may need: fewer where people wait most, fewest for what is asked again and again. */
export function goalOf(route: string): number {
  if (route === "GET /api/mail/counter") return 2;
  const isOften = mailGoal.test(route) || route === "POST /api/mail" || route.endsWith(" /girl/*");
  return isOften ? 4 : 5;
}
