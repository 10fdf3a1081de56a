/** The proposals that wait for the user, by client when several are at work. */
import type { ReviewTab } from "../../messages.js";
import { groupByClient } from "../actions/waiting-reviews.js";
import { useApp } from "../app-parts.js";
import { fileNameOf, folderOf, shortPath } from "../core/paths.js";
import { KeyHint } from "./key-hint.js";

export function ReviewList() {
  const { store } = useApp();
  const model = store.model.value;
  const waiting = model?.tabs.filter((tab) => tab.kind === "review") ?? [];
  if (waiting.length === 0) return null;
  const groups = groupByClient(waiting, model?.clients ?? []);
  return (
    <section class="review-list" aria-label="Waiting reviews">
      <div class="section-header">
        <h2>
          Reviews{" "}
          <span class="badge" data-testid="review-count">
            {waiting.length}
          </span>
        </h2>
        <KeyHint keys="Alt-r" />
      </div>
      {groups.map((group) => (
        <div key={group.id}>
          {groups.length > 1 && <h3 class="client-name">{group.name}</h3>}
          <ul>
            {group.tabs.map((tab) => (
              <ReviewRow key={tab.id} tab={tab} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function ReviewRow({ tab }: { readonly tab: ReviewTab }) {
  const { store, layout } = useApp();
  const model = store.model.value;
  const separator = model?.separator ?? "/";
  const { added, removed, isNewFile, isOutdated } = tab.review;
  const folder = folderOf(shortPath(tab.path, model?.folders ?? [], separator), separator);
  return (
    <li>
      <button
        type="button"
        class="review-row"
        data-testid="review-row"
        data-review={tab.review.tabName}
        aria-current={store.view.value.front.includes(tab.id)}
        title={tab.path}
        onClick={() => layout.bring(tab.id, true)}
      >
        <span class="row-name">{fileNameOf(tab.path, separator)}</span>
        <span class="row-folder">{isNewFile ? "new file" : folder}</span>
        {isOutdated && <span class="warning-text">outdated</span>}
        <Counts added={added} removed={removed} />
      </button>
    </li>
  );
}

/** How many lines come and go. */
export function Counts({ added, removed }: { readonly added: number; readonly removed: number }) {
  return (
    <span class="counts">
      <span class="added">
        +{added}
        <span class="for-readers"> lines added</span>
      </span>{" "}
      <span class="removed">
        −{removed}
        <span class="for-readers"> lines removed</span>
      </span>
    </span>
  );
}
