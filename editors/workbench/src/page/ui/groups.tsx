/** The two editor groups. The second one is only shown while it has tabs. */
import { useRef } from "preact/hooks";
import { useApp } from "../app-parts.js";
import { Divider } from "./divider.js";
import { EmptyState } from "./empty-state.js";
import { GroupView } from "./group-view.js";

export function Groups() {
  const { store, preferences } = useApp();
  const main = useRef<HTMLDivElement>(null);
  const tabs = store.model.value?.tabs ?? [];
  const isSplit = tabs.some((tab) => tab.group === 1);
  const ratio = preferences.splitRatio.value;
  const ratioAt = (event: PointerEvent) => {
    const box = main.current?.getBoundingClientRect();
    return box ? (event.clientX - box.left) / box.width : ratio;
  };
  return (
    <div ref={main} class="groups">
      <GroupView group={0} share={isSplit ? ratio : 1}>
        {tabs.length === 0 && <EmptyState />}
      </GroupView>
      {isSplit && (
        <>
          <Divider
            label="Resize editor groups"
            orientation="vertical"
            value={preferences.splitRatio}
            min={0.15}
            max={0.85}
            step={0.05}
            valueAt={ratioAt}
          />
          <GroupView group={1} share={1 - ratio} />
        </>
      )}
    </div>
  );
}
