/** Tells what is in front whenever that may have changed. What was told already is the endpoint's to know. */
import { type App, type Component, MarkdownView } from "obsidian";
import { frontFile } from "../vault/leaves.js";

/** Events of the workspace and the vault, and, in reading mode, of selections with the mouse, in every window. */
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
  // Windows that had popped out before the plugin was switched on.
  workspace.iterateAllLeaves(({ view }) => documents.add(view.containerEl.ownerDocument));
  for (const each of documents) component.registerDomEvent(each, "selectionchange", read);
  component.registerEvent(
    workspace.on("window-open", ({ doc }) => component.registerDomEvent(doc, "selectionchange", read)),
  );
}
