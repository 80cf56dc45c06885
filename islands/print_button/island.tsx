/** Prints the page, or saves it if the browser offers that. Without a script there is no such button. */
import { Button } from "../../components/buttons.tsx";

export default function PrintButton({ label }: { label: string }) {
  return <Button tone="quiet" class="only-scripted" onClick={() => print()}>{label}</Button>;
}
