/** Whether the sidebar is open. In a narrow window it is a drawer that opens over the text. */
import type { Signal } from "@preact/signals";

interface SidebarSignals {
  readonly isNarrow: Signal<boolean>;
  readonly isDrawerOpen: Signal<boolean>;
  readonly isSidebarOpen: Signal<boolean>;
}

/** Returns the signal for the window's current width. */
export function sidebarSignal({ isNarrow, isDrawerOpen, isSidebarOpen }: SidebarSignals): Signal<boolean> {
  return isNarrow.value ? isDrawerOpen : isSidebarOpen;
}
