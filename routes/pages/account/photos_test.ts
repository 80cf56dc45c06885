/** "My Photos" without a script, for a man and a lady: sent, ordered, captioned, removed; and a profile that shows them. */
import { expect } from "expect";
import sharp from "sharp";
import { type User, userById } from "../../../kv/accounts/users.ts";
import { ladyById } from "../../../kv/ladies/ladies.ts";
import { addShownPhoto, createNewLady, putChecks } from "../../../kv/testing/verifications.ts";
import { decide } from "../../../kv/vetting/approval_decisions.ts";
import { approvalOf } from "../../../kv/vetting/approvals.ts";
import { photosOf } from "../../../kv/vetting/photos.ts";
import * as pictures from "../../../services/testing/pictures.ts";
import { withGuestCache } from "../../cache/guest_cache.ts";
import { girlPath } from "../../ladies/girl_paths.ts";
import { testApp, type TestSite, Visitor } from "../../testing/site.ts";

const manPath = "/en/man/men-account/photos";
const ladyPath = "/en/lady/profile/photos";

/** Sends files as a form of the page does. */
function sendFiles(from: Visitor, path: string, files: [string, Uint8Array<ArrayBuffer>][]): Promise<Response> {
  const body = new FormData();
  body.append("do", "add");
  for (const [name, bytes] of files) body.append("photos", new File([bytes], name, { type: "image/jpeg" }));
  return from.request(path, { method: "POST", body, headers: { origin: from.origin } });
}

const idsOf = async (site: TestSite, user: User) => (await photosOf(site.store, user)).map(({ id }) => id);

async function approveAll(site: TestSite, user: User): Promise<void> {
  for (const id of await idsOf(site, user)) {
    const asked = await approvalOf(site.store, { kind: "photo", subjectId: id });
    if (asked) await decide(site.store, asked.id, true);
  }
}

async function open(from: Visitor, path: string, status = 200): Promise<string> {
  const answer = await from.get(path);
  expect([path, answer.status]).toEqual([path, status]);
  return await answer.text();
}

Deno.test("James sends two photos at once, and sees that they wait", async () => {
  await using site = await testApp();
  const james = await site.addMan();
  const asJames = await site.visitorAs(james);
  const empty = await open(asJames, manPath);
  expect(empty).toContain("My Photos");
  expect(empty).toContain("0 of 20");
  const bytes = await pictures.jpeg(80, 60);
  const html = await (await asJames.follow(await sendFiles(asJames, manPath, [["a.jpg", bytes], ["b.jpg", bytes]])))
    .text();
  expect(html).toContain("Your photos have arrived.");
  expect(html.match(/>Waiting for approval</g)?.length).toBe(2);
  expect(html).toContain("2 of 20");
  for (const each of ["Caption of photo", "Save the caption of photo"]) {
    expect([html.includes(`aria-label="${each} 1"`), html.includes(`aria-label="${each} 2"`)]).toEqual([true, true]);
  }
  await approveAll(site, james);
  expect(await open(asJames, manPath)).not.toContain(">Waiting for approval<");
});

Deno.test("one photo alone cannot be moved, and the rest of its row are places for more", async () => {
  await using site = await testApp();
  const james = await site.addMan();
  const asJames = await site.visitorAs(james);
  const bytes = await pictures.jpeg(80, 60);
  const moves = (html: string) => html.match(/value="(?:earlier|later)"/g)?.length ?? 0;
  const places = (html: string) => html.match(/<li\s+class="free" aria-hidden="true">/g)?.length ?? 0;
  await sendFiles(asJames, manPath, [["a.jpg", bytes]]);
  const one = await open(asJames, manPath);
  expect([moves(one), places(one)]).toEqual([0, 4]);
  await sendFiles(asJames, manPath, [["b.jpg", bytes]]);
  const two = await open(asJames, manPath);
  expect([moves(two), places(two)]).toEqual([4, 3]);
});

Deno.test("what is wrong with a file is said with its name, and that the good ones are kept", async () => {
  await using site = await testApp();
  const james = await site.addMan();
  const asJames = await site.visitorAs(james);
  const good = await pictures.jpeg(80, 60);
  const mixed = await sendFiles(asJames, manPath, [["<i>.png", await pictures.png()], ["b.jpg", good]]);
  expect(mixed.status).toBe(415);
  const answer = await mixed.text();
  expect(answer).toContain("&lt;i>.png: Only JPG photos can be added here.");
  expect(answer).toContain("1 photo has arrived. It is waiting for approval.");
  expect((await idsOf(site, james)).length).toBe(1);
  const none = await sendFiles(asJames, manPath, []);
  const nothing = await none.text();
  expect([none.status, nothing.includes("Please fill this in.")]).toEqual([422, true]);
  expect(nothing).not.toContain("waiting for approval.</");
  const five = await sendFiles(
    asJames,
    manPath,
    Array.from({ length: 5 }, (_, n) => [`${n}.jpg`, good] as const).map(
      ([name, bytes]): [string, Uint8Array<ArrayBuffer>] => [name, bytes],
    ),
  );
  expect([five.status, (await five.text()).includes("four photos at a time")]).toEqual([422, true]);
  expect((await idsOf(site, james)).length).toBe(1);
});

Deno.test("Olena puts her photos in order, writes captions and removes one by buttons alone", async () => {
  await using site = await testApp();
  const olena = await site.addLady();
  const asOlena = await site.visitorAs(olena);
  const bytes = await pictures.jpeg(80, 60);
  await sendFiles(asOlena, ladyPath, [["a.jpg", bytes], ["b.jpg", bytes], ["c.jpg", bytes]]);
  await approveAll(site, olena);
  const [a, b, c] = await idsOf(site, olena) as [number, number, number];
  const press = async (id: number, action: string, caption = "") => {
    const answer = await asOlena.post(ladyPath, { id: String(id), do: action, caption });
    await answer.body?.cancel();
    goesOn = answer.headers.get("location")?.replace(ladyPath, "") ?? "";
    return answer.status;
  };
  let goesOn = "";
  expect([await press(c, "earlier"), goesOn]).toEqual([303, `#photo-${c}`]);
  expect(await open(asOlena, ladyPath)).toContain(`id="photo-${c}"`);
  expect(await idsOf(site, olena)).toEqual([a, c, b]);
  expect(await press(a, "later")).toBe(303);
  expect(await idsOf(site, olena)).toEqual([c, a, b]);
  expect(await press(c, "earlier")).toBe(303);
  expect(await press(b, "later")).toBe(303);
  expect(await idsOf(site, olena)).toEqual([c, a, b]);
  expect(await press(b, "main")).toBe(303);
  expect((await ladyById(site.store, olena.id))!.photos.map(({ id }) => id)).toEqual([b, c, a]);
  expect(await press(b, "caption", "By the sea")).toBe(303);
  expect(await open(asOlena, ladyPath)).toContain("The new caption is waiting for approval.");
  expect(await press(b, "caption", "x".repeat(121))).toBe(422);
  expect([await press(a, "remove"), goesOn]).toEqual([303, `#photo-${c}`]);
  expect(await press(a, "remove")).toBe(404);
  expect(await press(b, "toString")).toBe(400);
  expect(await press(NaN, "main")).toBe(404);
  expect(await idsOf(site, olena)).toEqual([b, c]);
});

Deno.test("the pages are for their own kind alone", async () => {
  await using site = await testApp();
  const asJames = await site.visitorAs(await site.addMan());
  const asOlena = await site.visitorAs(await site.addLady());
  await open(asJames, ladyPath, 403);
  await open(asOlena, manPath, 403);
  expect((await site.visitor().get(manPath)).status).toBe(303);
  expect((await sendFiles(site.visitor(), manPath, [["a.jpg", await pictures.jpeg(9, 9)]])).status).toBe(303);
});

Deno.test("an approved photo is on her page at once, for guests with a kept page too, with its caption and large form", async () => {
  await using site = await testApp();
  const olena = await site.addLady();
  const asOlena = await site.visitorAs(olena);
  const guest = new Visitor(
    {
      fetch: withGuestCache(site.deps, (request, connection) => site.app.fetch(request, connection as never)),
    } as never,
    site.now,
  );
  const path = `/en${girlPath((await ladyById(site.store, olena.id))!, site.now())}`;
  expect(await open(guest, path)).toContain("no-avatar.webp");
  await sendFiles(asOlena, ladyPath, [["a.jpg", await pictures.jpeg(900, 1200)]]);
  const [photo] = await photosOf(site.store, olena);
  await asOlena.post(ladyPath, { id: String(photo!.id), do: "caption", caption: "By the sea" });
  expect(await open(guest, path)).toContain("no-avatar.webp");
  await approveAll(site, olena);
  const html = await open(guest, path);
  const large = /<a href="(\/photo-files\/[^"]+\/large)" data-caption="By the sea">/.exec(html)?.[1];
  expect(html).toMatch(/alt="[^"]+: By the sea"/);
  const picture = await guest.get(large!);
  expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/webp"]);
  await picture.body?.cancel();
  const shared = async () => new Uint8Array(await (await guest.get(`/og/girl/${olena.id}.jpg`)).arrayBuffer());
  // Half red, half blue: the picture that is shared is her photo, and the site's own once the photo is gone.
  const colourOf = async (jpeg: Uint8Array) => (await sharp(jpeg).stats()).dominant;
  expect(Math.max((await colourOf(await shared())).r, (await colourOf(await shared())).b)).toBeGreaterThan(200);
  const before = await shared();
  await asOlena.call("DELETE", `/api/photos/${photo!.id}`);
  expect(await shared()).not.toEqual(before);
  for (const locale of ["", "/zh-hans"]) expect(await open(asOlena, `${locale}/lady/profile/photos`)).toContain("JPG");
});

Deno.test("a verified lady reads which photo her verification holds for, also when another one has come first", async () => {
  await using site = await testApp();
  const { id } = await createNewLady(site.store);
  const [first, second] = [await addShownPhoto(site.store, id), await addShownPhoto(site.store, id)];
  await putChecks(site.store, id);
  const asHer = await site.visitorAs((await userById(site.store, id))!);
  const holds = "Your verification holds for the first one";
  expect(await open(asHer, ladyPath)).toContain(holds);
  await asHer.post(ladyPath, { do: "main", id: String(second) });
  const resting = await open(asHer, ladyPath);
  expect(resting).toContain("put that one first again, and you are verified again");
  expect(resting).not.toContain(holds);
  await asHer.post(ladyPath, { do: "main", id: String(first) });
  expect(await open(asHer, ladyPath)).toContain(holds);
});
