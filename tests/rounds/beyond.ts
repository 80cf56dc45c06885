/** The routes that still wait more often than they should: the list is meant to become empty. */
import type { Rounds } from "./goals.ts";

/** Who do not reach it yet. */
export const beyond: Record<string, Rounds> = {
  "GET /admin/figures": [15, 7],
  "GET /admin/log": [13, 0],
  "POST /block/:id": [10, 2],
  "POST /admin/approvals": [8, 0],
  "GET /agency/statement": [7, 0],
  "POST /api/users/:id/block": [7, 2],
  "GET /admin/approvals": [6, 0],
  "GET /blog": [6, 0],
  "GET /blog/:year/:month": [6, 0],
  "GET /success-stories": [6, 0],
  "POST /admin/promotions/new": [6, 1],
  "POST /admin/rates/new": [6, 1],
  "POST /admin/verifications/:id": [6, 0],
  "POST /man/men-account/delete-account": [6, 0],
};
