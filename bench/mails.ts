/** News by the thousand, and codes that are asked for while they go out. */
import { stormOfMails } from "../routes/jobs/testing/mail_storm.ts";
import type { Row } from "./measure.ts";

const newsCount = 10_000;
const codeCount = 300;
const newsMsMost = 10 * 60_000;
const codeMsMost = 5000;

export async function measureMails(): Promise<Row[]> {
  const { newsMs, codesMs, connections } = await stormOfMails(newsCount, codeCount);
  const slowestMs = Math.max(...codesMs);
  return [
    {
      work: "10,000 news by mail over SMTP on this machine",
      measured: `${(newsMs / 1000).toFixed(0)} s`,
      goal: `≤ ${newsMsMost / 60_000} min`,
      reached: newsMs <= newsMsMost,
      note: `${Math.round(newsCount / (newsMs / 1000))} a second; ${connections} connections`,
    },
    {
      work: "The slowest of 300 codes that are asked for meanwhile",
      measured: `${slowestMs.toFixed(0)} ms`,
      goal: `≤ ${codeMsMost / 1000} s`,
      reached: slowestMs <= codeMsMost,
      note: "from the sign-up to the server; one after the other",
    },
  ];
}
