/** Obsidian as an `Editor`. */
import type { Editor, EditorEvents } from "@tandem-ide/server";
import type { App } from "obsidian";
import type { Diagnostics } from "../diagnostics/diagnostics.js";
import type { PrivateTags } from "../privacy/private-tags.js";
import type { Reviews } from "../reviews/reviews.js";
import type { VaultPaths } from "../vault/vault-paths.js";
import { closeTab, documentState, saveDocument } from "./documents.js";
import { openEditors } from "./open-editors.js";
import { openFile } from "./open-file.js";
import { currentSelection } from "./selection.js";

export interface ObsidianEditorParts {
  readonly app: App;
  readonly paths: VaultPaths;
  readonly reviews: Reviews;
  readonly diagnostics: Diagnostics;
  readonly tags: PrivateTags;
  /** Called with the endpoint's events when it subscribes, and with undefined when it unsubscribes. */
  readonly listening: (events: EditorEvents | undefined) => void;
}

/** Creates the editor. A vault has no kernel, so `runCode` is missing and `executeCode` isn't offered. */
export function createObsidianEditor(parts: ObsidianEditorParts): Editor {
  const { app, paths, reviews, diagnostics, tags, listening } = parts;
  return {
    name: "Obsidian",
    // This is the window's process, the parent of terminals inside Obsidian.
    pid: process.pid,
    workspaceType: "obsidian-vault",
    workspaceFolders: [paths.folder],
    subscribe(events) {
      listening(events);
      return () => listening(undefined);
    },
    isHidden: (path) => tags.isHidden(path),
    currentSelection: () => currentSelection(app, paths),
    openEditors: () => openEditors(app, paths),
    documentState: (path) => documentState(app, paths, path),
    saveDocument: (path) => saveDocument(app, paths, path),
    closeTab: (label) => closeTab(app, label),
    openFile: (request, signal) => openFile(app, paths, request, signal),
    reviewDiff: (review) => reviews.review(review),
    diagnostics: (path, signal) => diagnostics.find(path, signal),
  };
}
