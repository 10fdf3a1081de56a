/** Obsidian as the endpoint sees it. */
import type { Editor, EditorEvents } from "@tandem/server";
import type { App } from "obsidian";
import type { Diagnostics } from "../diagnostics/diagnostics.js";
import type { PrivateTags } from "../privacy/private-tags.js";
import type { Reviews } from "../reviews/reviews.js";
import type { VaultPaths } from "../vault/vault-paths.js";
import { Documents } from "./documents.js";
import { openEditors } from "./open-editors.js";
import { openFile } from "./open-file.js";
import { currentSelection } from "./selection.js";

export interface ObsidianEditorParts {
  readonly app: App;
  readonly paths: VaultPaths;
  readonly reviews: Reviews;
  readonly diagnostics: Diagnostics;
  readonly tags: PrivateTags;
  /** Called when the endpoint begins to listen, and with undefined when it ends. */
  readonly listening: (events: EditorEvents | undefined) => void;
}

/** There is no kernel in a vault: `runCode` is left out, so `executeCode` is not offered. */
export function createObsidianEditor(parts: ObsidianEditorParts): Editor {
  const { app, paths, reviews, diagnostics, tags, listening } = parts;
  const documents = new Documents(app, paths);
  return {
    name: "Obsidian",
    // Terminals inside Obsidian descend from the window's own process, which this is.
    pid: process.pid,
    workspaceType: "obsidian-vault",
    workspaceFolders: [paths.folder],
    subscribe(events) {
      listening(events);
      return () => listening(undefined);
    },
    isWithheld: (path) => tags.isWithheld(path),
    currentSelection: () => currentSelection(app, paths),
    openEditors: () => openEditors(app, paths),
    documentState: (path) => documents.state(path),
    saveDocument: (path) => documents.save(path),
    closeTab: (label) => documents.closeTab(label),
    openFile: (request, signal) => openFile(app, paths, request, signal),
    reviewDiff: (review) => reviews.review(review),
    diagnostics: (path, patience) => diagnostics.ask(path, patience),
  };
}
