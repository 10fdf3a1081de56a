/** Asks why the user rejects a proposal. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { useApp } from "../app-parts.js";
import type { ReviewPane } from "../panes/review-pane.js";
import { Button } from "./button.js";

export function ReasonForm({ pane }: { readonly pane: ReviewPane }) {
  const { reviews } = useApp();
  const field = useRef<HTMLInputElement>(null);
  // Before the next key.
  useLayoutEffect(() => field.current?.focus(), []);
  const leave = () => {
    pane.isAskingReason.value = false;
    pane.focus();
  };
  return (
    <form
      class="reason-form"
      data-testid="reason-form"
      onSubmit={(event) => {
        event.preventDefault();
        void reviews.decide(pane, false, field.current?.value);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.isComposing) return;
        event.preventDefault();
        leave();
      }}
    >
      <label class="reason-label">
        Reason
        <input ref={field} class="text-field" data-testid="reason" />
      </label>
      <Button type="submit" testId="reason-reject">
        Reject
      </Button>
      <Button kind="quiet" onClick={leave}>
        Cancel
      </Button>
    </form>
  );
}
