/** The tabs of an editor group. */
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Group } from "../../messages.js";
import { useApp } from "../app-parts.js";
import { CommandButton } from "./command-button.js";
import { TabButton } from "./tab-button.js";
import { allowDrop, dropTab, indexAt } from "./tab-drag.js";

export function TabBar({ group }: { readonly group: Group }) {
  const app = useApp();
  const { store, layout, files } = app;
  const list = useRef<HTMLDivElement>(null);
  const tabs = store.model.value?.tabs.filter((tab) => tab.group === group) ?? [];
  const front = store.view.value.front[group];
  const hasFile = tabs.some((tab) => tab.id === front && tab.kind === "file");

  useLayoutEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [front, tabs.length]);

  if (tabs.length === 0) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.id === front);
    const targets: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 };
    const target = targets[event.key];
    const next = target === undefined ? undefined : tabs.at(target % tabs.length);
    if (next) {
      layout.bring(next.id, false);
      requestAnimationFrame(() => document.getElementById(`tab-${next.id}`)?.focus());
    } else if (event.key === "Delete" && tabs[at]) void files.close(tabs[at]);
    else return;
    event.preventDefault();
  };
  return (
    <div class="tab-bar">
      <div
        ref={list}
        class="tabs"
        role="tablist"
        tabIndex={-1}
        aria-label={group === 0 ? "Tabs in the left group" : "Tabs in the right group"}
        onKeyDown={onKeyDown}
        onDragOver={allowDrop}
        onDrop={(event) => dropTab(app, event, group, (id) => indexAt(event, list.current, id))}
      >
        {tabs.map((tab) => (
          <TabButton key={tab.id} tab={tab} isInFront={tab.id === front} />
        ))}
      </div>
      <div class="tab-tools">
        {hasFile && <CommandButton command="mention" icon="mention" testId={`mention-${group}`} />}
        {hasFile && <CommandButton command="split" icon="split" />}
      </div>
    </div>
  );
}
