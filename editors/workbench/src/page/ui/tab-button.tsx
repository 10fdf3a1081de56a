import type { Tab } from "../../messages.js";
import { useApp } from "../app-parts.js";
import { Icon } from "./icons.js";
import { startDrag } from "./tab-drag.js";

interface TabButtonProps {
  readonly tab: Tab;
  readonly isInFront: boolean;
}

/** A tab with its label, icons and close button. */
export function TabButton({ tab, isInFront }: TabButtonProps) {
  const { layout, files, store } = useApp();
  const isFile = tab.kind === "file";
  const isReview = tab.kind === "review";
  const classes = [
    "tab",
    tab.kind,
    isInFront && "front",
    !isReview && tab.isPreview && "preview",
    isFile && tab.isDeleted && "deleted",
  ];
  const closeLabel = isReview ? "Reject and close" : "Close";
  const openMenu = (x: number, y: number, owner: HTMLElement) => {
    const pin = isFile
      ? [{ label: tab.isPinned ? "Unpin" : "Pin", run: () => void files.keep(tab, !tab.isPinned) }]
      : [];
    store.menu.value = {
      x,
      y,
      owner,
      label: `Actions for ${tab.label}`,
      items: [
        { label: closeLabel, keys: "Ctrl-Alt-w", run: () => void files.close(tab) },
        ...pin,
        { label: "Move to other group", keys: "Ctrl-Alt-\\", run: () => void files.moveToOtherGroup(tab) },
      ],
    };
  };
  return (
    <div
      id={`tab-${tab.id}`}
      class={classes.filter(Boolean).join(" ")}
      role="tab"
      tabIndex={isInFront ? 0 : -1}
      aria-selected={isInFront}
      aria-controls={`panel-${tab.group}`}
      aria-label={describe(tab)}
      title={isFile ? tab.path : `${isReview ? "Review of" : "Changes to"} ${tab.path}`}
      draggable
      data-testid="tab"
      data-path={tab.kind === "change" ? undefined : tab.path}
      data-change={tab.kind === "change" ? tab.path : undefined}
      data-review={isReview ? tab.review.id : undefined}
      data-tab-name={isReview ? tab.review.tabName : tab.label}
      data-tab={tab.id}
      data-dirty={isFile ? tab.isDirty : undefined}
      onClick={() => layout.bring(tab.id, true)}
      onDblClick={() => {
        if (!isReview && tab.isPreview) void files.keep(tab, false);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        layout.bring(tab.id, true);
      }}
      onMouseDown={(event) => {
        // Prevents autoscroll.
        if (event.button === 1) event.preventDefault();
      }}
      onMouseUp={(event) => {
        // On systems where the middle button pastes, it would paste into the focused editor.
        if (event.button === 1) event.preventDefault();
      }}
      onAuxClick={(event) => {
        if (event.button === 1) void files.close(tab);
      }}
      onContextMenu={(event) => {
        event.preventDefault();
        openMenu(event.clientX, event.clientY, event.currentTarget);
      }}
      onDragStart={(event) => startDrag(event, tab.id)}
    >
      {isReview && <Icon name="review" />}
      {tab.kind === "change" && <Icon name="change" />}
      {isFile && tab.isPinned && <Icon name="pin" />}
      <span class="tab-label">{tab.label}</span>
      {isFile && tab.hidden !== undefined && <Icon name="lock" />}
      {isFile && tab.isChangedOnDisk && <Icon name="warning" />}
      {/* For the mouse only: a tab can't contain a button. Delete closes it, and so does its menu. */}
      <span
        class={`tab-close${isFile && tab.isDirty ? " dirty" : ""}`}
        aria-hidden="true"
        title={closeLabel}
        data-testid="tab-close"
        onClick={(event) => {
          event.stopPropagation();
          void files.close(tab);
        }}
      >
        <Icon name="close" />
      </span>
    </div>
  );
}

/** Describes a tab and its icons for screen readers. */
function describe(tab: Tab): string {
  if (tab.kind === "review") return `${tab.label}, review`;
  if (tab.kind === "change") return `${tab.label}, changes${tab.isPreview ? ", preview" : ""}`;
  const facts = [
    tab.isPinned && "pinned",
    tab.isPreview && "preview",
    tab.isDirty && "unsaved",
    tab.isChangedOnDisk && "changed on disk",
    tab.isDeleted && "deleted on disk",
    tab.hidden !== undefined && "hidden from Claude",
  ];
  return [tab.label, ...facts.filter(Boolean)].join(", ");
}
