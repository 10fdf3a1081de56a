/** The file tree. Only visible rows are rendered. */
import { scrollToRow, visibleRows } from "@tandem-ide/page-server/page";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useApp } from "../app-parts.js";
import { Icon } from "../ui/icons.js";
import { handleTreeKey, type TypeAheadState } from "./tree-keys.js";
import { openTreeMenu } from "./tree-menu.js";
import type { TreeRow } from "./tree-rows.js";

/** Keep in sync with tree.css. */
const rowHeight = 24;

export function TreeView() {
  const app = useApp();
  const { tree } = app;
  const list = useRef<HTMLDivElement>(null);
  const typed = useRef<TypeAheadState>({ text: "", at: 0 });
  const [viewport, setViewport] = useState({ top: 0, height: 600 });
  const rows = tree.rows.value;
  const selected = tree.selected.value;
  const revealed = tree.revealed.value;

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
    };
  }, []);

  useLayoutEffect(() => {
    const at = rows.findIndex((row) => row.path === revealed);
    if (!list.current || at < 0) return;
    list.current.scrollTop = scrollToRow(at, list.current.scrollTop, list.current.clientHeight, rowHeight);
    tree.revealed.value = undefined;
  }, [revealed, rows, tree]);

  const { first, end } = visibleRows(viewport.top, viewport.height, rowHeight, rows.length);
  const selectedIndex = rows.findIndex((row) => row.path === selected);
  return (
    <div
      ref={list}
      class="tree"
      role="tree"
      tabIndex={0}
      aria-label="Files"
      aria-activedescendant={selectedIndex >= first && selectedIndex < end ? `tree-row-${selectedIndex}` : undefined}
      data-testid="tree"
      onKeyDown={(event) => handleTreeKey(event, app, typed.current)}
      onContextMenu={(event) => event.preventDefault()}
    >
      <div class="tree-space" style={{ height: `${rows.length * rowHeight}px` }} role="presentation">
        {rows.slice(first, end).map((row, index) => (
          <Row key={row.path} row={row} index={first + index} isSelected={row.path === selected} />
        ))}
      </div>
    </div>
  );
}

interface RowProps {
  readonly row: TreeRow;
  readonly index: number;
  readonly isSelected: boolean;
}

function Row({ row, index, isSelected }: RowProps) {
  const app = useApp();
  const { tree, files, store } = app;
  const isActive = store.model.value?.tabs.some(
    ({ id, path }) => path === row.path && store.view.value.front.includes(id),
  );
  const onClick = () => {
    tree.selected.value = row.path;
    if (row.isFolder) tree.toggle(row.path);
    else void files.open(row.path, { preview: true, focus: false });
  };
  const onDblClick = () => {
    if (!row.isFolder) void files.open(row.path, { preview: false, focus: true });
  };
  const label = row.hidden === undefined ? row.name : `${row.name}, hidden from Claude: ${row.hidden}`;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keyboard for all rows.
    // biome-ignore lint/a11y/useFocusableInteractive: the tree points to the row with aria-activedescendant.
    <div
      id={`tree-row-${index}`}
      class={`tree-row${isSelected ? " selected" : ""}${isActive ? " active" : ""}${row.hidden === undefined ? "" : " hidden"}`}
      role="treeitem"
      aria-label={label}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-selected={isSelected}
      aria-expanded={row.isFolder ? row.isExpanded : undefined}
      data-testid="tree-row"
      data-path={row.path}
      title={row.hidden === undefined ? row.path : `${row.path}\nHidden from Claude: ${row.hidden}`}
      style={{ top: `${index * rowHeight}px`, paddingLeft: `${6 + (row.level - 1) * 12}px` }}
      onClick={onClick}
      onDblClick={onDblClick}
      onContextMenu={(event) => {
        event.preventDefault();
        openTreeMenu(app, row, event.clientX, event.clientY);
      }}
    >
      <span class={`tree-chevron${row.isExpanded ? " open" : ""}`}>{row.isFolder && <Icon name="chevron" />}</span>
      <span class="row-name">{row.name}</span>
      {row.isLink && <Icon name="link" />}
      {row.hidden !== undefined && <Icon name="lock" />}
    </div>
  );
}
