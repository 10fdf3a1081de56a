/** Kept text beside what is on disk: what restoring it would change. */
import { useEffect, useState } from "preact/hooks";
import type { OfferedDraft } from "../../messages-drafts.js";
import { useApp } from "../app-parts.js";
import { type ComparedLine, comparedLines } from "../core/compared-lines.js";
import { TakeAway } from "../ui/take-away.js";
import { Modal } from "./modal.js";

export interface DraftDialogProps {
  readonly draft: OfferedDraft;
  onClose(): void;
}

export function DraftDialog({ draft, onClose }: DraftDialogProps) {
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
  const title = `Unsaved text of ${label}`;
  return (
    <Modal label={title} className="wide" testId="draft-dialog" onClose={onClose}>
      <h2>{title}</h2>
      <p class="muted">
        {kind === "review"
          ? "Your edits to a proposal, compared with the file. Claude is no longer waiting for them."
          : "Compared with the file as it is on disk now."}{" "}
        <span title={path}>{path}</span>
      </p>
      <pre class="compared" data-testid="draft-lines">
        {lines?.map(({ kind: change, text }, index) => (
          <div key={index} class={change}>
            {change === "gap" ? "⋯" : `${signs[change]}${text}`}
          </div>
        ))}
      </pre>
      <div class="buttons">
        {kind === "file" && (
          <button
            type="button"
            class="button primary"
            onClick={() => {
              onClose();
              void drafts.restore(draft);
            }}
          >
            Restore
          </button>
        )}
        <TakeAway label={label} text={async () => (await drafts.texts(draft)).text} />
        <button type="button" class="button" onClick={() => drafts.discard(draft)}>
          Discard
        </button>
        <button type="button" class="button" onClick={onClose}>
          Close
        </button>
      </div>
    </Modal>
  );
}

const signs = { added: "+ ", removed: "− ", same: "  " } as const;
