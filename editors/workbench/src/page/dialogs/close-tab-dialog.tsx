/** Asks whether to save unsaved changes before a tab closes. */
import type { Tab } from "../../messages.js";
import { useApp } from "../app-parts.js";
import { Button } from "../ui/button.js";
import { Modal } from "./modal.js";

export function CloseTabDialog({ tab, onClose }: { readonly tab: Tab; onClose(): void }) {
  const { files } = useApp();
  const save = () => {
    onClose();
    void files.saveAndClose(tab);
  };
  const discard = () => {
    onClose();
    void files.close(tab, true);
  };
  return (
    <Modal title={`Save changes to ${tab.label}?`} className="small" testId="close-dialog" onClose={onClose}>
      <p class="muted">Your changes will be lost if you don't save them.</p>
      <div class="buttons">
        <Button kind="primary" testId="close-save" onClick={save}>
          Save
        </Button>
        <Button testId="close-discard" onClick={discard}>
          Don't save
        </Button>
        <Button testId="close-cancel" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Modal>
  );
}
