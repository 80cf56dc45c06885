/** Which job is done where. */
import { settlePayment } from "../../kv/credits/payment_events.ts";
import { expirePayment } from "../../kv/credits/purchases.ts";
import { keepLettersBack } from "../../kv/letters/kept_back.ts";
import { releaseUntranslated } from "../../kv/letters/translation_ends.ts";
import { keepFigures } from "../../kv/records/figures.ts";
import { eraseMember } from "../../kv/records/own_data/erase.ts";
import { doRetention } from "../../kv/records/retention.ts";
import { gatherFraud, refundFraud } from "../../kv/safety/fraud_cases.ts";
import type { Job } from "../../kv/store/jobs/work.ts";
import { stepVerification } from "../../kv/vetting/verification_steps.ts";
import type { Config } from "../../services/config.ts";
import { clearLiveVideo } from "../files/live_videos.ts";
import { clearPhotoFiles } from "../files/photo_uploads.ts";
import { clearStoryPicture } from "../files/story_uploads.ts";
import { clearLooseUpload } from "../files/uploads.ts";
import type { House } from "../http/env.ts";
import { sendContactMail } from "./contact_mail.ts";
import { sendLetterMail } from "./letter_mail.ts";
import { sendMailJob } from "./mail_jobs.tsx";
import { capturePayment } from "./payment_jobs.ts";
import { sendPush, spreadPush } from "./push_jobs.ts";
import { sendSafetyMail } from "./safety_mails.ts";

/** The kinds of work for which a configuration names nobody: no jobs of them are written. */
export const workWithoutAnybody = ({ vapid }: Pick<Config, "vapid">): Job["kind"][] =>
  vapid ? [] : ["letter_push", "push"];

/** Does a leased job. Throws when it must be tried again. */
export async function doWork(house: House, job: Job): Promise<void> {
  switch (job.kind) {
    case "confirmation_mail":
    case "already_registered_mail":
    case "password_reset_mail":
    case "sign_in_link_mail":
    case "password_changed_mail":
    case "email_change_mail":
    case "email_change_notice_mail":
    case "approval_mail":
    case "verification_mail":
    case "agency_draft_mail":
      return await sendMailJob(house, job);
    case "suspension_mail":
    case "notice_mail":
    case "fraud_mail":
      return await sendSafetyMail(house, job);
    case "keep_letters_back":
      return await keepLettersBack(house.store, job.userId, job.otherId);
    case "fraud_gather":
      return await gatherFraud(house.store, job);
    case "fraud_refund":
      return await refundFraud(house.store, job);
    case "contact_mail":
      return await sendContactMail(house, job);
    case "letter_mail":
      return await sendLetterMail(house, job);
    case "loose_attachment":
      return await clearLooseUpload(house, job.attachmentId);
    case "photo_files":
      return await clearPhotoFiles(house, job);
    case "story_picture":
      return await clearStoryPicture(house, job.token);
    case "keep_figures":
      return await keepFigures(house.store);
    case "retention":
      return await doRetention(house.store, job);
    case "verification_step":
      return await stepVerification(house.store, job.ladyId);
    case "live_video":
      return await clearLiveVideo(house, job);
    case "erase_member":
      return await eraseMember(house.store, job.userId, (name) => house.storage.delete(name));
    case "expire_payment":
      return await expirePayment(house.store, job.paymentId);
    case "settle_payment":
      return await settlePayment(house.store, job.paymentId);
    case "capture_payment":
      return await capturePayment(house, job);
    case "release_untranslated":
      return void await releaseUntranslated(house.store, job.letterId);
    case "letter_push":
      return await spreadPush(house, job);
    case "push":
      return await sendPush(house, job);
  }
}
