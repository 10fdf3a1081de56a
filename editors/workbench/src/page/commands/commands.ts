/** The one table of what can be done: the palette, the keys and the help all read it. */
import type { AppParts } from "../app-parts.js";
import { languageCommands } from "../language/language-commands.js";
import { notebookCommands } from "../notebook/notebook-commands.js";
import type { Command } from "./command.js";
import { editorCommands } from "./editor-commands.js";
import { reviewCommands } from "./review-commands.js";
import { tabCommands } from "./tab-commands.js";
import { viewCommands } from "./view-commands.js";

/** The table, in the order of the palette. */
export function createCommands(app: AppParts): readonly Command[] {
  return [
    ...fileCommands(app),
    ...editorCommands(app),
    ...languageCommands(app),
    ...notebookCommands(app),
    ...reviewCommands(app),
    ...claudeCommands(app),
    ...tabCommands(app),
    ...viewCommands(app),
  ];
}

function fileCommands({ store, files, layout }: AppParts): Command[] {
  const group = "Files";
  return [
    {
      id: "file.open",
      title: "Go to file…",
      group,
      keys: ["Mod-p"],
      run: () => {
        store.dialog.value = { kind: "quick-open", text: "" };
      },
    },
    {
      id: "file.save",
      title: "Save",
      group,
      keys: ["Mod-s"],
      // Always, because the browser would offer to save the page.
      run: () => {
        if (layout.active?.kind === "file") void files.save(layout.active.path);
      },
    },
    { id: "file.save-all", title: "Save all", group, keys: ["Mod-Alt-s"], run: () => void files.saveAll() },
    {
      id: "file.new",
      title: "New file…",
      group,
      keys: ["Mod-Alt-n"],
      isEnabled: () => (store.model.peek()?.folders.length ?? 0) > 0,
      run: () => {
        const folder = store.model.peek()?.folders[0];
        if (folder) store.dialog.value = { kind: "new-file", folder: folder.path };
      },
    },
    {
      id: "folder.add",
      title: "Add folder to workspace…",
      group,
      run: () => {
        store.dialog.value = { kind: "add-folder" };
      },
    },
  ];
}

function claudeCommands({ store, sharing }: AppParts): Command[] {
  const group = "Claude";
  return [
    {
      id: "claude.copy-command",
      title: "Copy the command that starts Claude Code",
      group,
      run: () => {
        const command = store.model.peek()?.command;
        if (command) void sharing.copy(command, "the command");
      },
    },
    {
      id: "sharing.toggle",
      title: "Pause or resume sharing with Claude",
      group,
      keys: ["Alt-Shift-s"],
      run: () => void sharing.setPaused(!store.model.peek()?.isPaused),
    },
    {
      id: "endpoint.restart",
      title: "Restart the connection to Claude",
      group,
      run: () => void sharing.restartEndpoint(),
    },
    {
      id: "code.ask-again",
      title: "Ask again before code runs",
      group,
      isEnabled: () => store.model.peek()?.isCodeAllowed ?? false,
      run: () => void sharing.askBeforeCode(),
    },
    {
      id: "privacy.show",
      title: "What Claude does not see…",
      group,
      keys: ["Alt-Shift-h"],
      run: () => {
        store.dialog.value = { kind: "privacy" };
      },
    },
  ];
}
