/** Lists pending reviews, grouped by client if there are several. */
import type { ReviewTab } from "../../messages.js";
import { groupByClient, type ReviewsOfClient } from "../actions/pending-reviews.js";
import { useApp } from "../app-parts.js";
import { fileNameOf, folderOf, shortPath } from "../core/paths.js";
import { Button } from "./button.js";
import { KeyHint } from "./key-hint.js";

export function ReviewList() {
  const { store } = useApp();
  const model = store.model.value;
  const pending = model?.tabs.filter((tab) => tab.kind === "review") ?? [];
  if (pending.length === 0) return null;
  const groups = groupByClient(pending, model?.clients ?? []);
  return (
    <section class="review-list" aria-label="Pending reviews">
      <div class="section-header">
        <h2>
          Reviews{" "}
          <span class="badge" data-testid="review-count">
            {pending.length}
          </span>
        </h2>
        <KeyHint keys="Alt-r" />
      </div>
      {groups.map((group) => (
        <div key={group.id}>
          {groups.length > 1 && <h3 class="client-name">{group.name}</h3>}
          {group.tabs.length > 1 && <DecideAll group={group} />}
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

function DecideAll({ group }: { readonly group: ReviewsOfClient }) {
  const { reviews } = useApp();
  const [count, of] = [group.tabs.length, `of ${group.name}`];
  return (
    <div class="decide-all">
      <Button
        kind="quiet"
        testId="accept-all"
        aria-label={`Accept all ${count} ${of}`}
        onClick={() => reviews.decideAll(group, true)}
      >
        Accept all {count}
      </Button>
      <Button
        kind="quiet"
        testId="reject-all"
        aria-label={`Reject all ${of}`}
        onClick={() => reviews.decideAll(group, false)}
      >
        Reject all
      </Button>
    </div>
  );
}

function ReviewRow({ tab }: { readonly tab: ReviewTab }) {
  const { store, layout } = useApp();
  const model = store.model.value;
  const separator = model?.separator ?? "/";
  const { added, removed, isNewFile, isOutdated } = tab.review;
  const folder = folderOf(shortPath(tab.path, model), separator);
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
        <span class="row-folder">{isNewFile ? "New file" : folder}</span>
        {isOutdated && <span class="warning-text">Outdated</span>}
        <Counts added={added} removed={removed} />
      </button>
    </li>
  );
}

/** The number of added and removed lines. */
export function Counts({ added, removed }: { readonly added: number; readonly removed: number }) {
  return (
    <span class="counts">
      <span class="added">
        +{added}
        <span class="visually-hidden"> lines added</span>
      </span>{" "}
      <span class="removed">
        −{removed}
        <span class="visually-hidden"> lines removed</span>
      </span>
    </span>
  );
}
