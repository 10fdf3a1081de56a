/** Dragging tabs within their bar, to the other half, and to a half that is not there yet. */
import type { Group } from "../../messages.js";
import type { App } from "../app-parts.js";

/** What a dragged tab is called among other things that can be dropped. */
const dragType = "application/x-tandem-tab";

/** A tab is picked up. */
export function startDrag(event: DragEvent, tab: string): void {
  event.dataTransfer?.setData(dragType, tab);
}

/** Lets a tab be dropped here; other things, such as text into an editor, go their own way. */
export function allowDrop(event: DragEvent): void {
  if (event.dataTransfer?.types.includes(dragType)) event.preventDefault();
}

/** Puts the dragged tab at that place. */
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

/** The place among the other tabs of a bar that the pointer is at. */
export function indexAt(event: DragEvent, bar: HTMLElement | null, dragged: string): number {
  const others = [...(bar?.children ?? [])].filter((element) => element.id !== `tab-${dragged}`);
  const isBefore = (element: Element) => {
    const { left, width } = element.getBoundingClientRect();
    return event.clientX < left + width / 2;
  };
  const at = others.findIndex(isBefore);
  return at < 0 ? others.length : at;
}

/** Which half a place over a text means: the right side of an undivided one is the half that is not there yet. */
export function groupAt(event: DragEvent, host: HTMLElement, group: Group, isSplit: boolean): Group {
  const { left, width } = host.getBoundingClientRect();
  return !isSplit && event.clientX > left + width / 2 ? 1 : group;
}
