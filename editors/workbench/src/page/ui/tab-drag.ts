/** Dragging tabs within their bar, to the other group, and to a new group. */
import type { Group } from "../../messages.js";
import type { App } from "../app-parts.js";

const dragType = "application/x-tandem-tab";

export function startDrag(event: DragEvent, tab: string): void {
  event.dataTransfer?.setData(dragType, tab);
}

/** Accepts dragged tabs only, so that text can still be dropped into an editor. */
export function allowDrop(event: DragEvent): void {
  if (event.dataTransfer?.types.includes(dragType)) event.preventDefault();
}

export function dropTab(
  { layout, files }: App,
  event: DragEvent,
  group: Group,
  indexFor: (id: string) => number,
): void {
  const tab = layout.tab(event.dataTransfer?.getData(dragType) ?? "");
  if (!tab) return;
  event.preventDefault();
  event.stopPropagation();
  void files.move(tab, group, indexFor(tab.id));
}

/** Returns the pointer's index among the other tabs of a bar. */
export function indexAt(event: DragEvent, bar: HTMLElement | null, dragged: string): number {
  const others = [...(bar?.children ?? [])].filter((element) => element.id !== `tab-${dragged}`);
  const isBefore = (element: Element) => {
    const { left, width } = element.getBoundingClientRect();
    return event.clientX < left + width / 2;
  };
  const at = others.findIndex(isBefore);
  return at < 0 ? others.length : at;
}

/** Returns the group that a drop over an editor targets. Dropping on the right half of a single group splits it. */
export function groupAt(event: DragEvent, host: HTMLElement, group: Group, isSplit: boolean): Group {
  const { left, width } = host.getBoundingClientRect();
  return !isSplit && event.clientX > left + width / 2 ? 1 : group;
}
