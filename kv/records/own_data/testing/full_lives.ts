/**
 * For tests of own data: a man and a lady who have done a little of everything that the site knows, with words that
 * stand nowhere else, and two others who did so with them.
 */
import { setMailWish } from "../../../accounts/mail_wishes.ts";
import { beginEmailChange } from "../../../accounts/email_change.ts";
import { beginPasswordReset } from "../../../accounts/signing_in/password_reset.ts";
import { startSession } from "../../../accounts/signing_in/sessions.ts";
import { beginSignInLink } from "../../../accounts/signing_in/sign_in_tickets.ts";
import { agency, type User, userById } from "../../../accounts/users.ts";
import { noteKnownPlace } from "../../../accounts/visitors.ts";
import { writeMessage } from "../../../chats/messages.ts";
import { endChat } from "../../../chats/minutes.ts";
import { mailAbout } from "../../../chats/invitation_mails.ts";
import { requestConversation } from "../../../chats/requests.ts";
import { changeChatSettings } from "../../../chats/settings.ts";
import { askMoneyBack } from "../../../credits/payments/money_refunds.ts";
import { askToWithdraw } from "../../../credits/payments/withdrawal_asks.ts";
import { withdraw } from "../../../credits/payments/withdrawals.ts";
import { setSpendingLimit } from "../../../credits/ledger/spending_limit.ts";
import { keepFavourite } from "../../../ladies/favourites.ts";
import { changeFirstName } from "../../../ladies/profile/first_names.ts";
import { askProfileChange } from "../../../ladies/profile/profile_changes.ts";
import { changeOwn } from "../../../ladies/profiles.ts";
import { saveSearch } from "../../../ladies/saved_searches.ts";
import { addVideo, videoFile, watchVideo } from "../../../ladies/videos.ts";
import { noteVisit } from "../../../ladies/visits.ts";
import { castVote } from "../../../ladies/votes.ts";
import { setIntroductionsMuted } from "../../../letters/introductions.ts";
import { setBlocked } from "../../../safety/blocks.ts";
import { keepContactMessage } from "../../../safety/contact_messages.ts";
import { fileAppeal } from "../../../safety/appeals.ts";
import { newDecision, putDecision } from "../../../safety/decisions.ts";
import { addNotice } from "../../../safety/notices.ts";
import { fileReport } from "../../../safety/report_filing.ts";
import { commitNow } from "../../../store/commit.ts";
import { dayMs } from "../../../store/days.ts";
import { onceByKey } from "../../../store/idempotent_calls.ts";
import { keys } from "../../../store/keys.ts";
import { limits, takeAttempt } from "../../../store/limits.ts";
import { proposeTalk } from "../../../talks/talks.ts";
import { createChat, openChat } from "../../../testing/chats.ts";
import { addDevice } from "../../../testing/devices.ts";
import { begunPayment, disputedPayment, paidPayment, taxedIn } from "../../../testing/payments.ts";
import { pictureFacts } from "../../../testing/photos.ts";
import { createVera } from "../../../testing/safety.ts";
import { testVisitor } from "../../../testing/sign_ups.ts";
import {
  createLady,
  createMan,
  createUser,
  giveCredits,
  testPassword,
  type TestStore,
} from "../../../testing/store.ts";
import { createNadia } from "../../../testing/translators.ts";
import { putChecks, sendLiveVideo } from "../../../testing/verifications.ts";
import { decide } from "../../../vetting/approval_decisions.ts";
import { approvalOf } from "../../../vetting/approvals.ts";
import { liveCheckOf, liveVideoFile } from "../../../vetting/live_checks.ts";
import { addPhoto, changePhoto } from "../../../vetting/photo_changes.ts";
import { photoFile, photoParts } from "../../../vetting/photos.ts";
import { reportSigned, reportUnsigned } from "./answered_reports.ts";
import { must, type Put, tell, wordsOf } from "./cast.ts";
import { type Letters, writeLetters } from "./letters_of_lives.ts";
import { translateProfile } from "./profile_of_lives.ts";
import { stateBackgrounds } from "./stated_backgrounds.ts";

export type PutFile = (name: string, bytes: Uint8Array<ArrayBuffer>) => Promise<void>;

export interface FullLives {
  him: User;
  her: User;
  /** The two who remain. */
  olena: User;
  wei: User;
  letters: Letters;
  /** Bytes of the pictures of each, which stand nowhere else. */
  pictures: Record<"man" | "lady", Uint8Array[]>;
}

/** Ambrose and Yaroslavna with all that they have done, and Olena and Wei, with whom they did it. */
export async function fullLives(store: TestStore, putFile: PutFile = async () => {}): Promise<FullLives> {
  const pictures: FullLives["pictures"] = { man: [], lady: [] };
  const put: Put = async (whose, name) => {
    const bytes = crypto.getRandomValues(new Uint8Array(600));
    pictures[whose].push(bytes);
    await putFile(name, bytes);
  };
  const him = await createMan(store, {
    firstname: "Ambrose",
    lastname: "Quillfeather",
    email: wordsOf.man[0],
    city: "Port Zephyr",
    address: "12 Heliotrope Lane",
    phone: "0044-777-123456",
    countryId: 826,
  });
  const her = await createLady(store, {
    firstname: "Yaroslavna",
    lastname: "Kovalenchukova",
    email: wordsOf.lady[0],
    city: "Kryvyi Riverbend",
  });
  const olena = await createLady(store, { firstname: "Olena", email: "olena@demo.test" });
  const wei = await createMan(store, { firstname: "Wei", email: "wei@demo.test", countryId: 156, credits: 100 });
  const nadia = await createNadia(store);
  await tell(store, her.id, {
    about: "she keeps bees on the seventh floor",
    idealPartner: "she hopes for somebody with a telescope",
  });
  await giveCredits(store, him.id, 100);

  // What they tell and show of themselves.
  must(
    await changeOwn(store, him.id, {
      profile: { about: "the marmalade cat of his aunt", idealPartner: "a schooner called Periwinkle" },
    }),
  );
  must(await askProfileChange(store, her.id, { quote: "Meadowsweet, always" }));
  must(await changeFirstName(store, her.id, "Slavka-the-wished"));
  for (
    const [whose, owner, caption] of [["man", him, "a caption with a sundial"], [
      "lady",
      her,
      "a caption with a lighthouse",
    ]] as const
  ) {
    for (let n = 0; n < 2; n++) {
      const facts = { ...await pictureFacts(store), hash: whose === "man" ? "fedcba9876543210" : "00ff00ff00ff00ff" };
      for (const part of photoParts) await put(whose, photoFile(facts, part));
      const { photo } = must(await addPhoto(store, owner.id, facts));
      must(await changePhoto(store, owner.id, photo.id, { caption }));
      const approval = await approvalOf(store, { kind: "photo", subjectId: photo.id });
      if (n === 0) must(await decide(store, approval!.id, true));
    }
  }

  const letters = await writeLetters(store, { him, her, olena, wei, nadia }, put);

  await translateProfile(store, { her, nadia });

  // Chats.
  const chats = [[him.id, olena.id, him.id, "he types of umbrellas"], [
    wei.id,
    her.id,
    her.id,
    "she types of samovars",
  ]];
  for (const [manId, ladyId, authorId, body] of chats as [number, number, number, string][]) {
    const chat = await openChat(store, { manId, ladyId });
    for (let n = 0; n < 3; n++) {
      must(await writeMessage(store, { manId, ladyId }, { authorId, body, clientId: `of-${authorId}-${n}` }));
      const other = authorId === manId ? ladyId : manId;
      must(await writeMessage(store, { manId, ladyId }, { authorId: other, body: "answered", clientId: `a-${n}` }));
    }
    store.clock.advance({ seconds: 50 });
    await endChat(store, chat.id, { by: "man", reason: "stopped" });
    await changeChatSettings(store, authorId, { allowVideoChat: false });
  }
  await requestConversation(store, { manId: him.id, ladyId: her.id }, him.id);
  for (const [askerId, toId] of [[him.id, olena.id], [wei.id, her.id]] as const) {
    must(await setMailWish(store, toId, "invitations", true));
    if (!await mailAbout(store, { askerId, toId })) throw new Error("nobody was mailed");
  }
  for (const [proposerId, partnerId] of [[him.id, olena.id], [her.id, wei.id]] as const) {
    const moments = [Math.ceil(store.now() / dayMs + 1) * dayMs];
    must(await proposeTalk(store, { proposerId, partnerId, kind: "text", moments }));
  }

  // Whom they keep and avoid.
  for (const manId of [him.id, wei.id]) {
    for (const ladyId of [her.id, olena.id]) {
      must(await keepFavourite(store, manId, ladyId));
      await noteVisit(store, manId, ladyId);
    }
  }
  const wish = { name: "his wish for somebody of Zephyria", query: "countryId=804", alert: "mail" } as const;
  must(await saveSearch(store, him.id, wish));
  must(await castVote(store, him.id, olena.id));
  must(await castVote(store, wei.id, her.id));
  must(await setIntroductionsMuted(store, him.id, olena.id, true));
  must(await setIntroductionsMuted(store, wei.id, her.id, true));
  must(await setBlocked(store, him.id, her.id, true));

  // A video of hers, which Wei has paid for.
  const file = { type: "video/webm", bytes: 600 };
  const token = store.randomToken();
  for (const part of ["full", "preview", "poster"] as const) await put("lady", videoFile({ token }, part));
  const video = await addVideo(store, {
    ladyId: her.id,
    token,
    width: 4,
    height: 4,
    seconds: 8,
    title: { en: "her video is called Meadowsweet" },
    full: file,
    preview: file,
    poster: file,
    captions: {},
  });
  must(await watchVideo(store, wei.id, video.id));

  // Money, devices, ways in.
  const { id: paymentId } = await paidPayment(store, him.id, taxedIn("DE"));
  must(await askMoneyBack(store, { id: "press-one-1", paymentId, cents: 100, actorId: nadia.id }));
  await disputedPayment(store, him.id, { product_description: "a bank reads of his parasols", service_date: "" });
  const { id: withdrawnId } = await paidPayment(store, him.id);
  must(await withdraw(store, { paymentId: withdrawnId }));
  must(await askToWithdraw(store, { email: him.email, paymentNumber: withdrawnId, address: "192.0.2.7" }));
  await begunPayment(store, him.id, { next: "/girl/yaroslavna-of-kryvyi" });
  must(await setSpendingLimit(store, him.id, 5000));
  for (const owner of [him, her]) {
    const op = store.kv.atomic();
    noteKnownPlace(store, op, owner.id, testVisitor);
    const { session } = await startSession(store, owner.id, true, { userAgent: "A browser" }, op);
    await beginSignInLink(store, owner.email);
    await beginPasswordReset(store, owner.email);
    const endpoint = owner === him ? "https://push.example/ambrose-device" : "https://push.example/her-device";
    await addDevice(store, owner.id, { endpoint }, session);
    await takeAttempt(store, limits.signIn, `127.0.0.1 ${owner.email}`);
    await takeAttempt(store, limits.votes, String(owner.id));
    const who = { userId: owner.id, call: "post /mail", key: "k", body: "" };
    await onceByKey(store, who, () => Promise.resolve({ status: 200, body: owner.email }));
    must(
      await keepContactMessage(store, {
        name: owner.firstname,
        email: owner.email,
        topic: "question",
        body: owner === him ? "he complains of thimbles" : "she asks",
        locale: "en",
        userId: owner === him ? owner.id : null,
        address: "127.0.0.1",
      }),
    );
  }
  must(
    await beginEmailChange(store, him.id, {
      email: "ambrose.elsewhere@letters.example",
      currentPassword: testPassword,
    }),
  );
  // What the site knows and was told of them.
  await putChecks(store, her.id);
  await sendLiveVideo(store, her.id);
  await put("lady", liveVideoFile((await liveCheckOf(store, her.id))!.video!));
  const agencyUser = await createUser(store, { groupId: agency, email: "agency@staff.test" });
  await store.kv.set(keys.ladyOfAgency(agencyUser.id, her.id), null);
  await store.kv.set(keys.user(her.id), { ...await userById(store, her.id), agencyId: agencyUser.id });
  for (const [reporter, reported, text] of [[him, olena, "he reports of acorns"], [olena, him, "she tells"]] as const) {
    const about = { reporterId: reporter.id, reportedId: reported.id, text };
    must(await fileReport(store, { ...about, category: "other", from: "letter" }));
  }
  const more = { reporterId: him.id, reportedId: olena.id, text: "he adds of beechnuts" };
  must(await fileReport(store, { ...more, category: "other", from: "letter" }));
  must(
    await fileReport(store, { reporterId: wei.id, reportedId: her.id, text: "hm", category: "other", from: "chat" }),
  );
  for (const [{ id }, words] of [[him, "he objects with hazelnuts"], [her, "she objects"]] as const) {
    const op = store.kv.atomic();
    const made = { userId: id, kind: "warning", facts: "to whom a decision speaks", decidedBy: nadia.id } as const;
    const { decisionId } = putDecision(op, await newDecision(store, made));
    await commitNow(op);
    must(await fileAppeal(store, { userId: id, decisionId, text: words }));
  }
  const vera = await createVera(store);
  await reportSigned(store, him, { about: olena, answeredBy: vera });
  await reportUnsigned(store, him, { about: olena, answeredBy: vera });
  await stateBackgrounds(store, { him, her, olena, wei }, vera);
  const told = store.kv.atomic();
  for (const { id } of [him, her]) addNotice(store, told, id, "of-a-report", { kind: "report_answered", reportId: 1 });
  await commitNow(told);

  // Each of the two is in the middle of a chat of which nothing was served yet.
  await store.kv.delete(keys.block(him.id, her.id));
  await store.kv.delete(keys.blockOf(her.id, him.id));
  await openChat(store, { manId: him.id, ladyId: olena.id });
  await createChat(store, { manId: wei.id, ladyId: her.id });
  must(await setBlocked(store, her.id, him.id, true));
  return { him, her, olena, wei, letters, pictures };
}
