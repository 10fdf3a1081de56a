/** Changes on disk: the recorder and its views, in a separate bundle that is loaded after activation. */
import type { LogSink } from "@tandem-ide/base";
import { ChangeRecorder, type ChangeRecorderOptions } from "@tandem-ide/changes";
import type { ChangeObserver } from "@tandem-ide/server";
import * as vscode from "vscode";
import type { ClosingTabs } from "../editor/closing-tabs.js";
import { showInformation, showWarning } from "../messages.js";
import type { ChangeCommand } from "./change-command-names.js";
import { ChangeCommands } from "./change-commands.js";
import { ChangeDiffs, followShownDiff } from "./change-diffs.js";
import type { ReadText } from "./change-files.js";
import { ChangeListView } from "./change-list.js";
import { ChangeNotices } from "./change-notices.js";
import { ChangeTexts } from "./change-texts.js";
import type { ChangeText } from "./change-uri.js";
import { EditorPaths } from "./editor-paths.js";

export interface ShownChangesOptions {
  readonly closing: ClosingTabs;
  readonly folders: () => readonly string[];
  readonly memory: vscode.Memento;
  readonly log: LogSink;
  /** Called when these texts may have changed. */
  readonly textsChanged: (uris: readonly vscode.Uri[]) => void;
}

const megabyte = 1024 * 1024;

/** Reads the user's settings. */
function recorderOptions(): ChangeRecorderOptions {
  const settings = vscode.workspace.getConfiguration("tandem.changes");
  const positive = (name: string, fallback: number) => Math.max(1, settings.get(name, fallback));
  return {
    includeIgnored: settings.get<readonly string[]>("includeIgnored", []),
    maxFiles: positive("maxFiles", 200_000),
    maxBytes: positive("maxMegabytes", 500) * megabyte,
    maxAgeDays: positive("maxDays", 14),
  };
}

async function tellRecording(): Promise<void> {
  const { t } = vscode.l10n;
  const settings = t("Settings");
  const message = t(
    "Tandem now records what changes on disk in this folder while agents are connected. You can review, keep and undo it in Source Control.",
  );
  if ((await showInformation(message, settings)) === settings)
    await vscode.commands.executeCommand("workbench.action.openSettings", "tandem.changes");
}

/** The recorder of this window, with what the window shows of it. */
export class ShownChanges {
  readonly #recorder: ChangeRecorder;
  readonly #texts: ChangeTexts;
  readonly #commands: ChangeCommands;
  readonly #views: vscode.Disposable;
  /** What the hub reports to. */
  readonly observer: ChangeObserver;

  constructor({ closing, folders, memory, log, textsChanged }: ShownChangesOptions) {
    const recorder = new ChangeRecorder({ log, ...recorderOptions() });
    const paths = new EditorPaths(folders);
    const changes = paths.convert(recorder);
    const list = new ChangeListView(changes);
    const notices = new ChangeNotices({
      changes,
      memory,
      tellRecording: () => void tellRecording(),
      tellProblem: (message) => void showWarning(message),
    });
    this.#recorder = recorder;
    this.#texts = new ChangeTexts({
      changes,
      before: (path, turn) => recorder.bytesBefore(paths.toReal(path), turn),
      changed: textsChanged,
    });
    this.#commands = new ChangeCommands(changes, list, new ChangeDiffs(changes, closing));
    this.#views = vscode.Disposable.from(
      list,
      notices,
      this.#texts,
      followShownDiff(),
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) void recorder.refresh();
      }),
    );
    let isConnected = false;
    const tell = () => {
      if (isConnected) void notices.recording(folders(), () => recorder.idle());
    };
    this.observer = {
      attach(workspace) {
        recorder.attach({
          get folders() {
            return workspace.folders;
          },
          isHidden: (path) => workspace.isHidden(path),
          hiddenIn: (directory, entries) => workspace.hiddenIn(directory, entries),
          isUnsaved: (path) => workspace.isUnsaved(paths.toEditor(path)),
        });
      },
      clientsChanged(clients) {
        recorder.clientsChanged(clients);
        isConnected = clients.length > 0;
        tell();
      },
      foldersChanged() {
        recorder.foldersChanged();
        tell();
      },
      promptSent: (client) => recorder.promptSent(client),
      accepted: (path, content) => recorder.accepted(path, content),
      saved: (path) => recorder.saved(path),
    };
  }

  read(text: ChangeText): Promise<ReadText> {
    return this.#texts.read(text);
  }

  run(command: ChangeCommand, args: readonly unknown[]): unknown {
    return this.#commands.run(command, args);
  }

  async close(): Promise<void> {
    this.#views.dispose();
    await this.#recorder.close();
  }
}
