/** Reports possible changes of the active file or selection. The endpoint drops repeated ones. */
import { type App, type Component, MarkdownView } from "obsidian";
import { frontFile } from "../vault/leaves.js";

/** Calls `changed` on workspace and vault events and, in reading mode, on mouse selections in any window. */
export function followSelection(app: App, component: Component, changed: () => void): void {
  const { workspace, vault } = app;
  component.registerEvent(workspace.on("active-leaf-change", changed));
  component.registerEvent(workspace.on("file-open", changed));
  component.registerEvent(workspace.on("layout-change", changed));
  component.registerEvent(vault.on("rename", changed));
  component.registerEvent(vault.on("delete", changed));
  const read = () => {
    const view = frontFile(app)?.view;
    if (view instanceof MarkdownView && view.getMode() === "preview") changed();
  };
  const documents = new Set([document]);
  // Includes pop-out windows that were open before the plugin was enabled.
  workspace.iterateAllLeaves(({ view }) => documents.add(view.containerEl.ownerDocument));
  for (const each of documents) component.registerDomEvent(each, "selectionchange", read);
  component.registerEvent(
    workspace.on("window-open", ({ doc }) => component.registerDomEvent(doc, "selectionchange", read)),
  );
}
