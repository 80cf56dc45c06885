/** Calls about the devices that a person wishes to be notified on; `not_found` where the site sends no notes. */
import * as z from "zod";
import { keepSubscription, removeSubscription, subscriptionIdOf } from "../../kv/accounts/push_subscriptions.ts";
import { refuse } from "../../kv/store/refusals.ts";
import { defineCall } from "./describing/call.ts";

const endpointField = z.string().max(1024, "too_long");
const subscriptionShape = z.object({ id: z.string() });

/** `count` bytes as browsers write them, in base64url; base64 and padding are accepted as well. */
const bytesField = (count: number) =>
  z.string().max(200, "too_long").transform((text) => text.replace(/=+$/, "").replace(/\+/g, "-").replace(/\//g, "_"))
    .refine((text) => /^[\w-]+$/.test(text) && Math.floor(text.length * 3 / 4) === count, "wrong_value");

export const pushCalls = [
  defineCall({
    method: "post",
    path: "/push-subscriptions",
    summary:
      "Notify this device of new letters and of who asks to talk; what a browser's pushManager.subscribe() answers",
    access: "members",
    refuses: ["not_found"],
    body: z.object({
      endpoint: endpointField,
      keys: z.object({ p256dh: bytesField(65), auth: bytesField(16) }),
    }).loose(),
    answer: z.object({ subscription: subscriptionShape }),
    async handle(c, { body }) {
      const { store, push } = c.var.deps;
      if (!push) return refuse("not_found");
      if (!push.mayReach(body.endpoint)) return refuse("invalid", { fields: { endpoint: "wrong_value" } });
      const { signedIn: { session }, facts: { origin } } = c.var;
      const device = { endpoint: body.endpoint, ...body.keys, siteKey: push.publicKey, origin };
      const kept = await keepSubscription(store, session, device);
      return kept.ok ? { ok: true, answer: { subscription: { id: kept.subscription.id } } } : kept;
    },
  }),
  defineCall({
    method: "delete",
    path: "/push-subscriptions",
    summary: "Notify this device no more",
    access: "members",
    refuses: ["not_found"],
    body: z.object({ endpoint: endpointField }).loose(),
    async handle(c, { body, user }) {
      const { store, push } = c.var.deps;
      if (!push) return refuse("not_found");
      await removeSubscription(store, user.id, subscriptionIdOf(body.endpoint));
      return { ok: true };
    },
  }),
];
