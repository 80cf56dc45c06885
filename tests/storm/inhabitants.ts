/** How the people of the storm come into the site: men sign up, ladies of the demo sign in, seeded ones by a mailed link. */
import { type Session, signIn, signUp } from "./acts/sign_up.ts";
import { addressOf, demoPassword, markOf, newPerson, password, type Person, signedIn } from "./people.ts";
import { runTask } from "./site.ts";
import { atOnce, type World } from "./world.ts";

/** How many ladies the demo has of its own. */
const demoLadies = 64;

/** Adds the ladies beyond the demo's, before the site first starts. */
export async function seedLadies({ options: { ladies }, site }: World): Promise<void> {
  if (ladies <= demoLadies) return;
  const { code, said } = await runTask(site.env, "seed", "--ladies", String(ladies - demoLadies));
  if (code !== 0) throw new Error(`ladies cannot be seeded: ${said}`);
}

/** Fills the world with its admin, ladies, men, prices and videos. */
export async function inhabit(world: World): Promise<void> {
  const { client, options, book } = world;
  world.rates.push(...(await client.sure(null, { path: "/api/rates" })).json.rates);
  for (const { id, iso } of (await client.sure(null, { path: "/api/countries" })).json.countries) {
    if (iso === "GB" || iso === "UA") world.countries[iso as "GB" | "UA"] = id;
  }
  await letIn(world, world.admin);
  await atOnce((await published(world)).slice(0, options.ladies), 4, async ({ id, name }) => {
    const lady = newPerson({
      id,
      kind: "lady",
      email: `${name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()}@demo.test`,
      password: demoPassword,
      mark: markOf(`lady-${id}`),
      address: addressOf(60_000 + id),
    });
    const session = await signIn(world, lady) ?? await recover(world, lady);
    if (!session) return book.fault(`lady ${id} cannot sign in`);
    signedIn(lady, session.token, book.now);
    world.ladies.push(lady);
  });
  for (const { id } of world.ladies) {
    const { json } = await client.sure(null, { path: `/api/users/${id}/videos` });
    for (const video of json?.videos ?? []) world.videos.push({ ladyId: id, videoId: video.id });
  }
  await atOnce(Array.from({ length: options.men }, (_, at) => at), 4, async (number) => {
    const man = await signUp(world, number, "man");
    if (man) world.men.push(man);
  });
}

async function letIn(world: World, person: Person): Promise<void> {
  const session = await signIn(world, person);
  if (!session) throw new Error(`${person.email} cannot sign in`);
  signedIn(person, session.token, world.book.now);
}

async function published({ client }: World): Promise<{ id: number; name: string }[]> {
  const found: { id: number; name: string }[] = [];
  for (let page = 1;; page++) {
    const { json } = await client.sure(null, { path: `/api/girls?limit=100&page=${page}` });
    found.push(...json.girls);
    if (found.length >= json.totalCount || json.girls.length === 0) return found;
  }
}

/** A seeded lady has no password yet: she chooses one by the mailed link. */
async function recover(world: World, lady: Person): Promise<Session | null> {
  const { client, post } = world;
  lady.email = `lady-${lady.id}@seed.test`;
  lady.password = password;
  await client.sure(lady, { method: "POST", path: "/api/users/passwordRecovery", json: { email: lady.email } });
  const mail = (await post.next(lady.email, 0, world.givesUp)).at(-1);
  const recoveryKey = /password-reset\/[^/\s]+\/([^/\s?]+)/.exec(mail?.text ?? "")?.[1];
  if (!recoveryKey) return null;
  const json = { email: lady.email, recoveryKey: decodeURIComponent(recoveryKey), newPassword: lady.password };
  await client.sure(lady, { method: "POST", path: "/api/users/passwordRecoveryConfirm", json });
  return await signIn(world, lady);
}
