/** What a form of these rooms brought, as texts; never trusts more than that. */
import { idOf } from "../mail/sides.ts";

export type Form = Record<string, unknown>;

export const textOf = (value: unknown): string => typeof value === "string" ? value.replace(/\r\n?/g, "\n") : "";

/** From 1. */
export const pageNumberOf = (text: string | undefined): number => idOf(text) ?? 1;

export const lastPageOf = (totalCount: number, perPage: number): number => Math.max(1, Math.ceil(totalCount / perPage));
