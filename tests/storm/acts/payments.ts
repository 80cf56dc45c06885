/** Men buy credits; the providers report it twice, out of order, and report refunds. */
import type { Payment } from "../book.ts";
import type { Person } from "../people.ts";
import { type Act, pause, pick, type Random, type World } from "../world.ts";

export const buyCredits: Act = (world, man, random) => {
  const promo = random() < 0.2 ? world.book.promos.at(-1)?.code ?? null : null;
  return buy(world, man, random, { promoCode: promo, rateId: pick(random, [2, 3, 3, 4]) });
};

/** Buys credits: from the wish to the credits, or to wherever it goes wrong. */
export async function buy(
  world: World,
  man: Person,
  random: Random,
  { promoCode, rateId }: { promoCode: string | null; rateId: number },
): Promise<void> {
  const { book, client } = world;
  const rate = world.rates.find(({ id }) => id === rateId)!;
  const method = random() < 0.6 ? "card" as const : "paypal" as const;
  const line = book.ask<Payment>(book.payments, {
    manId: man.id,
    method,
    id: null,
    credits: rate.credits + rate.bonusCredits,
    promoCode,
    isPaid: false,
    refundedAt: null,
  });
  const question = {
    method: "POST",
    path: method === "card" ? "/api/payments/card" : "/api/payments/pay-pal",
    json: { rateId, ...(promoCode && { promoCode }) },
    key: crypto.randomUUID(),
  };
  man.paying++;
  try {
    // What is acknowledged here is the beginning of the payment; `line` stands for its money.
    const begun = { ...line };
    const reply = await client.settle(man, begun, question, {
      random,
      refusals: ["promo_used", "promo_expired", "too_many_requests"],
      isSame: (one, other) => one.json.paymentId === other.json.paymentId,
    });
    if (!reply) return void (line.state = begun.state);
    line.id = reply.json.paymentId;
    await (method === "card" ? payByCard : payByPaypal)(world, line, reply.json, random);
  } finally {
    man.paying--;
  }
}

async function payByCard(
  world: World,
  line: Payment,
  { checkoutUrl }: { checkoutUrl: string },
  random: Random,
): Promise<void> {
  const { providers: { stripe }, providers, book, site } = world;
  const session = providers.sessionAt(checkoutUrl);
  if (!session) return book.fault(`payment ${line.id} leads to ${checkoutUrl}, which Stripe does not know`);
  const tell = (event: ReturnType<typeof stripe.event>) =>
    providers.tell(site, book, event.id, (origin, now) => stripe.send(`${origin}/hooks/stripe`, event, now));
  const chance = random();
  // Some leave the provider's page, some cards are declined; but never with a code, so that its uses can be counted.
  if (chance < 0.06 && !line.promoCode) return world.acted("payments left unpaid");
  if (chance < 0.12 && !line.promoCode) {
    await tell(stripe.event("checkout.session.async_payment_failed", { metadata: { payment_id: line.id } }));
    if (random() < 0.5) return world.acted("payments declined");
  }
  line.isPaid = true;
  const paid = stripe.pay(session);
  const again = stripe.event("checkout.session.async_payment_succeeded", paid.data.object);
  const words = shuffled(random, [paid, ...random() < 0.5 ? [paid] : [], ...random() < 0.4 ? [again] : []]);
  if (random() < 0.5) await Promise.all(words.map(tell));
  else for (const word of words) await tell(word);
  book.acknowledge(line);
  world.acted("payments by card");
  if (random() < 0.08) await refundAll(world, line, { tell, session });
}

/** All of the money is refunded at the provider, whose event takes the credits back. */
async function refundAll(
  { providers: { stripe }, book, acted }: World,
  line: Payment,
  { tell, session }: {
    tell: (event: ReturnType<World["providers"]["stripe"]["event"]>) => Promise<void>;
    session: { paymentIntent: string | null; params: Record<string, string> };
  },
): Promise<void> {
  const refunded = stripe.event("charge.refunded", {
    amount_refunded: Number(session.params["line_items[0][price_data][unit_amount]"]),
    currency: "eur",
    metadata: { payment_id: line.id },
    payment_intent: session.paymentIntent,
  });
  line.refundedAt = Infinity;
  await Promise.all([tell(refunded), tell(refunded)]);
  line.refundedAt = book.now;
  acted("payments refunded");
}

async function payByPaypal(
  world: World,
  line: Payment,
  { invoiceUrl }: { invoiceUrl: string },
  random: Random,
): Promise<void> {
  const { providers: { paypal }, providers, book, site } = world;
  const order = providers.orderAt(invoiceUrl);
  if (!order) return book.fault(`payment ${line.id} leads to ${invoiceUrl}, which PayPal does not know`);
  const tell = (event: ReturnType<typeof paypal.event>) =>
    providers.tell(site, book, event.id, (origin, now) => paypal.send(`${origin}/hooks/paypal`, event, now));
  if (random() < 0.1 && !line.promoCode) return world.acted("payments left unpaid");
  line.isPaid = true;
  const approved = paypal.approve(order);
  await tell(approved);
  const [since, kills] = [Date.now(), site.kills];
  if (!await providers.captured(order.id, world.givesUp)) {
    return book.fault(`payment ${line.id} of man ${line.manId} was approved at PayPal and never captured`);
  }
  world.slowest("capture", Date.now() - since);
  world.cameWithin(kills, `the capture of payment ${line.id}`);
  const captured = paypal.captured(order);
  await Promise.all([tell(captured), ...random() < 0.5 ? [pause(50).then(() => tell(approved)), tell(captured)] : []]);
  book.acknowledge(line);
  world.acted("payments by PayPal");
}

function shuffled<Item>(random: Random, items: Item[]): Item[] {
  return items.map((item) => ({ item, at: random() })).sort((one, other) => one.at - other.at).map(({ item }) => item);
}
