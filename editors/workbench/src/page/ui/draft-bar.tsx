/** Offers unsaved text from an earlier run of Tandem. Nothing is restored automatically. */
import type { OfferedDraft } from "../../messages-drafts.js";
import { useApp } from "../app-parts.js";
import { shortPath } from "../core/paths.js";
import { Button } from "./button.js";
import { CopyOrDownload } from "./copy-or-download.js";

export function DraftBar() {
  const { store, connection } = useApp();
  const model = store.model.value;
  if (!model || model.drafts.length === 0 || connection.isAway.value) return null;
  return (
    <section class="draft-bar" aria-label="Recovered unsaved changes" data-testid="drafts">
      <p>Tandem recovered unsaved changes:</p>
      <ul class="draft-list">
        {model.drafts.map((draft) => (
          <DraftRow key={draft.id} draft={draft} name={shortPath(draft.path, model)} />
        ))}
      </ul>
    </section>
  );
}

function DraftRow({ draft, name }: { readonly draft: OfferedDraft; readonly name: string }) {
  const { drafts } = useApp();
  const { kind, label, path, keptAt } = draft;
  const time = new Date(keptAt).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
  return (
    <li data-testid="draft" data-path={path} data-kind={kind}>
      <span class="draft-name" title={path}>
        {name}
      </span>
      <span class="muted">
        {time}
        {kind === "review" && ", your edits to a proposal. Claude is no longer waiting for this review."}
      </span>
      {kind === "file" && (
        <Button kind="primary" testId="draft-restore" onClick={() => void drafts.restore(draft)}>
          Restore
        </Button>
      )}
      <Button testId="draft-compare" onClick={() => drafts.show(draft)}>
        Compare
      </Button>
      {kind === "review" && <CopyOrDownload label={label} text={async () => (await drafts.texts(draft)).text} />}
      <Button testId="draft-discard" onClick={() => drafts.discard(draft)}>
        Discard
      </Button>
    </li>
  );
}
