/** Pending reviews, changes and the file tree. */
import type { ComponentChildren } from "preact";
import { useApp } from "../app-parts.js";
import { ChangesSection } from "../changes/changes-section.js";
import { TreeView } from "../tree/tree-view.js";
import { CommandButton } from "./command-button.js";
import { ReviewList } from "./review-list.js";

interface SidebarProps {
  readonly width: number;
  /** The line that resizes it. */
  readonly children: ComponentChildren;
}

export function Sidebar({ width, children }: SidebarProps) {
  const { store, layout } = useApp();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented || !store.isNarrow.peek()) return;
    store.isDrawerOpen.value = false;
    layout.focusActive();
  };
  return (
    <aside class="side" aria-label="Reviews, changes and files" onKeyDown={onKeyDown}>
      <div class="sidebar" style={{ width: `${width}px` }}>
        <ReviewList />
        <ChangesSection />
        <div class="section-header">
          <h2>Files</h2>
          {store.model.value && <CommandButton command="file.new" icon="new-file" />}
        </div>
        <TreeView />
      </div>
      {children}
    </aside>
  );
}
