/** Photographs in letters at both desks: a plain form sends them, a refusal keeps what is good, a seal hides them. */
import { expect } from "expect";
import { balanceOf } from "../../../kv/credits/ledger/ledger.ts";
import { upload } from "../../api/testing/pictures.ts";
import * as pictures from "../../../services/testing/pictures.ts";
import {
  composerFields,
  htmlOf,
  type MailWorld,
  payForOpening,
  sheetOf,
  testMail,
  withSealedLetter,
} from "./testing/mail.ts";

type Bytes = Uint8Array<ArrayBuffer>;
const file = (bytes: Bytes, name: string) => new File([bytes], name, { type: "image/jpeg" });

const writeTo = ({ olena }: MailWorld) => `/en/man/mail/new-conversation/${olena.id}`;

/** Sends the composer of a page as a browser without a script does: every field, files as files. */
async function sendForm(
  world: MailWorld,
  body: string,
  parts: (File | string)[],
  from: "his" | "hers" = "his",
  path = writeTo(world),
  sendKey?: string,
) {
  const visitor = world[from];
  const fields = composerFields(await htmlOf(visitor.get(path)));
  const form = new FormData();
  form.append("action", "send");
  form.append("sendKey", sendKey ?? fields.sendKey);
  form.append("body", body);
  for (const part of parts) form.append("attachments[]", part);
  // An empty file field sends a nameless file of no bytes.
  if (!parts.some((part) => part instanceof File)) form.append("attachments[]", new File([], ""));
  const answer = await visitor.request(path, { method: "POST", body: form, headers: { origin: visitor.origin } });
  return { answer, sendKey: sendKey ?? fields.sendKey };
}

const picturesIn = (html: string) =>
  [...html.matchAll(/src="(\/letter-files\/[\w-]+\/thumb)"/g)].map(([, src]) => src!);

Deno.test("a plain form sends three photographs, which lie under the letter for both", async () => {
  await using world = await testMail();
  const { site, james, olena } = world;
  const files = [
    file(await pictures.jpeg(), "a.jpg"),
    file(await pictures.png(), "b.png"),
    file(await pictures.gif(), "c.gif"),
  ];
  const { answer } = await sendForm(world, "Three of the lake.", files);
  expect(answer.status).toBe(303);
  const his = await htmlOf(world.his.follow(answer));
  expect(picturesIn(his).length).toBe(3);
  expect(his).toContain("3 photographs enclosed");
  expect(his).toContain('alt="Photograph 2 of 3, to Olena"');
  expect(his).toContain('"picture_viewer"');
  const { letterId } = (await htmlOf(world.hers.get("/en/lady/mail/inbox"))).match(
    /conversation\/\d+\/(?<letterId>\d+)/,
  )!.groups!;
  const hers = await htmlOf(world.hers.get(`/en/lady/mail/inbox/conversation/${james.id}/${letterId}`));
  expect(picturesIn(hers)).toEqual(picturesIn(his));
  expect(hers).toContain('alt="Photograph 1 of 3, from James"');
  expect(hers).not.toContain("a.jpg");
  const shown = await world.hers.get(picturesIn(hers)[0]!.replace("thumb", "full"));
  expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/webp"]);
  await shown.body?.cancel();
  expect(await balanceOf(site.store, james.id)).toBe(190);
  expect(olena.id).toBeGreaterThan(0);
});

Deno.test("one bad file: nothing is sent, it is named, and words and good photographs stay for the next try", async () => {
  await using world = await testMail();
  const { site, james } = world;
  const bad = file(pictures.svg() as Bytes, "holiday.jpg");
  const { answer, sendKey } = await sendForm(world, "Dear Olena,", [file(await pictures.jpeg(), "lake.jpg"), bad]);
  expect(answer.status).toBe(415);
  const html = await htmlOf(answer);
  expect(html).toContain("Nothing was sent yet: a photograph could not be enclosed.");
  expect(html).toContain("holiday.jpg: Only GIF, JPG and PNG pictures can be enclosed.");
  expect(sheetOf(html)).toBe("Dear Olena,");
  const kept = [...html.matchAll(/<input[^>]*name="attachments\[\]"[^>]*value="([\w-]+)"[^>]*>/g)];
  expect(kept.length).toBe(1);
  expect(kept[0]![0]).toContain("checked");
  expect(await balanceOf(site.store, james.id)).toBe(200);

  const again = await sendForm(world, "Dear Olena,", [kept[0]![1]!], "his", writeTo(world), sendKey);
  expect(again.answer.status).toBe(303);
  expect(picturesIn(await htmlOf(world.his.follow(again.answer))).length).toBe(1);
  expect(await balanceOf(site.store, james.id)).toBe(190);
});

Deno.test("every fault of a photograph has its status and its words, in every language", async () => {
  await using world = await testMail();
  const cases: [Bytes, number, RegExp][] = [
    [await pictures.pictureOfBytes(4097 * 1024), 413, /x\.jpg(?:: |：).*4 MB/],
    [await pictures.bomb(20_000, 20_000), 422, /x\.jpg(?:: |：).*(?:40 million|4,000)/],
    [(await pictures.jpeg()).slice(0, 100), 422, /x\.jpg(?:: |：).+/],
  ];
  for (const prefix of ["/en", "", "/zh-hans"]) {
    for (const [bytes, status, words] of cases) {
      const path = `${prefix}/man/mail/new-conversation/${world.olena.id}`;
      const { answer } = await sendForm(world, "Hello.", [file(bytes, "x.jpg")], "his", path);
      expect(answer.status).toBe(status);
      expect(await htmlOf(answer)).toMatch(words);
    }
  }
});

Deno.test("a photograph that waited too long is named by its place, and the others stay", async () => {
  await using world = await testMail();
  const { answer } = await sendForm(world, "Hello.", [file(await pictures.jpeg(), "a.jpg"), "no-such-picture"]);
  expect(answer.status).toBe(422);
  const html = await htmlOf(answer);
  expect(html).toContain("Photograph 2: This picture is no longer here. Please add it again.");
  expect(picturesIn(html).length).toBe(1);
});

Deno.test("the form that comes twice with the same files is one letter, with another file another letter", async () => {
  await using world = await testMail();
  const { site, james } = world;
  const lake = await pictures.jpeg();
  const first = await sendForm(world, "Look.", [file(lake, "lake.jpg")]);
  const again = await sendForm(world, "Look.", [file(lake, "lake.jpg")], "his", writeTo(world), first.sendKey);
  // Going back to the page gives a fresh key.
  const anew = await sendForm(world, "Look.", [file(lake, "lake.jpg")]);
  const to = first.answer.headers.get("location");
  expect([again.answer.headers.get("location"), anew.answer.headers.get("location")]).toEqual([to, to]);
  expect(await balanceOf(site.store, james.id)).toBe(190);
  await site.runJobs();
  expect((await Array.fromAsync(site.deps.storage.list())).length).toBe(2);

  const used = await sendForm(
    world,
    "Look.",
    [file(await pictures.png(), "b.png")],
    "his",
    writeTo(world),
    first.sendKey,
  );
  expect(used.answer.status).toBe(422);
  expect(picturesIn(await htmlOf(used.answer)).length).toBe(1);
  const other = await sendForm(world, "Look.", [file(await pictures.png(), "b.png")]);
  expect(other.answer.status).toBe(303);
  expect(other.answer.headers.get("location")).not.toBe(to);
  expect(await balanceOf(site.store, james.id)).toBe(180);
});

Deno.test("without credits nothing is sent, and his photographs wait with his words", async () => {
  await using world = await testMail({ credits: 4 });
  const { answer } = await sendForm(world, "Dear Olena,", [file(await pictures.jpeg(), "lake.jpg")]);
  expect(answer.status).toBe(402);
  const html = await htmlOf(answer);
  expect([sheetOf(html), picturesIn(html).length]).toEqual(["Dear Olena,", 1]);
});

Deno.test("somebody else's form brings no photograph into the site", async () => {
  await using world = await testMail();
  const form = new FormData();
  for (const [name, value] of Object.entries({ writerId: "1", sendKey: "a-key-of-his-own", body: "x" })) {
    form.append(name, value);
  }
  form.append("attachments[]", file(await pictures.jpeg(), "a.jpg"));
  const { origin } = world.his;
  const answer = await world.his.request(writeTo(world), { method: "POST", body: form, headers: { origin } });
  expect(answer.status).toBe(403);
  await answer.body?.cancel();
  expect(await Array.fromAsync(world.site.deps.storage.list())).toEqual([]);
});

Deno.test("a sealed letter tells nothing of its photographs until it is opened", async () => {
  await using world = await testMail();
  const { james } = world;
  await withSealedLetter(world);
  world.site.advance(60_000);
  const path = `/en/lady/mail/new-conversation/${james.id}`;
  const { answer } = await sendForm(world, "With a photograph.", [file(await pictures.jpeg(), "a.jpg")], "hers", path);
  const hers = await htmlOf(world.hers.follow(answer));
  const [thumb] = picturesIn(hers);
  const id = Number(/#letter-(\d+)/.exec(answer.headers.get("location")!)![1]);
  const here = `/en/man/mail/inbox/conversation/${world.olena.id}/${id}`;
  const sealed = await htmlOf(world.his.get(here));
  expect(sealed).not.toMatch(/letter-files|\d photographs? enclosed|class="viewer"/);
  const refused = await world.his.get(thumb!);
  expect(refused.status).toBe(404);
  await refused.body?.cancel();
  await payForOpening(world, { id, manId: james.id } as never);
  expect(picturesIn(await htmlOf(world.his.get(here)))).toEqual([thumb]);
});

Deno.test("a begun letter whose photographs are gone after their day says so, and says nothing while they are there", async () => {
  await using world = await testMail();
  const { site, his, james, olena } = world;
  const ids = [];
  for (const name of ["lake.jpg", "boat.jpg"]) {
    const { id } = await upload(his, await pictures.jpeg(), name);
    ids.push(id);
    site.advance(60_000);
  }
  const written = { body: "Dear Olena,", sendKey: "key-of-the-lake", base: 0, attachments: ids };
  expect((await his.call("PATCH", `/api/mail/drafts/${olena.id}`, written)).status).toBe(200);
  const notice = "photographs of this draft were kept for a day and are no longer here.";
  expect(await htmlOf(his.get(writeTo(world)))).not.toContain(notice);
  site.advance(25 * 3600_000);
  await site.runJobs();
  const html = await htmlOf((await site.visitorAs(james)).get(writeTo(world)));
  expect([sheetOf(html), html.includes(`2 ${notice}`), picturesIn(html)]).toEqual(["Dear Olena,", true, []]);
});
