/** The toolbar above a review: what is proposed, and the buttons to decide. */
import { acceptLabel, agentName, describeCounts, queuePosition } from "@tandem-ide/base/review";
import { type Review, reviewKeys } from "@tandem-ide/codemirror";
import type { ReviewTab } from "../../messages.js";
import { clientName } from "../actions/pending-reviews.js";
import { useApp } from "../app-parts.js";
import { shortPath } from "../core/paths.js";
import { Button, IconButton } from "./button.js";
import { Icon } from "./icons.js";
import { KeyHint, titleWithKey } from "./key-hint.js";
import { ReasonForm } from "./reason-form.js";

export function ReviewToolbar({ tab }: { readonly tab: ReviewTab }) {
  const { panes, reviews, preferences } = useApp();
  const pane = panes.ensure(tab);
  if (pane.kind !== "review") return null;
  const state = pane.state.value;
  const { accepted = 0, rejected = 0, undecided = 0 } = state?.counts ?? {};
  const hasChanges = accepted + rejected + undecided > 0;
  const current = state?.current;
  const isDecided = current === "accepted" || current === "rejected";
  const inReview = (act: (review: Review) => void) => () => {
    if (pane.review) act(pane.review);
  };
  const isWide = pane.isWide.value;
  const isUnified = preferences.reviewLayout.value === "unified";
  const whyNoLayouts = state?.hasLayouts === false ? "One side is empty" : "Window is too narrow for side-by-side view";
  const canSwitch = isWide && state?.hasLayouts !== false;
  const layoutLabel = isUnified ? "Show side by side" : "Show unified";
  return (
    <div class="review-header">
      <ReviewTitle tab={tab} />
      <div
        class="review-toolbar"
        role="toolbar"
        tabIndex={-1}
        aria-label="Review actions"
        // Keep the focus in the text, where Ctrl+Z undoes a decision.
        onMouseDown={(event) => event.preventDefault()}
      >
        <Button
          kind="primary"
          testId="review-accept"
          disabled={!state}
          aria-disabled={reviews.unsettled.value.has(tab.id)}
          onClick={() => void reviews.decide(pane, true)}
        >
          {state ? acceptLabel(state.counts) : "Accept"} <KeyHint keys={reviewKeys.acceptAll} />
        </Button>
        <Button testId="review-reject" onClick={() => void reviews.decide(pane, false)}>
          Reject <KeyHint keys={reviewKeys.rejectAll} />
        </Button>
        <Button
          kind="quiet"
          testId="review-reject-reason"
          aria-label="Reject with a reason"
          title={titleWithKey("Reject with a reason", reviewKeys.rejectWithReason)}
          onClick={() => {
            pane.isAskingReason.value = true;
          }}
        >
          Reject…
        </Button>
        <span class="toolbar-gap" />
        <output class="muted change-count" data-testid="review-changes">
          {state && describeCounts(state.counts)}
        </output>
        <IconButton
          icon="up"
          label="Previous change"
          keys={reviewKeys.previousChange}
          testId="review-previous"
          disabled={!hasChanges}
          onClick={inReview((review) => review.previousChange())}
        />
        <IconButton
          icon="down"
          label="Next change"
          keys={reviewKeys.nextChange}
          testId="review-next"
          disabled={!hasChanges}
          onClick={inReview((review) => review.nextChange())}
        />
        {/* "Undo decision" takes the position of the other button: a double click must not undo its own first click. */}
        {current !== "rejected" && (
          <Button
            kind="quiet"
            testId="review-accept-hunk"
            disabled={current !== "undecided"}
            onClick={inReview((review) => review.acceptHunk())}
          >
            Accept change <KeyHint keys={reviewKeys.acceptHunk} />
          </Button>
        )}
        {isDecided && (
          <Button kind="quiet" testId="review-take-back" onClick={inReview((review) => review.decideHunk("undecided"))}>
            Undo decision
          </Button>
        )}
        {current !== "accepted" && (
          <Button
            kind="quiet"
            testId="review-reject-hunk"
            disabled={current !== "undecided"}
            onClick={inReview((review) => review.rejectHunk())}
          >
            Reject change <KeyHint keys={reviewKeys.rejectHunk} />
          </Button>
        )}
        <IconButton
          icon="comment"
          label="Comment on this line"
          keys={reviewKeys.comment}
          testId="review-comment"
          onClick={inReview((review) => review.comment())}
        />
        <IconButton
          icon={isUnified ? "split" : "unified"}
          label={canSwitch ? layoutLabel : whyNoLayouts}
          keys="Alt-Shift-u"
          testId="review-layout"
          disabled={!canSwitch}
          onClick={() => {
            preferences.reviewLayout.value = isUnified ? "side-by-side" : "unified";
          }}
        />
      </div>
      {pane.isAskingReason.value && <ReasonForm pane={pane} />}
    </div>
  );
}

function ReviewTitle({ tab }: { readonly tab: ReviewTab }) {
  const { store } = useApp();
  const model = store.model.value;
  const queue = model?.tabs.filter(({ kind }) => kind === "review") ?? [];
  const position = queuePosition(queue, tab.id);
  const { client, isNewFile, oldPath, hidden, hasUnsavedChanges, isOutdated } = tab.review;
  return (
    <div class="review-title">
      <span class="review-path" title={tab.path}>
        {shortPath(tab.path, model)}
      </span>
      {position !== "" && (
        <span class="muted" data-testid="review-position">
          Review {position}
        </span>
      )}
      {isNewFile && <span class="tag">New file</span>}
      <span class="muted review-client">Proposed by {clientName(client, model?.clients ?? [])}</span>
      {oldPath !== undefined && (
        <span class="tag" title={oldPath}>
          Compared with {shortPath(oldPath, model)}
        </span>
      )}
      {hidden !== undefined && (
        <span
          class="tag warning"
          title={`Hidden because ${hidden}. If you accept, the agent gets this text, including your edits.`}
        >
          <Icon name="lock" /> This file is hidden from Claude
        </span>
      )}
      {hasUnsavedChanges && (
        <span class="tag warning" title="The proposal is based on the file on disk.">
          <Icon name="warning" /> This file has unsaved changes that the proposal doesn't include
        </span>
      )}
      {isOutdated && (
        <span class="tag warning">
          <Icon name="warning" /> The file has changed on disk since the proposal. If you accept,{" "}
          {agentName(client.name)} may refuse to write it, or replace the newer text.
        </span>
      )}
    </div>
  );
}
