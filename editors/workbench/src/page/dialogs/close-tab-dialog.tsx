/** Asks before unsaved changes are lost. */
import type { Tab } from "../../messages.js";
import { useApp } from "../app-parts.js";
import { Modal } from "./modal.js";

export function CloseTabDialog({ tab, onClose }: { readonly tab: Tab; onClose(): void }) {
  const { files } = useApp();
  return (
    <Modal label="Unsaved changes" className="small" testId="close-dialog" onClose={onClose}>
      <h2>Save the changes to {tab.label}?</h2>
      <p class="muted">They are lost if you discard them.</p>
      <div class="buttons">
        <button
          type="button"
          class="button primary"
          data-testid="close-save"
          onClick={() => {
            onClose();
            void files.saveAndClose(tab);
          }}
        >
          Save
        </button>
        <button
          type="button"
          class="button"
          data-testid="close-discard"
          onClick={() => {
            onClose();
            void files.close(tab, true);
          }}
        >
          Discard
        </button>
        <button type="button" class="button" data-testid="close-cancel" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Modal>
  );
}
