/** Asks before something that cannot be taken back. */
import { Modal } from "./modal.js";

export interface ConfirmDialogProps {
  readonly title: string;
  readonly text: string;
  /** What it does. */
  readonly button: string;
  run(): void;
  onClose(): void;
}

export function ConfirmDialog({ title, text, button, run, onClose }: ConfirmDialogProps) {
  return (
    <Modal label={title} className="small" testId="confirm-dialog" onClose={onClose}>
      <h2>{title}</h2>
      <p class="muted">{text}</p>
      <div class="buttons">
        <button
          type="button"
          class="button primary"
          data-testid="confirm-yes"
          onClick={() => {
            onClose();
            run();
          }}
        >
          {button}
        </button>
        <button type="button" class="button" data-testid="confirm-no" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Modal>
  );
}
