/** Compares a draft with the file on disk. */
import { useEffect, useState } from "preact/hooks";
import type { OfferedDraft } from "../../messages-drafts.js";
import { useApp } from "../app-parts.js";
import { type ComparedLine, comparedLines } from "../core/compared-lines.js";
import { Button } from "../ui/button.js";
import { CopyOrDownload } from "../ui/copy-or-download.js";
import { ComparedText } from "./compared-text.js";
import { Modal } from "./modal.js";

export function DraftDialog({ draft, onClose }: { readonly draft: OfferedDraft; onClose(): void }) {
  const { drafts, toasts } = useApp();
  const [lines, setLines] = useState<readonly ComparedLine[]>();
  const { kind, label, path } = draft;
  useEffect(() => {
    drafts.texts(draft).then(
      ({ text, onDisk }) => setLines(comparedLines(onDisk ?? "", text)),
      (error: unknown) => {
        onClose();
        toasts.showError(error);
      },
    );
  }, [draft.id]);
  const restore = () => {
    onClose();
    void drafts.restore(draft);
  };
  return (
    <Modal title={`Unsaved changes to ${label}`} className="wide" testId="draft-dialog" onClose={onClose}>
      <p class="muted">
        {kind === "review"
          ? "Your edits to a proposal, compared with the file on disk. Claude is no longer waiting for this review."
          : "Compared with the file on disk."}{" "}
        <span title={path}>{path}</span>
      </p>
      <ComparedText lines={lines ?? []} testId="draft-lines" />
      <div class="buttons">
        {kind === "file" && (
          <Button kind="primary" onClick={restore}>
            Restore
          </Button>
        )}
        <CopyOrDownload label={label} text={async () => (await drafts.texts(draft)).text} />
        <Button onClick={() => drafts.discard(draft)}>Discard</Button>
        <Button onClick={onClose}>Close</Button>
      </div>
    </Modal>
  );
}
