/** Pending reviews, changes and the file tree. */
import { useApp } from "../app-parts.js";
import { ChangesSection } from "../changes/changes-section.js";
import { TreeView } from "../tree/tree-view.js";
import { CommandButton } from "./command-button.js";
import { ReviewList } from "./review-list.js";

export function Sidebar({ width }: { readonly width: number }) {
  const { store, layout } = useApp();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented || !store.isNarrow.peek()) return;
    store.isDrawerOpen.value = false;
    layout.focusActive();
  };
  return (
    <aside
      class="sidebar"
      style={{ width: `${width}px` }}
      aria-label="Reviews, changes and files"
      onKeyDown={onKeyDown}
    >
      <ReviewList />
      <ChangesSection />
      <div class="section-header">
        <h2>Files</h2>
        {store.model.value && <CommandButton command="file.new" icon="new-file" />}
      </div>
      <TreeView />
    </aside>
  );
}
