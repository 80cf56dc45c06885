/** Prints the page on which it stands, or saves it where the browser can. Without a script there is no such button. */
import { Button } from "../../components/buttons.tsx";

export default function PrintButton({ label }: { label: string }) {
  return <Button tone="quiet" class="only-scripted" onClick={() => print()}>{label}</Button>;
}
