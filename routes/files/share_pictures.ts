/** The pictures of shared links: of a lady, of a post, and of the site for everything else. Drawn once, then kept. */
import { publishedLadyById } from "../../kv/ladies/ladies.ts";
import { BoundedMap } from "../../kv/store/bounded_map.ts";
import { refuse } from "../../kv/store/refusals.ts";
import { photoFile, photoFilesRoot } from "../../kv/vetting/photos.ts";
import { publishedStory, type StoryType, uploadedPicture } from "../../kv/writing/stories.ts";
import { storyFile } from "../../kv/writing/story_pictures.ts";
import { drawSharePicture, type ShareWish } from "../../services/pictures/share_pictures.ts";
import { storyPicture, storyRoots } from "../discovery/stories.ts";
import type { PageDefinition } from "../http/define_page.ts";
import type { AppContext } from "../http/env.ts";
import { answerRefusal } from "../http/refusal_answer.tsx";

/** Drawn pictures, by the file that they were drawn from; about 50 kB each. */
const drawn = new BoundedMap<string, Uint8Array<ArrayBuffer>>(200);
let seal: string | null = null;

/** The same portrait as on the cover of the home page. */
const sitePicture = "/static/images/portraits/daria.webp";

export const sharePicturePages: PageDefinition[] = [
  { paths: ["/og/house.jpg"], access: "everyone", get: (c) => answer(c, "portrait", sitePicture) },
  { paths: ["/og/girl/:file"], access: "everyone", get: ofLady },
  { paths: [`/og${storyRoots.blog}/:file`], access: "everyone", get: (c) => ofStory(c, "blog") },
  { paths: [`/og${storyRoots.story}/:file`], access: "everyone", get: (c) => ofStory(c, "story") },
];

async function ofLady(c: AppContext): Promise<Response> {
  const id = idOf(c);
  // Two people whom a block separates do not see each other here either.
  const isHidden = id === null || c.var.signedIn?.blockedIds.has(id);
  const lady = isHidden ? null : await publishedLadyById(c.var.deps.store, id);
  if (!lady) return await notFound(c);
  const main = lady.photos[0];
  const uploaded = main?.path.startsWith(photoFilesRoot) ? () => uploadedBytes(c, main.key) : undefined;
  return await answer(c, "portrait", main?.path ?? sitePicture, uploaded);
}

/** The main photo of a published lady, which everybody may see. */
const uploadedBytes = (c: AppContext, token: string) => storedBytes(c, photoFile({ token, cut: 0 }, "full"));

async function storedBytes(c: AppContext, name: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const file = await c.var.deps.storage.get(name);
  return file && new Uint8Array(await new Response(file.body).arrayBuffer());
}

async function ofStory(c: AppContext, type: StoryType): Promise<Response> {
  const id = idOf(c);
  const story = id === null ? null : await publishedStory(c.var.deps.store, type, id);
  if (!story) return await notFound(c);
  const picture = storyPicture(story);
  if (!picture) return await answer(c, "portrait", sitePicture);
  const token = story.picture!.startsWith(uploadedPicture) ? story.picture!.slice(uploadedPicture.length) : null;
  return await answer(
    c,
    "drawing",
    picture.full,
    token === null ? undefined : () => storedBytes(c, storyFile(token, "full")),
  );
}

/** "17.jpg" */
function idOf(c: AppContext): number | null {
  const digits = /^([1-9]\d{0,14})\.jpg$/.exec(c.req.param("file") ?? "")?.[1];
  return digits ? Number(digits) : null;
}

const notFound = (c: AppContext) => answerRefusal(c, refuse("not_found"));

async function answer(
  c: AppContext,
  kind: ShareWish["kind"],
  path: string,
  readUpload?: () => Promise<Uint8Array<ArrayBuffer> | null>,
): Promise<Response> {
  // Uploads have rules of their own; of other files, only public pictures are drawn from.
  const source = readUpload || /^\/static\/images\/(?:[\w-]+\/)?[\w-]+\.webp$/.test(path) ? path : sitePicture;
  let bytes = drawn.get(source);
  if (!bytes) {
    seal ??= await Deno.readTextFile("static/images/favicon.svg");
    // For an upload that was removed just now, the site's picture is used.
    const file = readUpload
      ? await readUpload() ?? await Deno.readFile(sitePicture.slice(1))
      : await Deno.readFile(source.slice(1));
    const made = await drawSharePicture({ kind, file }, seal);
    if (!made) return await answerRefusal(c, refuse("too_many_requests", { retryAfterSeconds: 5 }));
    drawn.set(source, bytes = made);
  }
  return c.body(bytes, 200, { "content-type": "image/jpeg", "cache-control": "public, max-age=86400" });
}
