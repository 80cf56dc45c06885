/**
 * `deno task staff`: the staff accounts. Without arguments it lists them; `add` prints a link with which the person chooses
 * a password; `reset-factor` is for a lost phone; `remove` ends an account. Asks a running server, which alone may change
 * its store; opens the store of a stopped one.
 */
import { dateOf } from "../kv/store/days.ts";
import { type Invited, staffList, type StaffMember } from "../kv/accounts/staff.ts";
import { openStore } from "../kv/open.ts";
import { carryOut, readStaffWish, type StaffWish } from "../routes/operating/operator_staff.ts";
import type { Config } from "../services/config.ts";
import { DataDirUnavailable, holdDataDir, makeDataDir } from "../services/data_dir.ts";
import { readOperatorFile } from "../services/operator_file.ts";
import { staffPath } from "../services/operator_paths.ts";
import { askServer, printable } from "./store/ask_server.ts";
import { configOfTask, run, writingOfTask } from "./store/command.ts";
import { Fault } from "./store/fault.ts";
import { presentStore } from "./store/presence.ts";

/** The outcome of a wish: what it answers, or the name of a refusal. */
type Outcome = { ok: true; invited?: Invited; hadOne?: boolean; site?: string | null } | { ok: false; code: string };

/** Where staff accounts are read and changed: at the server, or in the store itself. */
interface Office {
  list: () => Promise<StaffMember[]>;
  carryOut: (wish: StaffWish) => Promise<Outcome>;
  /** Where a running server listens; null for a stopped one. */
  url: string | null;
  close: () => void | Promise<void>;
}

const usage = `usage: deno task staff [list]
       deno task staff add EMAIL --group=admin|agency|translator --name="FIRST LAST" [--languages=uk,en]
       deno task staff reset-factor EMAIL
       deno task staff remove EMAIL`;

if (import.meta.main) {
  await run("staff", async () => {
    const wish = wanted(Deno.args);
    const config = configOfTask();
    const office = await officeOf(config, wish);
    try {
      if (wish) tell(config, office, wish, await office.carryOut(wish));
      else show(await office.list());
    } finally {
      await office.close();
    }
  });
}

/** The wish of the arguments; null for the list. */
function wanted(args: string[]): StaffWish | null {
  const [action, email, ...rest] = args;
  if (action === undefined || (action === "list" && args.length === 1)) return null;
  const options: Record<string, string> = {};
  for (let at = 0; at < rest.length; at++) {
    // "--group=admin" and "--group admin" are the same.
    const [, name, value] = /^--(group|name|languages)(?:=(.*))?$/s.exec(rest[at]!) ?? [];
    if (!name) throw new Fault(usage);
    options[name] = value ?? rest[++at] ?? "";
  }
  const isPlain = Object.keys(options).length === 0;
  const wish = action === "add" || isPlain ? readStaffWish({ action, email, ...options }) : null;
  if (!wish) throw new Fault(usage);
  return wish;
}

async function officeOf(config: Config, wish: StaffWish | null): Promise<Office> {
  // A remote store may be opened by several processes.
  if (config.kvUrl) return await storeOffice(config.kvUrl, config, wish);
  // Opening a store creates one if there is none.
  if (wish?.action !== "add") await presentStore(config.dataDir);
  await makeDataDir(config.dataDir);
  try {
    const hold = await holdDataDir(config.dataDir);
    return await storeOffice(`${config.dataDir}/kv.sqlite3`, config, wish, hold.release);
  } catch (error) {
    if (!(error instanceof DataDirUnavailable)) throw error;
    const server = await readOperatorFile(config);
    if (!server) throw error;
    return serverOffice(server);
  }
}

async function storeOffice(
  location: string,
  config: Config,
  wish: StaffWish | null,
  release: () => void = () => {},
): Promise<Office> {
  const writing = wish ? writingOfTask() : { secret: config.secret };
  const store = await openStore({ location, ...writing, isVisitor: true });
  return {
    list: () => staffList(store),
    async carryOut(wish) {
      const done = await carryOut(store, wish);
      return done.ok ? done : { ok: false, code: done.reason };
    },
    url: null,
    async close() {
      await store.close();
      release();
    },
  };
}

function serverOffice(server: { url: string; key: string }): Office {
  return {
    list: async () => (await askServer(server, staffPath, "GET")).body.staff,
    async carryOut(wish) {
      const { isOk, body } = await askServer(server, staffPath, "POST", wish);
      return isOk ? body : { ok: false, code: body.code };
    },
    url: server.url,
    close: () => {},
  };
}

function tell(config: Config, office: Office, wish: StaffWish, outcome: Outcome): void {
  if (!outcome.ok) throw new Fault(faultOf(wish, outcome.code));
  if (wish.action === "add") {
    const { email, recoveryKey, seconds } = outcome.invited!;
    const path = `/password-reset/${encodeURIComponent(email)}/${recoveryKey}`;
    console.log(
      `${email} may choose a password within ${seconds / 3600} hours, once:\n${
        outcome.site ?? baseOf(config, office)
      }${path}`,
    );
    if (office.url === null && !config.english.url && !config.chinese.url) {
      console.log(
        "Neither ENGLISH_URL nor CHINESE_URL is set here: put the site's own address in place of this machine's.",
      );
    }
    console.log('Hand the link over by a way that only that person reads. Afterwards "forgot password" makes another.');
  } else if (wish.action === "remove") console.log(`${wish.email} is removed`);
  else {
    console.log(
      outcome.hadOne
        ? `${wish.email} has no second factor any more, is signed out everywhere, and sets up another at the next sign-in`
        : `${wish.email} had no second factor; every session is ended`,
    );
  }
}

function faultOf(wish: StaffWish, code: string): string {
  if (code === "not_found") return `nobody with the address ${wish.email} works here`;
  if (code === "invalid") return "that is no name or address that can stand in one line";
  if (code !== "conflict") return `${wish.action} was refused: ${code}`;
  return wish.action === "add"
    ? `${wish.email} has an account already`
    : `${wish.email} still keeps ladies' profiles: they leave it first`;
}

/** Where the site is: the English address if there is one, else the Chinese, else this machine. */
function baseOf({ english, chinese, host, port }: Config, { url }: Office): string {
  return english.url ?? chinese.url ?? `${url ?? `http://${host}:${port}`}/en`;
}

function show(members: StaffMember[]): void {
  if (members.length === 0) return console.log("nobody works here yet");
  for (const { id, email, group, name, factorSince, recoveryCodesLeft } of members) {
    const factor = factorSince === null
      ? "no second factor"
      : `second factor since ${dateOf(factorSince)}, ${recoveryCodesLeft} recovery codes left`;
    console.log(`${id}  ${group}  ${printable(email)}  ${printable(name)}  ${factor}`);
  }
}
