/** One tab. */
import type { Tab } from "../../messages.js";
import { useApp } from "../app-parts.js";
import { conflictTexts } from "./conflict-texts.js";
import { Icon } from "./icons.js";
import { startDrag } from "./tab-drag.js";

/** What a tab shows. */
export interface TabButtonProps {
  readonly tab: Tab;
  readonly isInFront: boolean;
}

/** A tab with its label, its signs and the cross that closes it. */
export function TabButton({ tab, isInFront }: TabButtonProps) {
  const { layout, files, store } = useApp();
  const isFile = tab.kind === "file";
  const classes = [
    "tab",
    tab.kind,
    isInFront && "front",
    isFile && tab.isPreview && "preview",
    isFile && tab.isDeleted && "deleted",
  ];
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
        { label: isFile ? "Close" : "Reject and close", keys: "Ctrl-Alt-w", run: () => void files.close(tab) },
        ...pin,
        { label: "Move to other side", keys: "Ctrl-Alt-\\", run: () => void files.moveToOtherSide(tab) },
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
      title={isFile ? tab.path : `Review of ${tab.path}`}
      draggable
      data-testid="tab"
      data-path={tab.path}
      data-review={isFile ? undefined : tab.review.id}
      data-tab-name={isFile ? tab.label : tab.review.tabName}
      data-tab={tab.id}
      data-dirty={isFile ? tab.isDirty : undefined}
      onClick={() => layout.bring(tab.id, true)}
      onDblClick={() => {
        if (isFile && tab.isPreview) void files.keep(tab, false);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        layout.bring(tab.id, true);
      }}
      onMouseDown={(event) => {
        // Otherwise the middle button starts to scroll.
        if (event.button === 1) event.preventDefault();
      }}
      onMouseUp={(event) => {
        // Otherwise it pastes into whichever editor has the keyboard, where the system pastes by the middle button.
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
      {!isFile && <Icon name="review" />}
      {isFile && tab.isPinned && <Icon name="pin" />}
      <span class="tab-label">{tab.label}</span>
      {isFile && tab.withheld !== undefined && <Icon name="lock" />}
      {isFile && tab.isChangedOnDisk && <Icon name="warning" />}
      <button
        type="button"
        class={`tab-close${isFile && tab.isDirty ? " dirty" : ""}`}
        tabIndex={-1}
        aria-label={isFile ? `Close ${tab.label}` : `Reject and close ${tab.label}`}
        data-testid="tab-close"
        onClick={(event) => {
          event.stopPropagation();
          void files.close(tab);
        }}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}

/** What the signs on a tab mean, for those who do not see them. */
function describe(tab: Tab): string {
  if (tab.kind === "review") return `${tab.label}, review`;
  const facts = [
    tab.isPinned && "pinned",
    tab.isPreview && "preview",
    tab.isDirty && "unsaved",
    tab.isChangedOnDisk && conflictTexts.tabChanged,
    tab.isDeleted && conflictTexts.tabDeleted,
    tab.withheld !== undefined && "not seen by Claude",
  ];
  return [tab.label, ...facts.filter(Boolean)].join(", ");
}
