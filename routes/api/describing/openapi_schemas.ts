/** Schemas of zod as JSON Schema that every tool can read: what a schema says of itself wins over how it is checked. */
import * as z from "zod";

export type Json = Record<string, unknown>;

/** What is sent (`input`) or answered (`output`) by a schema. Throws where a pattern cannot be said to others. */
export function jsonSchemaOf(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      // A number also comes as a form's text, a list as words between commas: neither is told twice.
      if (jsonSchema.type !== undefined) delete jsonSchema.anyOf;
      if (jsonSchema.format === "email") delete jsonSchema.pattern;
      for (const part of [jsonSchema, ...jsonSchema.allOf ?? []]) {
        if (typeof part.pattern === "string") part.pattern = portable(part.pattern);
      }
    },
  });
  return rest;
}

/** Classes that only some engines know, or know differently, by the characters in them. */
const ranges: Record<string, string> = {
  "\\p{Cc}": "\\u0000-\\u001f\\u007f-\\u009f",
  "\\p{Zl}": "\\u2028",
  "\\p{Zp}": "\\u2029",
  // A half of a character cannot be written in JSON that others read; the server refuses it all the same.
  "\\p{Cs}": "",
  "\\d": "0-9",
  "\\w": "A-Za-z0-9_",
};

/** A pattern in the words of all engines: ECMA-262, Python, Java, RE2. Throws for a class that is not listed. */
export function portable(pattern: string): string {
  let isInClass = false;
  return pattern.replace(/\\[pP]\{[^}]*\}|\\.|[[\]]/g, (sign) => {
    if (sign === "[" || sign === "]") isInClass = sign === "[";
    const range = ranges[sign];
    if (range === undefined && /^\\p/i.test(sign)) throw new Error(`no other tool reads ${sign} in ${pattern}`);
    if (range === undefined) return sign;
    return isInClass ? range : `[${range}]`;
  });
}
