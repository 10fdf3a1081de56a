/** Whether the files are shown: beside the text as the user likes it, over it in a narrow window while they are wanted. */
import type { Signal } from "@preact/signals";

/** What decides about it. */
export interface SidebarSignals {
  readonly isNarrow: Signal<boolean>;
  readonly isDrawerOpen: Signal<boolean>;
  readonly isSidebarOpen: Signal<boolean>;
}

/** The signal that says it for the window as it is now. Reading it in a component follows both. */
export function sidebarSignal({ isNarrow, isDrawerOpen, isSidebarOpen }: SidebarSignals): Signal<boolean> {
  return isNarrow.value ? isDrawerOpen : isSidebarOpen;
}
