/** The bar above a review, with a title and buttons. */
import { acceptLabel, describeCounts, type HunkDecision, type ReviewCounts } from "@tandem-ide/base/review";
import { button, create, setLabel } from "./bar-elements.js";
import type { PanelProposal } from "./panel-types.js";
import { ReasonField } from "./reason-field.js";
import { reviewKeys } from "./review-keys.js";

interface PanelActions {
  accept(): void;
  reject(): void;
  rejectWithReason(reason: string): void;
  /** Called when the user changes their mind and gives no reason. */
  leaveReason(): void;
  nextChange(): void;
  previousChange(): void;
  acceptHunk(): void;
  rejectHunk(): void;
  takeBack(): void;
  comment(): void;
  switchLayout(): void;
}

export interface PanelState {
  readonly counts: ReviewCounts;
  /** The decision about the change at the cursor; undefined if there is none. */
  readonly current: HunkDecision | undefined;
  readonly isUnified: boolean;
  /** Why the layout can't be switched. */
  readonly whyNoLayouts: string | undefined;
}

export class PanelBar {
  readonly element = create("div", "tandem-review-bar");
  readonly reason: ReasonField;
  readonly comment: HTMLButtonElement;
  readonly #title: HTMLElement;
  readonly #outdated = create("span", "tandem-review-notice");
  readonly #count = create("output", "tandem-review-count");
  readonly #accept: HTMLButtonElement;
  readonly #layout: HTMLButtonElement;
  readonly #steps: readonly HTMLButtonElement[];
  readonly #acceptHunk: HTMLButtonElement;
  readonly #takeBack: HTMLButtonElement;
  readonly #rejectHunk: HTMLButtonElement;

  constructor(proposal: PanelProposal, title: string, actions: PanelActions) {
    this.#accept = button("accept", "Accept", actions.accept, reviewKeys.acceptAll);
    const reject = button("reject", "Reject", actions.reject, reviewKeys.rejectAll);
    this.reason = new ReasonField({ reject: actions.rejectWithReason, leave: actions.leaveReason });
    const withReason = button(
      "reject-with-reason",
      "Reject…",
      () => this.reason.open(),
      reviewKeys.rejectWithReason,
      "Reject with a reason",
    );
    this.comment = button("comment", "Comment", actions.comment, reviewKeys.comment, "Comment on this line");
    this.#layout = button("layout", "Unified", actions.switchLayout);
    this.#steps = [
      button("previous", "↑", actions.previousChange, reviewKeys.previousChange, "Previous change"),
      button("next", "↓", actions.nextChange, reviewKeys.nextChange, "Next change"),
    ];
    this.#acceptHunk = button("accept-hunk", "Accept change", actions.acceptHunk, reviewKeys.acceptHunk);
    this.#rejectHunk = button("reject-hunk", "Reject change", actions.rejectHunk, reviewKeys.rejectHunk);
    this.#takeBack = button("take-back", "Undo decision", actions.takeBack);
    const hunkActions = [this.#acceptHunk, this.#takeBack, this.#rejectHunk];
    const tools = create("div", "tandem-review-tools");
    tools.setAttribute("role", "toolbar");
    tools.setAttribute("aria-label", "Review actions");
    // A click leaves the focus in the text, where it can be undone.
    tools.addEventListener("mousedown", (event) => event.preventDefault());
    tools.append(
      this.#accept,
      reject,
      withReason,
      this.#count,
      ...this.#steps,
      ...hunkActions,
      this.comment,
      this.#layout,
    );
    this.#title = titleOf(proposal, title);
    this.#outdated.textContent = "The file has changed on disk: accepting may fail, or replace the newer text";
    this.#outdated.title =
      "The agent gets this text, including your edits. " +
      "Claude Code won't write to a file that has changed; other agents might.";
    this.#outdated.setAttribute("role", "status");
    this.element.append(this.#title, tools, this.reason.element);
  }

  setOutdated(isOutdated: boolean): void {
    if (isOutdated) this.#title.append(this.#outdated);
    else this.#outdated.remove();
  }

  update(state: PanelState): void {
    const { counts, current, isUnified, whyNoLayouts } = state;
    setLabel(this.#accept, acceptLabel(counts));
    const described = describeCounts(counts);
    if (this.#count.textContent !== described) this.#count.textContent = described;
    for (const each of this.#steps) each.disabled = counts.accepted + counts.rejected + counts.undecided === 0;
    for (const each of [this.#acceptHunk, this.#rejectHunk]) each.disabled = current !== "undecided";
    // Never in the same spot as the button just clicked: a double click would undo the decision.
    this.#acceptHunk.hidden = current === "rejected";
    this.#rejectHunk.hidden = current === "accepted";
    this.#takeBack.hidden = current === undefined || current === "undecided";
    setLabel(this.#layout, isUnified ? "Side by side" : "Unified");
    this.#layout.disabled = whyNoLayouts !== undefined;
    this.#layout.title = whyNoLayouts ?? "";
  }
}

function titleOf(proposal: PanelProposal, title: string): HTMLElement {
  const row = create("div", "tandem-review-title");
  const name = create("strong", "tandem-review-name", title);
  name.title = proposal.path;
  row.append(name);
  if (proposal.isNewFile) row.append(create("span", "tandem-review-tag", "new file"));
  if (proposal.oldPath !== undefined && proposal.oldPath !== proposal.path)
    row.append(create("span", "tandem-review-tag", `compared with ${proposal.oldPath}`));
  if (proposal.clientName) row.append(create("span", "tandem-review-client", `proposed by ${proposal.clientName}`));
  const notice = (text: string, title: string) => {
    const element = create("span", "tandem-review-notice", text);
    element.title = title;
    row.append(element);
  };
  if (proposal.hasUnsavedChanges)
    notice(
      "You have unsaved changes in this file",
      "The proposal is based on the file on disk. It doesn't include your unsaved changes, which are kept.",
    );
  if (proposal.isHidden)
    notice("This file is hidden from the agent", "If you accept, the agent gets this text, including your edits.");
  return row;
}
