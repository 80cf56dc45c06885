/** The fields by which a long list is read on from a place in it, instead of by page number. */
import * as z from "zod";

export const nextField = z.string().nullable()
  .describe("What `before` names for the page after this one; null at the end");

export const beforeField = (placeOf: (text: string) => unknown) =>
  z.string().refine((text) => placeOf(text) !== null, "wrong_value").optional()
    .describe("The place after which to go on, as `next` of the page before; `page` counts for nothing then");
