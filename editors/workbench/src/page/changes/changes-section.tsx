/** The list of changes in the sidebar: turns with their files, and what was undone. Only visible rows are rendered. */
import { scrollToRow, visibleRows } from "@tandem-ide/page-server/page";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useApp } from "../app-parts.js";
import { Button } from "../ui/button.js";
import { CommandButton } from "../ui/command-button.js";
import { Icon } from "../ui/icons.js";
import { handleChangeKey } from "./change-list-keys.js";
import { ChangeRowView, rowHeight } from "./change-row-view.js";

/** Empty while there is nothing to show. */
export function ChangesSection() {
  const { changeList, preferences } = useApp();
  const { turns, undone, problems } = changeList.listed.value;
  const count = changeList.fileCount.value;
  if (turns.length + undone.length + problems.length === 0) return null;
  return (
    <section class="changes" aria-label="Changes" data-testid="changes">
      <div class="section-header">
        <h2>
          Changes{" "}
          {count > 0 && (
            <span class="badge" data-testid="changes-count">
              {count}
            </span>
          )}
        </h2>
        {count > 0 && <CommandButton command="changes.start-over" icon="flag" testId="changes-start-over" />}
      </div>
      {turns.length > 0 && !preferences.knowsChanges.value && (
        <p class="changes-note" data-testid="changes-notice">
          Files that change outside your editors while an agent is connected are listed here. You can keep or undo them.
          <Button
            onClick={() => {
              preferences.knowsChanges.value = true;
            }}
          >
            Got it
          </Button>
        </p>
      )}
      {problems.map(({ folder, message }) => (
        <p key={folder} class="changes-note warning" title={folder} data-testid="changes-problem">
          <Icon name="warning" /> {message}
        </p>
      ))}
      {turns.length + undone.length > 0 && <Rows />}
    </section>
  );
}

function Rows() {
  const app = useApp();
  const { changeList, layout } = app;
  const list = useRef<HTMLDivElement>(null);
  const [viewport, setViewport] = useState({ top: 0, height: 400 });
  const rows = changeList.rows.value;
  const selected = changeList.selected.value;
  const revealed = changeList.revealed.value;

  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const measure = () => setViewport({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", measure);
      // The last change was decided in the list.
      if (element.contains(document.activeElement)) requestAnimationFrame(() => layout.focusActive());
    };
  }, [layout]);

  useLayoutEffect(() => {
    const at = rows.findIndex((row) => row.key === revealed);
    if (!list.current || at < 0) return;
    list.current.scrollTop = scrollToRow(at, list.current.scrollTop, list.current.clientHeight, rowHeight);
    changeList.revealed.value = undefined;
  }, [revealed, rows, changeList]);

  const { first, end } = visibleRows(viewport.top, viewport.height, rowHeight, rows.length);
  const selectedIndex = rows.findIndex((row) => row.key === selected);
  const isShown = selectedIndex >= first && selectedIndex < end;
  return (
    <div
      ref={list}
      class="change-rows"
      role="tree"
      tabIndex={0}
      aria-label="Changes"
      aria-activedescendant={isShown ? `change-row-${selectedIndex}` : undefined}
      data-testid="change-rows"
      onKeyDown={(event) => handleChangeKey(event, app)}
      onContextMenu={(event) => event.preventDefault()}
    >
      <div class="tree-space" style={{ height: `${rows.length * rowHeight}px` }} role="presentation">
        {rows.slice(first, end).map((row, index) => (
          <ChangeRowView key={row.key} row={row} index={first + index} isSelected={row.key === selected} />
        ))}
      </div>
    </div>
  );
}
