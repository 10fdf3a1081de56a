/** All commands. The palette, the keys and the keyboard shortcuts dialog use this table. */
import type { AppParts } from "../app-parts.js";
import { changeCommands } from "../changes/change-commands.js";
import { languageCommands } from "../language/language-commands.js";
import { notebookCommands } from "../notebook/notebook-commands.js";
import { type Command, commandsOf } from "./command.js";
import { editorCommands } from "./editor-commands.js";
import { reviewCommands } from "./review-commands.js";
import { tabCommands } from "./tab-commands.js";
import { viewCommands } from "./view-commands.js";

/** In palette order. */
export function createCommands(app: AppParts): readonly Command[] {
  return [
    ...fileCommands(app),
    ...editorCommands(app),
    ...languageCommands(app),
    ...notebookCommands(app),
    ...reviewCommands(app),
    ...changeCommands(app),
    ...claudeCommands(app),
    ...tabCommands(app),
    ...viewCommands(app),
  ];
}

function fileCommands({ store, files, layout }: AppParts): Command[] {
  const command = commandsOf("Files");
  const firstFolder = () => store.model.peek()?.folders[0];
  const save = () => {
    if (layout.active?.kind === "file") void files.save(layout.active.path);
  };
  const newFile = () => {
    const folder = firstFolder();
    if (folder) store.dialog.value = { kind: "new-file", folder: folder.path };
  };
  return [
    command("file.open", "Go to file…", ["Mod-p"], () => {
      store.dialog.value = { kind: "quick-open", text: "" };
    }),
    // Always enabled. Otherwise the browser would offer to save the page.
    command("file.save", "Save", ["Mod-s"], save),
    command("file.save-all", "Save all", ["Mod-Alt-s"], () => void files.saveAll()),
    command("file.new", "New file…", ["Mod-Alt-n"], newFile, { isEnabled: () => firstFolder() !== undefined }),
    command("folder.add", "Add folder to workspace…", [], () => {
      store.dialog.value = { kind: "add-folder" };
    }),
  ];
}

function claudeCommands({ store, sharing }: AppParts): Command[] {
  const command = commandsOf("Claude");
  const isCodeAllowed = () => store.model.peek()?.isCodeAllowed ?? false;
  const togglePause = () => void sharing.setPaused(!store.model.peek()?.isPaused);
  const askBeforeCode = () => void sharing.askBeforeCode();
  return [
    command("claude.copy-command", "Copy command to start Claude Code", [], () => void sharing.copyCommand()),
    command("mention.choose", "Choose the session for mentions…", [], () => sharing.chooseTarget()),
    command("sharing.toggle", "Pause or resume sharing with Claude", ["Alt-Shift-s"], togglePause),
    command("endpoint.restart", "Restart Claude connection", [], () => void sharing.restartEndpoint()),
    command("code.ask-again", "Ask before running code", [], askBeforeCode, { isEnabled: isCodeAllowed }),
    command("privacy.show", "Hidden files…", ["Alt-Shift-h"], () => {
      store.dialog.value = { kind: "privacy" };
    }),
  ];
}
