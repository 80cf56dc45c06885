/**
 * The routes that are in neither the list of pages nor that of calls, each with what a visitor gets there who brings nothing
 * but a session. A route that is in no list at all fails the test of the roles.
 */
import type { Visitor } from "../../routes/http/access.ts";

type Expected = number | Record<Visitor, number>;

export interface OutsideRoute {
  /** As hono has it: "GET /metrics". */
  route: string;
  /** Why it is mounted by itself, and what decides there. */
  because: string;
  /** The status for each visitor; null for a route that only stands around others. */
  expected: Expected | null;
  /** An address of the route; without it, its parameters are filled in. */
  path?: string;
}

const members = (status: number): Record<Visitor, number> => ({
  guest: 401,
  1: status,
  2: status,
  3: status,
  4: status,
  5: status,
});

export const outsideRoutes: OutsideRoute[] = [
  { route: "ALL /*", because: "what stands around every answer", expected: null },
  { route: "ALL /letter-files/*", because: "the policy of mere files", expected: null },
  { route: "ALL /photo-files/*", because: "the policy of mere files", expected: null },
  { route: "ALL /video-files/*", because: "the policy of mere files", expected: null },
  { route: "ALL /verification-files/*", because: "the policy of mere files", expected: null },
  { route: "ALL /story-files/*", because: "the policy of mere files", expected: null },

  { route: "GET /healthz", because: "machines ask it", expected: 200 },
  { route: "GET /assets/*", because: "the same files for everybody", expected: 404, path: "/assets/none.js" },
  { route: "GET /static/*", because: "the same files for everybody", expected: 404, path: "/static/none.css" },
  {
    route: "GET /static/images/portraits/*",
    because: "the same files for everybody; a picture that is gone has a calm one in its place",
    expected: 404,
    path: "/static/images/portraits/none.webp",
  },
  { route: "GET /speculation-rules.json", because: "the same file for everybody", expected: 200 },
  { route: "GET /speculation-rules-members.json", because: "the same file for everybody", expected: 200 },
  { route: "GET /favicon.ico", because: "the same file for everybody", expected: 301 },
  { route: "GET /worker.js", because: "the same file for everybody", expected: 200 },
  { route: "GET /push_worker.js", because: "the same file for everybody", expected: 200 },
  { route: "GET /offline", because: "the same page for everybody", expected: 200 },
  { route: "GET /api/openapi.json", because: "the same document for everybody", expected: 200 },

  { route: "GET /letter-files/:id/:size", because: "the two of the letter alone", expected: 404 },
  { route: "GET /photo-files/:owner/:token/:part", because: "whom the photo is shown to", expected: 404 },
  { route: "GET /video-files/:id/full", because: "whose address was signed", expected: 404 },
  {
    route: "GET /video-files/:id/:part",
    because: "parts that everybody sees, where there is such a video",
    expected: 404,
  },
  {
    route: "GET /story-files/:token/:part",
    because: "pictures that everybody sees, where there is such a story",
    expected: 404,
  },
  {
    route: "GET /verification-files/:ladyId{[0-9]{1,15}}",
    because: "admins by a signed address, and nobody else",
    expected: 404,
  },

  { route: "GET /metrics", because: "the operator's machine or token; no role", expected: 404 },
  { route: "GET /operator/approvals", because: "the operator's key; no role", expected: 404 },
  {
    route: "POST /operator/approvals/:id{[0-9]{1,15}}/:verdict{approve|refuse}",
    because: "the operator's key; no role",
    expected: 404,
  },
  { route: "GET /operator/staff", because: "the operator's key; no role", expected: 404 },
  { route: "POST /operator/staff", because: "the operator's key; no role", expected: 404 },
  { route: "POST /hooks/sandbox", because: "the provider's signature; no role", expected: 400 },
  { route: "GET /api/events", because: "one's own news, as a stream", expected: members(200) },
  { route: "GET /chat/socket", because: "a socket; its roles are tested over real lines below", expected: 426 },
];
