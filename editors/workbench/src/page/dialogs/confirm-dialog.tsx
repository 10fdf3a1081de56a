/** Confirms an action that can't be undone. */
import { Button } from "../ui/button.js";
import { Modal } from "./modal.js";

interface ConfirmDialogProps {
  readonly title: string;
  readonly text: string;
  /** The label of the button that confirms. */
  readonly button: string;
  run(): void;
  onClose(): void;
}

export function ConfirmDialog({ title, text, button, run, onClose }: ConfirmDialogProps) {
  const confirm = () => {
    onClose();
    run();
  };
  return (
    <Modal title={title} className="small" testId="confirm-dialog" onClose={onClose}>
      <p class="muted">{text}</p>
      <div class="buttons">
        <Button kind="primary" testId="confirm-yes" onClick={confirm}>
          {button}
        </Button>
        <Button testId="confirm-no" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Modal>
  );
}
