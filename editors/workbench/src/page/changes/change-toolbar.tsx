/** The toolbar above a change: what changed, and the buttons to keep and undo. */
import { agentsLabel, type ChangeView, reviewKeys, timeLabel } from "@tandem-ide/codemirror";
import type { ChangeTab } from "../../messages-changes.js";
import { useApp } from "../app-parts.js";
import { shortPath } from "../core/paths.js";
import { Button, IconButton } from "../ui/button.js";
import { Icon } from "../ui/icons.js";
import { KeyHint } from "../ui/key-hint.js";
import { Counts } from "../ui/review-list.js";

export function ChangeToolbar({ tab }: { readonly tab: ChangeTab }) {
  const { panes, preferences, files } = useApp();
  const pane = panes.ensure(tab);
  if (pane.kind !== "change") return null;
  const state = pane.state.value;
  const { file } = tab.change;
  const { whyNotUndoable: whyNot } = file;
  const hunks = state?.hunks ?? 0;
  const isWide = pane.isWide.value;
  const isUnified = preferences.reviewLayout.value === "unified";
  const layoutLabel = isUnified ? "Show side by side" : "Show unified";
  const inView = (act: (view: ChangeView) => void) => () => {
    if (pane.view) act(pane.view);
  };
  return (
    <div class="review-header">
      <ChangeTitle tab={tab} note={state?.note} />
      <div
        class="review-toolbar"
        role="toolbar"
        tabIndex={-1}
        aria-label="Change actions"
        // Keep the focus in the text, where the keys work.
        onMouseDown={(event) => event.preventDefault()}
      >
        <Button kind="primary" testId="change-keep-file" disabled={!state} onClick={() => pane.decideFile("keep")}>
          Keep file <KeyHint keys={reviewKeys.acceptAll} />
        </Button>
        <Button
          testId="change-undo-file"
          disabled={!state || whyNot !== undefined}
          title={whyNot}
          onClick={() => pane.decideFile("undo")}
        >
          Undo file <KeyHint keys={reviewKeys.rejectAll} />
        </Button>
        <span class="toolbar-gap" />
        <output class="muted change-count" data-testid="change-position">
          {hunks > 0 && `${(state?.current ?? 0) + 1} of ${hunks} change${hunks === 1 ? "" : "s"}`}
        </output>
        <IconButton
          icon="up"
          label="Previous change"
          keys={reviewKeys.previousChange}
          testId="change-previous"
          disabled={hunks === 0}
          onClick={inView((view) => view.previousChange())}
        />
        <IconButton
          icon="down"
          label="Next change"
          keys={reviewKeys.nextChange}
          testId="change-next"
          disabled={hunks === 0}
          onClick={inView((view) => view.nextChange())}
        />
        <Button kind="quiet" testId="change-keep" disabled={hunks === 0} onClick={() => pane.decideHunk("keep")}>
          Keep change <KeyHint keys={reviewKeys.acceptHunk} />
        </Button>
        <Button
          kind="quiet"
          testId="change-undo"
          disabled={hunks === 0 || whyNot !== undefined}
          title={whyNot}
          onClick={() => pane.decideHunk("undo")}
        >
          Undo change <KeyHint keys={reviewKeys.rejectHunk} />
        </Button>
        <IconButton
          icon="open"
          label="Open the file"
          keys="Alt-o"
          testId="change-open"
          disabled={file.kind === "deleted"}
          onClick={() => void files.open(tab.path, { preview: false, focus: true })}
        />
        <IconButton
          icon={isUnified ? "split" : "unified"}
          label={isWide ? layoutLabel : "Window is too narrow for side-by-side view"}
          keys="Alt-Shift-u"
          testId="change-layout"
          disabled={!isWide}
          onClick={() => {
            preferences.reviewLayout.value = isUnified ? "side-by-side" : "unified";
          }}
        />
      </div>
    </div>
  );
}

const kindLabels = { created: "New file", changed: undefined, deleted: "Deleted", renamed: "Renamed" } as const;

function ChangeTitle({ tab, note }: { readonly tab: ChangeTab; readonly note: string | undefined }) {
  const { store } = useApp();
  const model = store.model.value;
  const { file, kind, startedAt, agents, operation } = tab.change;
  const label = kindLabels[file.kind];
  return (
    <div class="review-title">
      <span class="review-path" title={tab.path}>
        {shortPath(tab.path, model)}
      </span>
      {!file.isOpaque && <Counts added={file.added} removed={file.removed} />}
      {label && (
        <span class="tag" title={file.oldPath}>
          {file.oldPath === undefined ? label : `${label} from ${shortPath(file.oldPath, model)}`}
        </span>
      )}
      <span class="muted review-client">
        {kind === "git"
          ? `git: ${operation ?? "unknown operation"}, ${timeLabel(startedAt, Date.now())}`
          : `Changed outside your editors, ${agentsLabel(agents)}, ${timeLabel(startedAt, Date.now())}`}
      </span>
      {note !== undefined && (
        <span class="tag warning" data-testid="change-note">
          <Icon name="warning" /> {note}
        </span>
      )}
    </div>
  );
}
