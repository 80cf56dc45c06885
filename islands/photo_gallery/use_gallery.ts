/** The photos of the gallery and what is on its way to them: sent one after another, changed one after another. */
import { useEffect, useRef, useState } from "react";
import { usePage } from "../../components/page_context.ts";
import { fileToSend } from "../uploads/file_to_send.ts";
import { type Unfit, unfitOf } from "../uploads/fitting_files.ts";
import { startUpload, type Upload } from "../uploads/upload.ts";
import {
  moved,
  type OwnPhoto,
  type PhotoAnswer,
  photoLimits,
  readPhotoAnswer,
  replaced,
  sortedFiles,
  type Square,
  without,
} from "./state.ts";

/** A file on its way, or one that did not arrive. */
export interface Arrival {
  key: number;
  file: File;
  state: "waiting" | "sending" | "failed";
  /** From 0 to 1. */
  progress: number;
  /** The server's own sentence, or null if the connection was lost. */
  error: string | null;
  mayRetry: boolean;
}

export interface Gallery {
  photos: OwnPhoto[];
  arrivals: Arrival[];
  unfit: { name: string; why: Unfit }[];
  /** The fault of the last change: the server's sentence, or null if the connection was lost; undefined if there is none. */
  failure: string | null | undefined;
  add: (files: Iterable<File>) => void;
  retry: (key: number) => void;
  dismiss: (key: number) => void;
  move: (id: number, to: number) => void;
  caption: (id: number, caption: string) => Promise<boolean>;
  crop: (id: number, square: Square) => Promise<boolean>;
  remove: (id: number) => Promise<boolean>;
}

/** `tellArrival` hears the name of each file that has become a photo. */
export function useGallery(initial: OwnPhoto[], userId: number, tellArrival: (name: string) => void): Gallery {
  const { href, locale } = usePage();
  const [photos, showPhotos] = useState(initial);
  const [arrivals, showArrivals] = useState<Arrival[]>([]);
  const [unfit, setUnfit] = useState<Gallery["unfit"]>([]);
  const [failure, setFailure] = useState<string | null | undefined>(undefined);
  // The present state, also between two renderings.
  const now = useRef({ photos: initial, arrivals: [] as Arrival[] });
  const nextKey = useRef(1);
  const isSending = useRef(false);
  const running = useRef<Upload<PhotoAnswer> | null>(null);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => () => running.current?.stop(), []);

  const setPhotos = (photos: OwnPhoto[]) => showPhotos(now.current.photos = photos);
  const setArrivals = (arrivals: Arrival[]) => showArrivals(now.current.arrivals = arrivals);
  const changeArrival = (key: number, facts: Partial<Arrival>) =>
    setArrivals(now.current.arrivals.map((each) => each.key === key ? { ...each, ...facts } : each));
  const dropArrival = (key: number) => setArrivals(now.current.arrivals.filter((each) => each.key !== key));

  /** Sends one at a time: several at once would only be slower each. */
  const sendNext = async () => {
    const next = now.current.arrivals.find(({ state }) => state === "waiting");
    if (!next || isSending.current) return;
    isSending.current = true;
    await send(next);
    isSending.current = false;
    sendNext();
  };

  const send = async ({ key, file: chosen }: Arrival) => {
    changeArrival(key, { state: "sending", progress: 0 });
    const file = await fileToSend(chosen, photoLimits);
    const why = unfitOf(file, photoLimits);
    if (why) {
      dropArrival(key);
      return setUnfit((others) => [...others, { name: chosen.name, why }]);
    }
    running.current = startUpload(
      { url: href("/api/photos"), locale, field: "photo", file, read: readPhotoAnswer },
      (progress) => changeArrival(key, { progress }),
    );
    const answer = await running.current.done;
    running.current = null;
    if (answer.kind === "done" && answer.photo) {
      dropArrival(key);
      setPhotos(replaced(now.current.photos, answer.photo));
      tellArrival(chosen.name);
    } else {
      const isRefused = answer.kind === "refused";
      changeArrival(key, {
        state: "failed",
        error: isRefused ? answer.message : null,
        mayRetry: !isRefused || answer.mayRetry,
      });
    }
  };

  async function call(method: string, id: number, body?: unknown): Promise<PhotoAnswer> {
    try {
      const answer = await fetch(href(`/api/photos/${id}`), {
        method,
        headers: { "accept-language": locale, ...(body ? { "content-type": "application/json" } : {}) },
        body: body ? JSON.stringify(body) : undefined,
        keepalive: true,
      });
      return readPhotoAnswer(answer.status, await answer.text());
    } catch {
      return { kind: "lost" };
    }
  }

  /** Makes one change after another, in their order; after one that fails, shows the photos as the server has them. */
  function change(method: string, id: number, body?: unknown): Promise<boolean> {
    const change = queue.current.then(async () => {
      const answer = await call(method, id, body);
      setFailure(answer.kind === "refused" ? answer.message : answer.kind === "lost" ? null : undefined);
      if (answer.kind !== "done") await readAnew();
      else if (answer.photo) setPhotos(replaced(now.current.photos, answer.photo));
      return answer.kind === "done";
    });
    queue.current = change;
    return change;
  }

  async function readAnew(): Promise<void> {
    try {
      const answer = await fetch(href(`/api/users/${userId}/photos`));
      if (answer.ok) setPhotos((await answer.json()).photos);
    } catch {
      // The connection is down: what is shown stays.
    }
  }

  return {
    photos,
    arrivals,
    unfit,
    failure,
    add(files) {
      const { fit, unfit } = sortedFiles([...files], now.current.photos.length + now.current.arrivals.length);
      setUnfit(unfit);
      const added = fit.map((file): Arrival => ({
        key: nextKey.current++,
        file,
        state: "waiting",
        progress: 0,
        error: null,
        mayRetry: false,
      }));
      setArrivals([...now.current.arrivals, ...added]);
      sendNext();
    },
    retry(key) {
      changeArrival(key, { state: "waiting" });
      sendNext();
    },
    dismiss: dropArrival,
    move(id, to) {
      setPhotos(moved(now.current.photos, id, to));
      change("PATCH", id, { position: to + 1 });
    },
    caption: (id, caption) => change("PATCH", id, { caption }),
    crop: (id, crop) => change("PATCH", id, { crop }),
    async remove(id) {
      const isGone = await change("DELETE", id);
      if (isGone) setPhotos(without(now.current.photos, id));
      return isGone;
    },
  };
}
