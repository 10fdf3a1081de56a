/** An editor group: its tabs, banners, and the pane of its active tab. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Group } from "../../messages.js";
import { useApp } from "../app-parts.js";
import { ChangeToolbar } from "../changes/change-toolbar.js";
import { LanguageBanner } from "../language/language-banner.js";
import { ConflictBanner } from "./conflict-banner.js";
import { HiddenBanner } from "./hidden-banner.js";
import { ReviewToolbar } from "./review-toolbar.js";
import { TabBar } from "./tab-bar.js";
import { allowDrop, dropTab, groupAt } from "./tab-drag.js";

interface GroupViewProps {
  readonly group: Group;
  /** As a fraction of the width, from 0 to 1. */
  readonly share: number;
  readonly children?: ComponentChildren;
}

export function GroupView({ group, share, children }: GroupViewProps) {
  const app = useApp();
  const { store, panes, layout } = app;
  const host = useRef<HTMLDivElement>(null);
  const id = store.view.value.front[group];
  const tab = store.model.value?.tabs.find((each) => each.id === id);
  const isActive = store.view.value.group === group;

  useLayoutEffect(() => {
    if (host.current) panes.mount(host.current, tab);
    // Only the id: other properties of the tab change with every keystroke.
  }, [tab?.id, panes]);

  return (
    <section
      class={`group${isActive ? " active" : ""}`}
      style={{ flexGrow: share }}
      data-testid={`group-${group}`}
      aria-label={group === 0 ? "Left editor group" : "Right editor group"}
      onFocusCapture={() => layout.activate(group)}
      onPointerDownCapture={() => layout.activate(group)}
    >
      <TabBar group={group} />
      {tab?.kind === "review" && <ReviewToolbar tab={tab} />}
      {tab?.kind === "change" && <ChangeToolbar tab={tab} />}
      {tab?.kind === "file" && (
        <>
          <ConflictBanner tab={tab} />
          <HiddenBanner tab={tab} />
          <LanguageBanner tab={tab} />
        </>
      )}
      <div
        ref={host}
        class="pane-host"
        role="tabpanel"
        id={`panel-${group}`}
        aria-labelledby={tab && `tab-${tab.id}`}
        onDragOver={allowDrop}
        onDrop={(event) => {
          const isSplit = app.layout.tabs.some((each) => each.group === 1);
          dropTab(app, event, groupAt(event, event.currentTarget, group, isSplit), () => Number.MAX_SAFE_INTEGER);
        }}
      />
      {children}
    </section>
  );
}
