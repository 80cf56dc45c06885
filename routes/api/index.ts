/** All calls below /api, in one list that routing, documentation and tests share. */
import type { Hono } from "hono";
import type { AppEnv } from "../http/env.ts";
import { accountCalls } from "./account.ts";
import { appealCalls } from "./appeals.ts";
import { authCalls } from "./auth.ts";
import { balanceCalls } from "./balance.ts";
import { blockCalls } from "./blocks.ts";
import type { Call } from "./describing/call.ts";
import { mountCall } from "./describing/mount_call.ts";
import { openApiDocument } from "./describing/openapi.ts";
import { favouriteCalls } from "./favourites.ts";
import { girlCalls } from "./girls.ts";
import { invitationCalls } from "./invitations.ts";
import { attachmentCalls } from "./letters/attachments.ts";
import { dialogueCalls } from "./letters/dialogues.ts";
import { draftCalls } from "./letters/drafts.ts";
import { introductionCalls } from "./letters/introductions.ts";
import { mailCalls } from "./letters/mail.ts";
import { manCalls } from "./men.ts";
import { ownDataCalls } from "./own_data.ts";
import { paymentCalls } from "./payments.ts";
import { photoCalls } from "./photos.ts";
import { pushCalls } from "./push.ts";
import { savedSearchCalls } from "./saved_searches.ts";
import { reportCalls } from "./reports.ts";
import { withdrawalCalls } from "./withdrawals.ts";
import { sessionCalls } from "./sessions.ts";
import { storyCalls } from "./stories.ts";
import { talkCalls } from "./talks.ts";
import { verificationCalls } from "./verification.ts";
import { videoCalls } from "./videos.ts";
import { voteCalls } from "./votes.ts";

export const calls: Call[] = [
  ...authCalls,
  ...accountCalls,
  ...ownDataCalls,
  ...manCalls,
  ...sessionCalls,
  ...girlCalls,
  ...favouriteCalls,
  ...savedSearchCalls,
  ...voteCalls,
  ...photoCalls,
  ...verificationCalls,
  ...videoCalls,
  ...mailCalls,
  ...dialogueCalls,
  ...draftCalls,
  ...introductionCalls,
  ...blockCalls,
  ...invitationCalls,
  ...talkCalls,
  ...reportCalls,
  ...withdrawalCalls,
  ...appealCalls,
  ...attachmentCalls,
  ...balanceCalls,
  ...paymentCalls,
  ...pushCalls,
  ...storyCalls,
];

export function mountCalls(app: Hono<AppEnv>): void {
  const document = JSON.stringify(openApiDocument(calls));
  app.get("/api/openapi.json", (c) => c.body(document, 200, { "content-type": "application/json" }));
  for (const call of calls) mountCall(app, call);
}
