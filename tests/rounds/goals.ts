/** What a row of the rounds says, and how few rounds are wished for. */

/** Rounds of reads and rounds of writes. */
export type Rounds = readonly [reads: number, writes: number];

const mailGoal = /^(GET|POST) \/(man|lady)\/mail\/(inbox$|[a-z]+\/conversation\/|new-conversation\/)/;

/** How many rounds of reads a route may need: what people wait for most, fewer; what asks again and again, fewest. */
export function goalOf(route: string): number {
  if (route === "GET /api/mail/counter") return 2;
  const isOften = mailGoal.test(route) || route === "POST /api/mail" || route.endsWith(" /girl/*");
  return isOften ? 4 : 5;
}
