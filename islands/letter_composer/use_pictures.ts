/** The pictures of a letter that is being written: added, sent ahead one after another, taken back. */
import { useEffect, useRef, useState } from "react";
import { usePage } from "../../components/page_context.ts";
import { unfitOf } from "../uploads/fitting_files.ts";
import type { Upload } from "../uploads/upload.ts";
import {
  areOnTheirWay,
  changed,
  keptOf,
  type KeptPicture,
  type Picture,
  pictureLimits,
  sorted,
  type Unfit,
  withKept,
} from "./pictures_state.ts";
import type { UploadAnswer } from "./read_upload.ts";

export interface Pictures {
  pictures: Picture[];
  /** Files that were not even sent. */
  unfit: { name: string; why: Unfit }[];
  add: (files: Iterable<File>) => void;
  /** Replaces the kept pictures by those that the server has. */
  adopt: (kept: KeptPicture[]) => void;
  remove: (key: number) => void;
  retry: (key: number) => void;
  /** To be called if a small picture did not load: removes it if the server no longer has it, e.g. after its day. */
  doubt: (key: number) => void;
  /** Resolves when nothing is on its way any more. */
  settled: () => Promise<Picture[]>;
  /** Those that the server has now. */
  kept: () => KeptPicture[];
  /** Draws the file of a picture that the server does not have yet. */
  draw: (key: number, canvas: HTMLCanvasElement) => void;
}

/** Pictures are sent to `path`; `onChange` is called whenever the person here changes which ones are kept. */
export function usePictures(initial: KeptPicture[], path: string, onChange: () => void): Pictures {
  const { href, locale } = usePage();
  const [pictures, setShown] = useState(() => withKept([], initial, 1));
  const [unfit, setUnfit] = useState<Pictures["unfit"]>([]);
  // The present state, also between two renderings: several files may change in one turn.
  const now = useRef(pictures);
  const files = useRef(new Map<number, File>());
  const uploads = useRef(new Map<number, Upload<UploadAnswer>>());
  const waiting = useRef<((pictures: Picture[]) => void)[]>([]);
  const nextKey = useRef(initial.length + 1);

  useEffect(() => () => uploads.current.forEach((upload) => upload.stop()), []);

  const show = (next: Picture[]) => {
    now.current = next;
    setShown(next);
    if (!areOnTheirWay(next)) waiting.current.splice(0).forEach((tell) => tell(next));
  };
  const set = (next: Picture[]) => {
    const keptBefore = keptOf(now.current).length;
    show(next);
    if (keptOf(next).length !== keptBefore) onChange();
  };
  const change = (key: number, facts: Partial<Picture>) => set(changed(now.current, key, facts));

  /** Sends one at a time: three at once would only be slower each. */
  const sendNext = async () => {
    const next = now.current.find(({ state }) => state === "waiting");
    if (!next || now.current.some(({ state }) => state === "sending")) return;
    const { key, name } = next;
    change(key, { state: "sending", progress: 0 });
    const sending = await loadSending().catch(() => null);
    if (!sending) {
      change(key, { state: "failed", error: null, mayRetry: true });
      return sendNext();
    }
    const file = await sending.fileToSend(files.current.get(key)!, pictureLimits);
    const why = unfitOf(file, pictureLimits);
    if (why) turnAway(key, { name, why });
    // It was turned away just now, or removed while it was made smaller.
    if (!now.current.some((picture) => picture.key === key)) return sendNext();
    const upload = sending.startUpload(
      { url: path, locale, field: "file", file, read: sending.readUpload },
      (progress) => change(key, { progress }),
    );
    uploads.current.set(key, upload);
    const outcome = sending.outcomeOf(await upload.done, name);
    uploads.current.delete(key);
    change(key, outcome);
    // It was removed while its answer was on the way.
    if (outcome.kept && !now.current.some((picture) => picture.key === key)) takeBack(outcome.kept.id);
    sendNext();
  };

  const turnAway = (key: number, reason: Pictures["unfit"][number]) => {
    set(now.current.filter((each) => each.key !== key));
    setUnfit((others) => [...others, reason]);
  };

  const takeBack = (id: string) =>
    void fetch(href(`/api/mail/attachments/${id}`), { method: "DELETE", keepalive: true }).catch(() => {});

  return {
    pictures,
    unfit,
    add(chosen) {
      const { fit, unfit } = sorted([...chosen], now.current.length);
      setUnfit(unfit);
      const added = fit.map((file): Picture => {
        const key = nextKey.current++;
        files.current.set(key, file);
        return { key, name: file.name, state: "waiting", progress: 0 };
      });
      set([...now.current, ...added]);
      sendNext();
    },
    adopt(kept) {
      show(withKept(now.current, kept, nextKey.current));
      nextKey.current += kept.length;
    },
    remove(key) {
      const picture = now.current.find((each) => each.key === key);
      setUnfit([]);
      set(now.current.filter((each) => each.key !== key));
      uploads.current.get(key)?.stop();
      if (picture?.kept) takeBack(picture.kept.id);
    },
    retry(key) {
      change(key, { state: "waiting", error: undefined });
      sendNext();
    },
    async doubt(key) {
      const doubted = now.current.find((each) => each.key === key)?.kept;
      const status = doubted && await fetch(doubted.thumb, { method: "HEAD" }).then((answer) => answer.status, () => 0);
      // A broken connection says nothing about the picture.
      if (status !== 404) return;
      turnAway(key, { name: doubted!.name ?? "", why: "gone" });
    },
    settled: () =>
      areOnTheirWay(now.current)
        ? new Promise((resolve) => waiting.current.push(resolve))
        : Promise.resolve(now.current),
    kept: () => keptOf(now.current),
    draw(key, canvas) {
      const file = files.current.get(key);
      if (file) loadSending().then(({ draw }) => draw(canvas, file), () => {});
    },
  };
}

/** Loads the code with the first picture: most letters have none. */
const loadSending = () => import("./sending.ts");
