/**
 * Distinguishes closing a pop-out window from closing a pane: Obsidian closes the window's panes one by one, as if the user
 * had closed each. Closing a window decides nothing.
 */
import type { App, Component } from "obsidian";

export class ClosingWindows {
  readonly #closing = new WeakSet<Window>();

  /** Follows pop-out windows while the component is loaded. */
  follow({ workspace }: App, component: Component): void {
    const follow = (popout: Window) =>
      // Uses the capture phase, to run before Obsidian's listener closes the panes.
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

  has({ ownerDocument }: HTMLElement): boolean {
    const owner = ownerDocument.defaultView;
    return ownerDocument !== document && (owner === null || this.#closing.has(owner));
  }
}
