/** Makes the photographs of a plain form smaller before it is sent. Without a script they go out as they are. */
import { useEffect } from "react";
import { fileToSend } from "../uploads/file_to_send.ts";
import { filesReady } from "../uploads/files_ready.ts";
import type { FileLimits } from "../uploads/fitting_files.ts";

/** `id` is of the form's field for files. */
export default function SmallerFiles({ id, limits }: { id: string; limits: FileLimits }) {
  useEffect(() => {
    const field = document.getElementById(id) as HTMLInputElement;
    let working: Promise<void> | null = null;

    const makeSmaller = async () => {
      const list = new DataTransfer();
      for (const file of [...field.files!]) list.items.add(await fileToSend(file, limits));
      field.files = list.files;
      working = null;
      field.dispatchEvent(new Event(filesReady));
    };
    const onChange = () => {
      working = makeSmaller();
    };
    const onSubmit = async (event: SubmitEvent) => {
      if (!working) return;
      event.preventDefault();
      await working;
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
