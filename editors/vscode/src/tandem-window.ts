/** Everything in one window of VS Code: creates the parts, connects them, and closes them in order. */
import { basename, join } from "node:path";
import { systemClock } from "@tandem-ide/base";
import { isAlive } from "@tandem-ide/base/node";
import type { EditorEvents } from "@tandem-ide/server";
import * as vscode from "vscode";
import { WindowChanges } from "./changes/window-changes.js";
import { CodeRunner } from "./code/code-runner.js";
import { ClosingTabs } from "./editor/closing-tabs.js";
import { createVscodeEditor, folderPaths } from "./editor/vscode-editor.js";
import { editorPid, processName } from "./endpoint/editor-process.js";
import { WindowEndpoint } from "./endpoint/endpoint.js";
import { setTerminalEnvironment } from "./endpoint/terminal-environment.js";
import { warnAboutConflicts } from "./interface/editor-conflicts.js";
import { registerMentionCommands } from "./interface/mention.js";
import { StatusBar } from "./interface/status-bar.js";
import { registerWindowCommands } from "./interface/window-commands.js";
import { logSink } from "./log-sink.js";
import { WindowReviews } from "./reviews/window-reviews.js";
import { hiddenFilesChanged, readSettings, servingOptions, startSettings } from "./settings.js";

const pausedKey = "isPaused";
/** Check for other editors after this time, because they may start at the same time. */
const conflictsAfterMs = 5_000;

/** Returns the workspace file and the folders, to recognise the workspace after a reload. */
function workspaceNames(): readonly string[] {
  const file = vscode.workspace.workspaceFile;
  return [...(file?.scheme === "file" ? [file.fsPath] : []), ...folderPaths()];
}

/** Returns where drafts are offered again. All windows without a folder share theirs. */
function draftFolders(): readonly string[] {
  const names = workspaceNames();
  return names.length > 0 ? names : ["vscode:no-folder"];
}

/** VS Code creates an untitled workspace when a second folder is added to a window. */
function isUntitledWorkspace(): boolean {
  const file = vscode.workspace.workspaceFile;
  return (
    file !== undefined && (file.scheme === "untitled" || /^Untitled-\d+\.code-workspace$/.test(basename(file.path)))
  );
}

/** Sets a value for conditions in package.json. */
function setContext(name: string, value: boolean): void {
  void vscode.commands.executeCommand("setContext", `tandem.${name}`, value);
}

export class TandemWindow {
  readonly #context: vscode.ExtensionContext;
  readonly #log = vscode.window.createOutputChannel("Tandem", { log: true });
  readonly #reviews: WindowReviews;
  readonly #code: CodeRunner;
  readonly #changes: WindowChanges;
  readonly #endpoint: WindowEndpoint;
  readonly #statusBar = new StatusBar();
  readonly #pid = editorPid({
    env: process.env,
    parent: process.ppid,
    isDesktop: vscode.env.remoteName === undefined && vscode.env.uiKind === vscode.UIKind.Desktop,
  });
  #events: EditorEvents | undefined;
  #conflictsTimer: NodeJS.Timeout | undefined;
  readonly #activationMs: number;

  constructor(context: vscode.ExtensionContext, workMs: () => number) {
    this.#context = context;
    const sink = logSink(this.#log);
    const closing = new ClosingTabs(systemClock);
    this.#reviews = new WindowReviews({
      loadPart: () => import("./reviews/reviews-part.js"),
      showOptions: () => {
        const { reviewPlacement, reviewTakesFocus } = readSettings();
        const { Active, Beside } = vscode.ViewColumn;
        return { takeFocus: reviewTakesFocus, viewColumn: reviewPlacement === "beside" ? Beside : Active };
      },
      opensNext: () => readSettings().opensNextReview,
      closing,
      clock: systemClock,
      draftFolders,
      changed: () => this.#update(),
      log: (message) => this.#log.warn(message),
    });
    this.#code = new CodeRunner({
      folders: folderPaths,
      loadPart: () => import("./code/code-part.js"),
      questions: () => this.#endpoint.current?.code,
      log: sink,
    });
    this.#changes = new WindowChanges({
      loadPart: () => import("./changes/changes-part.js"),
      closing,
      isEnabled: () => readSettings().recordsChanges,
      folders: folderPaths,
      memory: context.workspaceState,
      log: sink,
      failed: (message) => this.#log.warn(message),
    });
    const editor = createVscodeEditor({
      pid: this.#pid,
      reviews: this.#reviews,
      code: this.#code,
      listening: (events) => {
        this.#events = events;
      },
    });
    this.#endpoint = new WindowEndpoint({
      editor,
      loadPart: () => import("./endpoint/endpoint-part.js"),
      book: {
        folder: join(context.globalStorageUri.fsPath, "addresses"),
        editor: processName(this.#pid),
        server: process.pid,
        isAlive,
        now: () => Date.now(),
      },
      workspace: workspaceNames,
      isUntitledWorkspace,
      endpointOptions: () => ({
        ...servingOptions(),
        hiddenFiles: readSettings().hiddenFiles,
        paused: context.workspaceState.get(pausedKey, false),
        drafts: this.#reviews.draftStore,
        changes: this.#changes.observer,
        log: sink,
        // The output channel filters by the level that the user has set.
        logLevel: "debug",
      }),
      servingOptions,
      // Any command that the window must answer.
      askWindow: async () => await vscode.commands.executeCommand("setContext", "tandem.isAsked", true),
      abandoned: async () => void (await Promise.all([this.#reviews.leaveDrafts(), this.#changes.stop()])),
      opened: (endpoint) => this.#reviews.follow(endpoint),
      changed: () => this.#update(),
      log: (message) => this.#log.error(message),
    });
    context.subscriptions.push(
      this.#log,
      this.#statusBar,
      this.#reviews,
      this.#changes,
      editor,
      registerMentionCommands(() => this.#events),
      registerWindowCommands({
        endpoint: this.#endpoint,
        log: this.#log,
        setPaused: (isPaused) => this.#setPaused(isPaused),
        askBeforeCode: () => this.#code.askAgain(),
        findConflicts: () => this.#findConflicts(),
        facts: () => ({
          extension: String(context.extension.packageJSON.version),
          pid: this.#pid,
          folders: folderPaths(),
          reviews: this.#reviews.pending,
          activationMs: this.#activationMs,
        }),
      }),
      vscode.workspace.onDidChangeWorkspaceFolders(() => void this.#endpoint.foldersChanged()),
      vscode.workspace.onDidChangeConfiguration((event) => this.#settingsChanged(event)),
    );
    this.#update();
    this.#activationMs = workMs();
    this.#log.info(`Activated in ${this.#activationMs.toFixed(1)} ms`);
  }

  async start(): Promise<void> {
    // Let the extension host continue first.
    await new Promise(setImmediate);
    const reviews = await this.#reviews.load();
    await this.#endpoint.start();
    await Promise.all([reviews.endLost(), this.#code.closeLost()]);
    this.#conflictsTimer = setTimeout(() => void this.#findConflicts(), conflictsAfterMs);
  }

  /** Saves drafts first, then disconnects clients, then closes the rest. */
  async close(): Promise<void> {
    clearTimeout(this.#conflictsTimer);
    await this.#reviews.close();
    await this.#endpoint.close();
    await this.#changes.close();
    await this.#code[Symbol.asyncDispose]();
  }

  #update(): void {
    this.#rememberPause();
    setContext("isPaused", this.#endpoint.status.isPaused);
    setContext("hasReviews", this.#reviews.pending > 0);
    this.#statusBar.update(this.#endpoint.status, this.#reviews.pending, this.#reviews.position);
    setTerminalEnvironment(this.#context.environmentVariableCollection, this.#endpoint.current);
  }

  #setPaused(isPaused: boolean): void {
    void this.#context.workspaceState.update(pausedKey, isPaused);
    this.#endpoint.current?.setPaused(isPaused);
  }

  /** Saves the pause state from the address book, in case the window was reloaded before VS Code saved its own. */
  #rememberPause(): void {
    const { state, isPaused } = this.#endpoint.status;
    const { workspaceState } = this.#context;
    if (state.kind === "serving" && workspaceState.get(pausedKey, false) !== isPaused)
      void workspaceState.update(pausedKey, isPaused);
  }

  #settingsChanged(event: vscode.ConfigurationChangeEvent): void {
    if (hiddenFilesChanged(event)) this.#endpoint.current?.setHiddenRules(readSettings().hiddenFiles);
    if (event.affectsConfiguration("tandem.changes")) this.#changes.restart();
    if (startSettings.some((name) => event.affectsConfiguration(name))) void this.#endpoint.restart();
  }

  async #findConflicts(): Promise<void> {
    const { current } = this.#endpoint;
    const [folder] = folderPaths();
    if (!current || folder === undefined) return;
    await warnAboutConflicts(current, folder, this.#pid, this.#context.workspaceState).catch((error) =>
      this.#log.warn(`Couldn't check for other editors: ${error}`),
    );
  }
}
