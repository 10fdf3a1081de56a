/** A row of the list of changes. */
import type { FileChange } from "@tandem-ide/changes/model";
import { agentsLabel, type ChangeRow, describeFile, describeTurn, timeLabel } from "@tandem-ide/codemirror";
import type { ComponentChildren } from "preact";
import type { Model } from "../../messages.js";
import { type App, useApp } from "../app-parts.js";
import { fileNameOf, folderOf, shortPath } from "../core/paths.js";
import { IconButton } from "../ui/button.js";
import { Icon } from "../ui/icons.js";
import { Counts } from "../ui/review-list.js";
import { actionsOf, openRow } from "./change-row-actions.js";
import { openChangeMenu } from "./change-row-menu.js";

/** Keep in sync with changes.css. */
export const rowHeight = 24;
/** The indentation of each level, in px. */
const indentation = 20;

interface ChangeRowProps {
  readonly row: ChangeRow;
  readonly index: number;
  readonly isSelected: boolean;
}

export function ChangeRowView({ row, index, isSelected }: ChangeRowProps) {
  const app = useApp();
  const { changeList, store } = app;
  const label = labelOf(row, store.model.value);
  const isExpanded = "isExpanded" in row ? row.isExpanded : undefined;
  const classes = ["change-row", row.kind, isSelected && "selected", isShownInTab(row, app) && "active"];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keyboard for all rows.
    // biome-ignore lint/a11y/useFocusableInteractive: the list points to the row with aria-activedescendant.
    <div
      id={`change-row-${index}`}
      class={classes.filter(Boolean).join(" ")}
      role="treeitem"
      aria-label={label}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-selected={isSelected}
      aria-expanded={isExpanded}
      data-testid="change-row"
      data-kind={row.kind}
      data-path={row.kind === "file" ? row.file.path : undefined}
      title={titleOf(row, label)}
      style={{ top: `${index * rowHeight}px`, paddingLeft: `${6 + (row.level - 1) * indentation}px` }}
      onClick={() => {
        changeList.selected.value = row.key;
        void openRow(app, row, { preview: true, focus: false });
      }}
      onDblClick={() => {
        if (row.kind === "file") void openRow(app, row, { preview: false, focus: true });
      }}
      onContextMenu={(event) => {
        event.preventDefault();
        openChangeMenu(app, row, event.clientX, event.clientY);
      }}
    >
      {isExpanded !== undefined && (
        <span class={`tree-chevron${isExpanded ? " open" : ""}`}>
          <Icon name="chevron" />
        </span>
      )}
      <RowContent row={row} />
      <RowButtons row={row} />
    </div>
  );
}

function isShownInTab(row: ChangeRow, { store }: App): boolean {
  if (row.kind !== "file") return false;
  const { front } = store.view.value;
  const isSame = (tab: Model["tabs"][number]) =>
    tab.kind === "change" && tab.path === row.file.path && tab.change.turn === row.turn.id && front.includes(tab.id);
  return store.model.value?.tabs.some(isSame) ?? false;
}

const letters = { created: "A", changed: "M", deleted: "D", renamed: "R" } as const;

function RowContent({ row }: { readonly row: ChangeRow }) {
  const model = useApp().store.model.value;
  switch (row.kind) {
    case "turn": {
      const { kind, startedAt, agents, operation, fileCount } = row.turn;
      return (
        <>
          {kind === "git" && <Icon name="branch" />}
          <span class="row-name">{timeLabel(startedAt, Date.now())}</span>
          <span class="row-folder">{kind === "git" ? `git: ${operation ?? ""}` : agentsLabel(agents)}</span>
          {kind === "git" && <span class="muted">{fileCount}</span>}
        </>
      );
    }
    case "folder":
      return (
        <>
          <span class="row-name">{shortPath(row.folder.path, model)}</span>
          <span class="row-folder">{row.folder.fileCount} files</span>
          <Counts added={row.folder.added} removed={row.folder.removed} />
        </>
      );
    case "file":
      return <FileContent file={row.file} model={model} />;
    case "undone-list":
      return (
        <>
          <Icon name="undo" />
          <span class="row-name">Undone</span>
          <span class="row-folder">{row.count}</span>
        </>
      );
    case "undone":
      return (
        <>
          <span class="row-name">{undoneName(row.undone.paths, model)}</span>
          <span class="row-folder">{timeLabel(row.undone.at, Date.now())}</span>
        </>
      );
  }
}

function FileContent({ file, model }: { readonly file: FileChange; readonly model: Model | undefined }) {
  const separator = model?.separator ?? "/";
  return (
    <>
      <span class={`change-kind ${file.kind}`} aria-hidden="true">
        {letters[file.kind]}
      </span>
      <span class="row-name">{fileNameOf(file.path, separator)}</span>
      <span class="row-folder">{folderOf(shortPath(file.path, model), separator)}</span>
      {file.hasUserEdits && <Icon name="warning" />}
      {file.whyNotUndoable !== undefined && <Icon name="lock" />}
      {!file.isOpaque && <Counts added={file.added} removed={file.removed} />}
    </>
  );
}

function RowButtons({ row }: { readonly row: ChangeRow }): ComponentChildren {
  const app = useApp();
  const actions = actionsOf(app, row);
  if (actions.length === 0) return null;
  return (
    <span class="change-buttons">
      {actions.map(({ id, icon, label, keys, whyNot, run }) => (
        <IconButton
          key={id}
          icon={icon}
          label={whyNot ?? label}
          keys={whyNot === undefined ? keys : undefined}
          testId={`row-${id}`}
          // The keys of the list do the same, and Tab shouldn't stop at hundreds of buttons.
          tabIndex={-1}
          disabled={whyNot !== undefined}
          // The focus stays where it is.
          onMouseDown={(event) => event.preventDefault()}
          onDblClick={(event) => event.stopPropagation()}
          onClick={(event) => {
            event.stopPropagation();
            // The second click of a double click was meant for this row, not for the one that takes its place.
            if (event.detail < 2) run();
          }}
        />
      ))}
    </span>
  );
}

function undoneName(paths: readonly string[], model: Model | undefined): string {
  const [first = ""] = paths;
  const name = fileNameOf(first, model?.separator ?? "/");
  return paths.length > 1 ? `${name} and ${paths.length - 1} more` : name;
}

/** Describes a row for screen readers. */
function labelOf(row: ChangeRow, model: Model | undefined): string {
  switch (row.kind) {
    case "turn":
      return describeTurn(row.turn, Date.now());
    case "folder":
      return `${shortPath(row.folder.path, model)}, ${row.folder.fileCount} files`;
    case "file":
      return `${shortPath(row.file.path, model)}, ${describeFile(row.file)}`;
    case "undone-list":
      return `Undone, ${row.count}`;
    case "undone":
      return `${undoneName(row.undone.paths, model)}, undone at ${timeLabel(row.undone.at, Date.now())}`;
  }
}

function titleOf(row: ChangeRow, label: string): string {
  if (row.kind === "undone") return row.undone.paths.join("\n");
  if (row.kind !== "file") return label;
  const { path, oldPath } = row.file;
  return `${path}\n${oldPath === undefined ? "" : `renamed from ${oldPath}, `}${describeFile(row.file)}`;
}
