/** Offers text that an earlier run of Tandem kept. Nothing comes back by itself. */
import type { OfferedDraft } from "../../messages-drafts.js";
import { useApp } from "../app-parts.js";
import { shortPath } from "../core/paths.js";
import { TakeAway } from "./take-away.js";

export function DraftBar() {
  const { store, connection } = useApp();
  const model = store.model.value;
  if (!model || model.drafts.length === 0 || connection.isAway.value) return null;
  return (
    <section class="draft-bar" aria-label="Unsaved text that was kept" data-testid="drafts">
      <p>You typed this and did not save it:</p>
      <ul class="kept-texts">
        {model.drafts.map((draft) => (
          <DraftRow key={draft.id} draft={draft} name={shortPath(draft.path, model.folders, model.separator)} />
        ))}
      </ul>
    </section>
  );
}

function DraftRow({ draft, name }: { readonly draft: OfferedDraft; readonly name: string }) {
  const { drafts } = useApp();
  const { kind, label, path, keptAt } = draft;
  return (
    <li data-testid="draft" data-path={path} data-kind={kind}>
      <span class="kept-name" title={path}>
        {name}
      </span>
      <span class="muted">
        {timeOf(keptAt)}
        {kind === "review" && ", your edits to a proposal. Claude is no longer waiting."}
      </span>
      {kind === "file" && (
        <button
          type="button"
          class="button primary"
          data-testid="draft-restore"
          onClick={() => void drafts.restore(draft)}
        >
          Restore
        </button>
      )}
      <button type="button" class="button" data-testid="draft-compare" onClick={() => drafts.show(draft)}>
        Compare
      </button>
      {kind === "review" && <TakeAway label={label} text={async () => (await drafts.texts(draft)).text} />}
      <button type="button" class="button" data-testid="draft-discard" onClick={() => drafts.discard(draft)}>
        Discard
      </button>
    </li>
  );
}

function timeOf(keptAt: number): string {
  return new Date(keptAt).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}
