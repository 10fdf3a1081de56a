/** Compares unsaved changes with the file, which has changed on disk. */
import { useEffect, useState } from "preact/hooks";
import { useApp } from "../app-parts.js";
import { type ComparedLine, comparedLines } from "../core/compared-lines.js";
import { shortPath } from "../core/paths.js";
import { Button } from "../ui/button.js";
import { ComparedText } from "./compared-text.js";
import { Modal } from "./modal.js";

export function CompareDialog({ path, onClose }: { readonly path: string; onClose(): void }) {
  const { connection, files, store, toasts } = useApp();
  const [lines, setLines] = useState<readonly ComparedLine[]>();
  useEffect(() => {
    connection.request("document.compare", { path }).then(
      ({ onDisk, text }) => setLines(comparedLines(onDisk, text)),
      (error: unknown) => {
        onClose();
        toasts.showError(error);
      },
    );
  }, [path]);
  const then = (work: () => Promise<unknown>) => () => {
    onClose();
    void work();
  };
  return (
    <Modal
      title={`Your changes to ${shortPath(path, store.model.value)}`}
      className="wide"
      testId="compare-dialog"
      onClose={onClose}
    >
      <p class="muted">
        Lines with + are only in your unsaved text, lines with − only in the file on disk. Saving replaces the file.
      </p>
      {lines && <ComparedText lines={lines} testId="compare-lines" />}
      <div class="buttons">
        <Button onClick={then(() => files.save(path, true))}>Overwrite</Button>
        <Button onClick={then(() => files.reload(path))}>Reload from disk</Button>
        <Button onClick={onClose}>Close</Button>
      </div>
    </Modal>
  );
}
