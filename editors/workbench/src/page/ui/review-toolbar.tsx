/** Above a review: what it is, and the buttons to decide about it, each with its key. */
import { acceptLabel, type Review, reviewKeys } from "@tandem/codemirror";
import type { ReviewTab } from "../../messages.js";
import { clientName } from "../actions/waiting-reviews.js";
import { useApp } from "../app-parts.js";
import { titleWithKey } from "../core/key-titles.js";
import { shortPath } from "../core/paths.js";
import { Icon, type IconName } from "./icons.js";
import { KeyHint } from "./key-hint.js";
import { Counts } from "./review-list.js";

export function ReviewToolbar({ tab }: { readonly tab: ReviewTab }) {
  const { panes, reviews, preferences } = useApp();
  const pane = panes.ensure(tab);
  if (pane.kind !== "review") return null;
  const state = pane.state.value;
  const left = state?.counts.undecided ?? 0;
  const current = state?.current;
  const isDecided = current === "accepted" || current === "rejected";
  const inReview = (act: (review: Review) => void) => () => {
    if (pane.review) act(pane.review);
  };
  const isUnified = preferences.reviewLayout.value === "unified";
  return (
    <div class="review-header">
      <ReviewTitle tab={tab} />
      <div
        class="review-toolbar"
        role="toolbar"
        tabIndex={-1}
        aria-label="Decide about this change"
        // A click here leaves the keyboard in the text, where Ctrl+Z takes back what it did.
        onMouseDown={(event) => event.preventDefault()}
      >
        <button
          type="button"
          class="button primary"
          data-testid="review-accept"
          disabled={!state}
          aria-disabled={reviews.unsettled.value.has(tab.id)}
          onClick={() => void reviews.decide(pane, true)}
        >
          {state ? acceptLabel(state.counts) : "Accept"} <KeyHint keys={reviewKeys.acceptAll} />
        </button>
        <button
          type="button"
          class="button"
          data-testid="review-reject"
          onClick={() => void reviews.decide(pane, false)}
        >
          Reject <KeyHint keys={reviewKeys.rejectAll} />
        </button>
        <span class="toolbar-gap" />
        <output class="muted change-count" data-testid="review-changes">
          {countWords(left, isDecided ? undefined : state?.place)}
        </output>
        <Tool
          icon="up"
          title="Previous change"
          keys={reviewKeys.previousChange}
          testId="review-previous"
          isOff={left === 0}
          onClick={inReview((review) => review.previousChange())}
        />
        <Tool
          icon="down"
          title="Next change"
          keys={reviewKeys.nextChange}
          testId="review-next"
          isOff={left === 0}
          onClick={inReview((review) => review.nextChange())}
        />
        {/* Not under the hand that has just decided: the second of two clicks would take it back. */}
        {current !== "rejected" && (
          <Action
            name="Accept change"
            keys={reviewKeys.acceptHunk}
            testId="review-accept-hunk"
            isOff={current !== "undecided"}
            onClick={inReview((review) => review.acceptHunk())}
          />
        )}
        {isDecided && (
          <Action
            name="Take back"
            testId="review-take-back"
            isOff={false}
            onClick={inReview((review) => review.decideHunk("undecided"))}
          />
        )}
        {current !== "accepted" && (
          <Action
            name="Reject change"
            keys={reviewKeys.rejectHunk}
            testId="review-reject-hunk"
            isOff={current !== "undecided"}
            onClick={inReview((review) => review.rejectHunk())}
          />
        )}
        <Tool
          icon={isUnified ? "split" : "unified"}
          title={pane.isWide.value ? (isUnified ? "Show side by side" : "Show unified") : "Too narrow for side by side"}
          keys="Alt-Shift-u"
          testId="review-layout"
          isOff={!pane.isWide.value}
          onClick={() => {
            preferences.reviewLayout.value = isUnified ? "side-by-side" : "unified";
          }}
        />
      </div>
    </div>
  );
}

function countWords(left: number, place: number | undefined): string {
  if (left === 0) return "no change left to decide";
  const changes = `${left} change${left === 1 ? "" : "s"}`;
  return place === undefined ? `${changes} left` : `${place} of ${changes}`;
}

function ReviewTitle({ tab }: { readonly tab: ReviewTab }) {
  const { store } = useApp();
  const model = store.model.value;
  const { client, added, removed, isNewFile, hasUnsavedChanges, isOutdated } = tab.review;
  return (
    <div class="review-title">
      <span class="review-path" title={tab.path}>
        {model ? shortPath(tab.path, model.folders, model.separator) : tab.path}
      </span>
      <Counts added={added} removed={removed} />
      {isNewFile && <span class="tag">new file</span>}
      <span class="muted review-client">proposed by {clientName(client, model?.clients ?? [])}</span>
      {hasUnsavedChanges && (
        <span class="tag warning" title="The proposal was made from the file on disk.">
          <Icon name="warning" /> you have unsaved changes in this file
        </span>
      )}
      {isOutdated && (
        <span class="tag warning" title="Claude may refuse to write it.">
          <Icon name="warning" /> the file was changed on disk since this was proposed
        </span>
      )}
    </div>
  );
}

interface ActionProps {
  readonly name: string;
  readonly keys?: string;
  readonly testId: string;
  readonly isOff: boolean;
  onClick(): void;
}

function Action({ name, keys, testId, isOff, onClick }: ActionProps) {
  return (
    <button type="button" class="button quiet" data-testid={testId} disabled={isOff} onClick={onClick}>
      {name} {keys && <KeyHint keys={keys} />}
    </button>
  );
}

interface ToolProps {
  readonly icon: IconName;
  readonly title: string;
  readonly keys: string;
  readonly testId: string;
  readonly isOff: boolean;
  onClick(): void;
}

function Tool({ icon, title, keys, testId, isOff, onClick }: ToolProps) {
  return (
    <button
      type="button"
      class="icon-button"
      title={titleWithKey(title, keys)}
      aria-label={title}
      data-testid={testId}
      disabled={isOff}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}
