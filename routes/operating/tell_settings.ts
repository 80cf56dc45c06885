/** What a start tells its operator of settings that are allowed, but hardly meant: a line of the log each. */
import { getLogger } from "@logtape/logtape";
import { taxingSeller } from "../../kv/credits/tax/tax.ts";
import type { Config } from "../../services/config.ts";
import type { Storage } from "../../services/storage/storage.ts";

const log = getLogger(["vesna", "main"]);

/** Tells of all of them; of a bucket once it has answered, or has not: the site serves meanwhile. */
export function tellSettings(config: Config, storage: Storage): void {
  for (const doubt of config.doubts) log.warn(doubt);
  const { unsaid, seller } = config.selling;
  if (unsaid.length > 0) {
    log.warn("not set: {names}; the imprint, the terms, mails and receipts leave it out", { names: unsaid.join(", ") });
  }
  if (seller?.vatId && !taxingSeller(seller)) {
    log.warn("no VAT is charged: SELLER_VAT_ID shows no registration in the Union or the United Kingdom");
  }
  if (config.isFormerSecretLost) {
    log.warn(
      "FORMER_SECRETS says that a secret is lost, so that the store was opened whatever SECRET it had: remove the word",
    );
  }
  if (config.s3) tellBucket(config.s3.bucket, storage).catch(() => {});
}

/** Tells that the store was written under a secret that this site does not know. */
export const tellOfForeignSecret = (): void =>
  log.warn(
    "the store was written under another SECRET: with this one no second factor is right, and the audit calls what is signed " +
      "from now on another's; set the former one, or put it into FORMER_SECRETS if it was changed on purpose",
  );

/** A name that no file has: asking for it needs the same right as every file does. */
const nameOfNothing = "photos/none";

async function tellBucket(bucket: string, storage: Storage): Promise<void> {
  try {
    const file = await storage.get(nameOfNothing);
    await file?.body.cancel();
  } catch (error) {
    const why = (error as Error).message;
    log.warn("the bucket {bucket} cannot be used: {why}; until it can, pictures are neither shown nor taken", {
      bucket,
      why,
    });
  }
}
