/**
 * Tells a window that is being closed from a pane that is: Obsidian closes the panes of a popped-out window one by one, as
 * if the user had closed each. Closing a window decides nothing.
 */
import type { App, Component } from "obsidian";

export class ClosingWindows {
  readonly #closing = new WeakSet<Window>();

  /** Follows the popped-out windows for as long as the component is loaded. */
  follow({ workspace }: App, component: Component): void {
    const follow = (popout: Window) =>
      // Before Obsidian's own listener, which closes the panes.
      component.registerDomEvent(popout, "beforeunload", () => void this.#closing.add(popout), { capture: true });
    component.registerEvent(workspace.on("window-open", (_container, popout) => follow(popout)));
    workspace.onLayoutReady(() => {
      const open = new Set<Window>();
      workspace.iterateAllLeaves(({ view }) => {
        const owner = view.containerEl.ownerDocument.defaultView;
        if (owner && owner.document !== document) open.add(owner);
      });
      for (const popout of open) follow(popout);
    });
  }

  /** Whether what shows this element goes with its window. */
  has({ ownerDocument }: HTMLElement): boolean {
    const owner = ownerDocument.defaultView;
    return ownerDocument !== document && (owner === null || this.#closing.has(owner));
  }
}
