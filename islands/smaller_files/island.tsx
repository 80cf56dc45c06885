/** Makes the photographs of a plain form smaller before it is sent. Without a script they go out as they are. */
import { useEffect } from "react";
import { fileToSend } from "../uploads/file_to_send.ts";
import { filesReady } from "../uploads/files_ready.ts";
import type { FileLimits } from "../uploads/fitting_files.ts";

/** `id` is the id of the form's file field. */
export default function SmallerFiles({ id, limits }: { id: string; limits: FileLimits }) {
  useEffect(() => {
    const field = document.getElementById(id) as HTMLInputElement;
    let working: Promise<void> | null = null;
    let isPressed = false;

    const onChange = () => {
      const mine = working = smallerOf([...field.files!], limits).then((files) => {
        // Other files were chosen meanwhile.
        if (working !== mine) return;
        field.files = files;
        working = null;
        field.dispatchEvent(new Event(filesReady));
      });
    };
    const onSubmit = async (event: SubmitEvent) => {
      if (!working) return;
      event.preventDefault();
      if (isPressed) return;
      isPressed = true;
      while (working) await working;
      isPressed = false;
      field.form!.requestSubmit(event.submitter);
    };

    field.accept = "image/*";
    field.addEventListener("change", onChange);
    field.form!.addEventListener("submit", onSubmit);
    return () => {
      field.removeEventListener("change", onChange);
      field.form!.removeEventListener("submit", onSubmit);
    };
  }, []);
  return null;
}

async function smallerOf(files: File[], limits: FileLimits): Promise<FileList> {
  const list = new DataTransfer();
  for (const file of files) list.items.add(await fileToSend(file, limits));
  return list.files;
}
