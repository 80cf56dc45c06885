/** The described events are those that a stream sends: read from a real stream, and checked by the document's own schema. */
import { expect } from "expect";
import * as z from "zod";
import { invite } from "../../../kv/chats/invitations.ts";
import { EventReader } from "../../live/testing/events.ts";
import { testApp, type TestSite } from "../../testing/site.ts";
import { read } from "../testing/calls.ts";

type Described = Parameters<typeof z.fromJSONSchema>[0] & object;
interface EventSchema {
  properties: { event: { const: string }; data: { contentSchema: Described } };
}
interface Document {
  paths: {
    "/api/events": { get: { responses: { "200": { content: { "text/event-stream": { schema: Described } } } } } };
  };
}

async function schemaOf(site: TestSite): Promise<Described> {
  const { paths } = await read<Document>(site.visitor().call("GET", "/api/openapi.json"));
  return paths["/api/events"].get.responses["200"].content["text/event-stream"].schema;
}

Deno.test("each event that a stream sends is one of those that the document describes, and its data as well", async () => {
  await using site = await testApp();
  const [james, olena] = [await site.addMan({ credits: 50 }), await site.addLady({ firstname: "Olena" })];
  await invite(site.store, { manId: james.id, ladyId: olena.id }, olena.id, james.id, "video");
  const schema = await schemaOf(site);
  const eventSchemas = schema.oneOf as unknown as EventSchema[];
  const asJames = await site.visitorAs(james);
  const stream = new EventReader(await asJames.request("/api/events"));
  expect(await stream.frame()).toEqual({ retry: "3000" });
  for (const name of ["new-message", "balance", "invitations"]) {
    const event = (await stream.frame())!;
    expect(z.fromJSONSchema(schema).parse(event)).toEqual(event);
    const { data } = eventSchemas.find(({ properties }) => properties.event.const === event.event)!.properties;
    const said = JSON.parse(event.data!);
    expect([event.event, z.fromJSONSchema(data.contentSchema).parse(said)]).toEqual([name, said]);
  }
  await stream.leave();
});

Deno.test("the document names the events that a stream may send, and no other passes for one", async () => {
  await using site = await testApp();
  const schema = await schemaOf(site);
  const names = (schema.oneOf as unknown as EventSchema[]).map(({ properties }) => properties.event.const);
  expect(names).toEqual(["new-message", "balance", "invitations", "again"]);
  const takes = (event: unknown) => z.fromJSONSchema(schema).safeParse(event).success;
  expect(takes({ event: "again", data: "{}" })).toBe(true);
  expect([takes({ event: "else", data: "{}" }), takes({ event: "again" }), takes("event: again")])
    .toEqual([false, false, false]);
});
