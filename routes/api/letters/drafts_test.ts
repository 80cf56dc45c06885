/** Drafts of letters by call: they follow their author from device to device, with pictures, and nobody else sees them. */
import { expect } from "expect";
import { png } from "../../../services/testing/pictures.ts";
import { testApp } from "../../testing/site.ts";
import type { ShownDraft } from "../../files/letter_drafts.ts";
import { read, refused, withCorrespondents } from "../testing/calls.ts";
import { upload } from "../testing/pictures.ts";

type Answer = { draft: ShownDraft | null };

const written = { body: "Dear Olena", sendKey: "key-of-the-train", base: 0 };

Deno.test("James begins a letter in the train and finds it at home, with its picture and its key", async () => {
  await using site = await testApp();
  const { olena, asJames } = await withCorrespondents(site);
  const path = `/api/mail/drafts/${olena.id}`;
  expect(await read<Answer>(asJames.get(path))).toEqual({ draft: null });
  const { id } = await upload(asJames, await png(40, 30));
  const kept = await read<Answer>(asJames.call("PATCH", path, { ...written, attachments: [id, "not-there"] }));
  expect(kept.draft).toMatchObject({
    body: "Dear Olena",
    sendKey: "key-of-the-train",
    pictures: [{ id, thumb: `/letter-files/${id}/thumb` }],
    others: [],
  });
  expect(await read<Answer>(asJames.get(path))).toEqual(kept);
  const base = kept.draft!.revision;
  expect(await read<Answer>(asJames.call("PATCH", path, { ...written, body: "", base }))).toEqual({ draft: null });
});

Deno.test("a picture that James took out at home is not asked for again by what he goes on writing in the train", async () => {
  await using site = await testApp();
  const { olena, asJames } = await withCorrespondents(site);
  const path = `/api/mail/drafts/${olena.id}`;
  const { id } = await upload(asJames, await png(40, 30));
  const keep = async (more: object) =>
    (await read<Answer>(asJames.call("PATCH", path, { ...written, ...more }))).draft!;
  const { revision: base } = await keep({ attachments: [id] });
  await asJames.call("DELETE", `/api/mail/attachments/${id}`);
  await keep({ body: "Dear Olena, from home", base });
  const onward = await keep({ body: "Dear Olena, from the train", base, attachments: [id] });
  expect(onward).toMatchObject({ body: "Dear Olena, from the train", pictures: [], picturesGone: 0 });
});

Deno.test("nobody reads or changes what somebody else has begun", async () => {
  await using site = await testApp();
  const { james, olena, asJames, asOlena } = await withCorrespondents(site);
  await read<Answer>(asJames.call("PATCH", `/api/mail/drafts/${olena.id}`, written));
  for (const id of [james.id, olena.id]) {
    expect(await read<Answer>(asOlena.get(`/api/mail/drafts/${id}`))).toEqual({ draft: null });
  }
  await read<Answer>(asOlena.call("PATCH", `/api/mail/drafts/${james.id}`, { ...written, body: "" }));
  expect((await read<Answer>(asJames.get(`/api/mail/drafts/${olena.id}`))).draft?.body).toBe("Dear Olena");
});

Deno.test("a page that James left open neither saves nor shows anything once Wei has signed in there", async () => {
  await using site = await testApp();
  const { james, olena, asJames } = await withCorrespondents(site);
  const wei = await site.addMan({ firstname: "Wei" });
  const asWei = await site.visitorAs(wei);
  const path = `/api/mail/drafts/${olena.id}`;
  const page = await (await asJames.get(`/en/man/mail/new-conversation/${olena.id}`)).text();
  expect(page).toContain(`/en${path}?user=${james.id}`);
  await read(asWei.call("PATCH", path, { ...written, body: "Dear Olena, Wei writes" }));
  const ofJames = `${path}?user=${james.id}`;
  await refused(asWei.get(ofJames), 403, "forbidden");
  await refused(asWei.call("PATCH", ofJames, written), 403, "forbidden");
  await read(asJames.call("PATCH", ofJames, written));
  expect((await read<Answer>(asWei.get(`${path}?user=${wei.id}`))).draft?.body).toBe("Dear Olena, Wei writes");
});

Deno.test("words that James sends by a call are begun no more, and others stay", async () => {
  await using site = await testApp();
  const { olena, asJames } = await withCorrespondents(site);
  const daria = await site.addLady({ firstname: "Daria" });
  const begin = (id: number) => read<Answer>(asJames.call("PATCH", `/api/mail/drafts/${id}`, written));
  const { draft } = await begin(olena.id);
  await begin(daria.id);
  const send = (recipientId: number, body: string) => asJames.call("POST", "/api/mail", { recipientId, body });
  await read(
    asJames.call("PATCH", `/api/mail/drafts/${olena.id}`, { ...written, body: "Dear\r\nOlena", base: draft!.revision }),
  );
  await read(send(olena.id, "Dear\r\nOlena"));
  await read(send(daria.id, "Dear Daria, something else"));
  expect((await read<Answer>(asJames.get(`/api/mail/drafts/${olena.id}`))).draft).toBeNull();
  expect((await read<Answer>(asJames.get(`/api/mail/drafts/${daria.id}`))).draft?.body).toBe("Dear Olena");
});

Deno.test("what no letter could be is no draft", async () => {
  await using site = await testApp();
  const { james, olena, asJames } = await withCorrespondents(site);
  const path = `/api/mail/drafts/${olena.id}`;
  await refused(asJames.call("PATCH", path, { ...written, body: "a".repeat(6001) }), 422, "invalid");
  await refused(asJames.call("PATCH", path, { ...written, sendKey: "no key" }), 422, "invalid");
  await refused(asJames.call("PATCH", path, { ...written, attachments: ["a", "b", "c", "d"] }), 422, "invalid");
  await refused(asJames.call("PATCH", `/api/mail/drafts/${james.id}`, written), 404, "not_found");
});
