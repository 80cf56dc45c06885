/** Asks whether a person is to be blocked; loaded when it is first wanted. */
import { useEffect } from "react";
import { Button } from "../../../components/buttons.tsx";
import { Dialog } from "../../../components/overlays.tsx";
import { usePage } from "../../../components/page_context.ts";

const dialogId = "chat-block";
const dialog = () => document.getElementById(dialogId) as HTMLDialogElement;

interface BlockDialogProps {
  name: string;
  onConfirm: () => void;
  onClose: () => void;
}

export function BlockDialog({ name, onConfirm, onClose }: BlockDialogProps) {
  const { t } = usePage();
  useEffect(() => dialog().showModal(), []);
  const confirm = () => {
    dialog().close();
    onConfirm();
  };
  return (
    <Dialog
      id={dialogId}
      title={t("chat:block.title", { name })}
      closeLabel={t("chat:close")}
      onClose={onClose}
      actions={
        <>
          <Button tone="quiet" onClick={() => dialog().close()}>{t("chat:block.cancel")}</Button>
          <Button onClick={confirm}>{t("chat:block.do")}</Button>
        </>
      }
    >
      <p>{t("chat:block.text")}</p>
    </Dialog>
  );
}
