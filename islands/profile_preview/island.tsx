/** What ladies see of a man, as he writes it. Without a script it stays as it was when the page came. */
import { useEffect, useRef, useState } from "react";
import { Avatar } from "../../components/marks.tsx";
import { Prose } from "../../components/prose.tsx";
import { filesReady } from "../uploads/files_ready.ts";

/** His answers, by the names of the form's fields; a choice by its label. */
interface Told {
  about: string;
  idealPartner: string;
  profession: string;
}

interface ProfilePreviewProps {
  /** The id of the form with the fields `about`, `idealPartner`, `profession` and `photo`. */
  formId: string;
  /** His first name and age, as on his page. */
  name: string;
  place: string;
  avatar: string;
  told: Told;
  words: Record<"title" | "about" | "silent" | "idealPartner" | "profession" | "photoWaits", string>;
}

export default function ProfilePreview({ formId, name, place, avatar, told, words }: ProfilePreviewProps) {
  const [now, setNow] = useState(told);
  const [photo, setPhoto] = useState<ImageBitmap | null>(null);

  useEffect(() => {
    const form = document.getElementById(formId) as HTMLFormElement;
    const field = form.elements.namedItem("photo") as HTMLInputElement;
    const read = () => setNow(toldIn(form));
    const look = async () => setPhoto(await pictureOf(field.files?.[0]));
    // If the browser came back to this page, it has filled in the fields already.
    read();
    form.addEventListener("input", read);
    field.addEventListener(filesReady, look);
    return () => {
      form.removeEventListener("input", read);
      field.removeEventListener(filesReady, look);
    };
  }, []);

  return (
    <section class="withheld" aria-labelledby="preview">
      <h2 id="preview">{words.title}</h2>
      <div class="with-face">
        {photo ? <Drawn picture={photo} /> : <Avatar src={avatar} size="large" />}
        <div>
          <p class="name">{name}</p>
          <p class="place">{place}</p>
        </div>
      </div>
      {photo && <p class="small soft">{words.photoWaits}</p>}
      <h3>{words.about}</h3>
      <Prose text={now.about || words.silent} />
      {now.idealPartner && (
        <>
          <h3>{words.idealPartner}</h3>
          <Prose text={now.idealPartner} />
        </>
      )}
      {now.profession && (
        <>
          <h3>{words.profession}</h3>
          <p>{now.profession}</p>
        </>
      )}
    </section>
  );
}

function toldIn(form: HTMLFormElement): Told {
  const field = (name: string) => form.elements.namedItem(name);
  const chosen = (field("profession") as HTMLSelectElement).selectedOptions[0];
  return {
    about: (field("about") as HTMLTextAreaElement).value.trim(),
    idealPartner: (field("idealPartner") as HTMLTextAreaElement).value.trim(),
    profession: chosen?.value ? chosen.text : "",
  };
}

/** A chosen file as a picture; null where there is none, or none that this browser can read. */
const pictureOf = (file: File | undefined): Promise<ImageBitmap | null> =>
  file ? createImageBitmap(file).catch(() => null) : Promise.resolve(null);

const sidePixels = 208;

/** The square in the middle of a picture, drawn on a canvas: the URL of a file on the device would be of another origin. */
function Drawn({ picture }: { picture: ImageBitmap }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const side = Math.min(picture.width, picture.height);
    const left = (picture.width - side) / 2;
    const top = (picture.height - side) / 2;
    canvas.current!.getContext("2d")?.drawImage(picture, left, top, side, side, 0, 0, sidePixels, sidePixels);
  }, [picture]);
  return <canvas ref={canvas} class="avatar avatar--l" width={sidePixels} height={sidePixels} />;
}
