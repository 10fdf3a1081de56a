/** One window of VS Code with everything in it: makes the parts, joins them, and ends them in order. */
import { basename, join } from "node:path";
import { isAlive } from "@tandem/base/node";
import type { EditorEvents } from "@tandem/server";
import { DraftJournal, ReviewDrafts } from "@tandem/workspace/drafts";
import * as vscode from "vscode";
import { CodeRunner } from "./code/code-runner.js";
import { createVscodeEditor, folderPaths } from "./editor/vscode-editor.js";
import { editorPid, processName } from "./endpoint/editor-process.js";
import { WindowEndpoint } from "./endpoint/endpoint.js";
import { setTerminalEnvironment } from "./endpoint/terminal-environment.js";
import { registerMentionCommands } from "./interface/mention.js";
import { noticeOthers } from "./interface/other-editors.js";
import { StatusBar } from "./interface/status-bar.js";
import { registerWindowCommands } from "./interface/window-commands.js";
import { logSink } from "./log-sink.js";
import { endLostReviews } from "./reviews/lost-reviews.js";
import { registerReviewCommands } from "./reviews/review-commands.js";
import { offeredDrafts } from "./reviews/review-drafts.js";
import { showReviewLenses } from "./reviews/review-lenses.js";
import { showReviewMarks } from "./reviews/review-marks.js";
import { showReviewTree } from "./reviews/review-tree.js";
import { Reviews } from "./reviews/reviews.js";
import { readSettings, servingOptions, startSettings } from "./settings.js";

const pausedKey = "isPaused";
/** When others on the same folder are looked for: they may start at the same time. */
const othersAfterMs = 5_000;

/** What names a workspace across a reload. One that has no file yet is known by its folders. */
function workspaceNames(): readonly string[] {
  const file = vscode.workspace.workspaceFile;
  return [...(file?.scheme === "file" ? [file.fsPath] : []), ...folderPaths()];
}

/** Where what was typed is offered again. A window without a folder is one like any other without. */
function draftPlaces(): readonly string[] {
  const names = workspaceNames();
  return names.length > 0 ? names : ["vscode:no-folder"];
}

/** VS Code makes such a one when a folder is added to a window that shows one. */
function isMadeWorkspace(): boolean {
  const file = vscode.workspace.workspaceFile;
  return (
    file !== undefined && (file.scheme === "untitled" || /^Untitled-\d+\.code-workspace$/.test(basename(file.path)))
  );
}

export class TandemWindow {
  readonly #context: vscode.ExtensionContext;
  readonly #log = vscode.window.createOutputChannel("Tandem", { log: true });
  readonly #drafts: ReviewDrafts;
  readonly #reviews: Reviews;
  readonly #code: CodeRunner;
  readonly #endpoint: WindowEndpoint;
  readonly #statusBar = new StatusBar();
  readonly #pid = editorPid({
    env: process.env,
    parent: process.ppid,
    isDesktop: vscode.env.remoteName === undefined && vscode.env.uiKind === vscode.UIKind.Desktop,
  });
  #events: EditorEvents | undefined;
  #others: NodeJS.Timeout | undefined;
  readonly #activationMs: number;

  constructor(context: vscode.ExtensionContext, workMs: () => number) {
    this.#context = context;
    const sink = logSink(this.#log);
    const journal = new DraftJournal({ env: process.env, onFailed: (words) => this.#log.warn(words) });
    this.#drafts = new ReviewDrafts(journal, draftPlaces);
    this.#reviews = new Reviews({
      showOptions: () => {
        const { reviewPlacement, reviewTakesFocus } = readSettings();
        const { Active, Beside } = vscode.ViewColumn;
        return { takeFocus: reviewTakesFocus, viewColumn: reviewPlacement === "beside" ? Beside : Active };
      },
      log: (message) => this.#log.warn(message),
    });
    this.#code = new CodeRunner({
      folders: folderPaths,
      loadPart: () => import("./code/code-part.js"),
      questions: () => this.#endpoint.current?.code,
      log: sink,
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
      isMadeWorkspace,
      endpointOptions: () => ({
        ...servingOptions(),
        withhold: readSettings().withhold,
        paused: context.workspaceState.get(pausedKey, false),
        drafts: offeredDrafts(this.#drafts),
        log: sink,
        // The channel has the level that the user set; it leaves out the rest.
        logLevel: "debug",
      }),
      servingOptions,
      // Something small that the window has to answer.
      askWindow: async () => await vscode.commands.executeCommand("setContext", "tandem.isAsked", true),
      abandoned: () => this.#drafts.leaveAll(),
      changed: () => this.#update(),
      log: (message) => this.#log.error(message),
    });
    context.subscriptions.push(
      this.#log,
      this.#statusBar,
      this.#reviews,
      editor,
      this.#reviews.onDidChange(() => this.#update()),
      showReviewTree(this.#reviews),
      showReviewLenses(this.#reviews),
      showReviewMarks(this.#reviews),
      registerReviewCommands(this.#reviews),
      registerMentionCommands(() => this.#events),
      registerWindowCommands({
        endpoint: this.#endpoint,
        log: this.#log,
        setPaused: (isPaused) => this.#setPaused(isPaused),
        askBeforeCode: () => this.#code.askAgain(),
        lookForOthers: () => this.#lookForOthers(),
        facts: () => ({
          extension: String(context.extension.packageJSON.version),
          pid: this.#pid,
          folders: folderPaths(),
          reviews: this.#reviews.waiting.length,
          activationMs: this.#activationMs,
        }),
      }),
      vscode.workspace.onDidChangeWorkspaceFolders(() => void this.#endpoint.foldersChanged()),
      vscode.workspace.onDidChangeConfiguration((event) => this.#settingsChanged(event)),
    );
    this.#update();
    this.#activationMs = workMs();
    this.#log.info(`Activated with ${this.#activationMs.toFixed(1)} ms of work`);
  }

  async start(): Promise<void> {
    // What is due now in the extension host goes first.
    await new Promise(setImmediate);
    await this.#endpoint.start();
    const isKnown = (review: string) => this.#reviews.isOpen(review);
    await Promise.all([endLostReviews(this.#drafts, isKnown), this.#code.closeLost()]);
    this.#others = setTimeout(() => void this.#lookForOthers(), othersAfterMs);
  }

  /** First what is to survive a reload, then the clients' goodbye, then the rest. */
  async close(): Promise<void> {
    clearTimeout(this.#others);
    await this.#drafts.close();
    await this.#endpoint.close();
    await this.#code[Symbol.asyncDispose]();
  }

  #update(): void {
    this.#rememberPause();
    this.#statusBar.update(this.#endpoint.status, this.#reviews.waiting.length);
    setTerminalEnvironment(this.#context.environmentVariableCollection, this.#endpoint.current);
  }

  #setPaused(isPaused: boolean): void {
    void this.#context.workspaceState.update(pausedKey, isPaused);
    this.#endpoint.current?.setPaused(isPaused);
  }

  /** After a reload the address book knows better, where the window was reloaded before VS Code had written it. */
  #rememberPause(): void {
    const { state, isPaused } = this.#endpoint.status;
    const { workspaceState } = this.#context;
    if (state.kind === "serving" && workspaceState.get(pausedKey, false) !== isPaused)
      void workspaceState.update(pausedKey, isPaused);
  }

  #settingsChanged(event: vscode.ConfigurationChangeEvent): void {
    if (event.affectsConfiguration("tandem.withhold")) this.#endpoint.current?.setWithhold(readSettings().withhold);
    if (startSettings.some((name) => event.affectsConfiguration(name))) void this.#endpoint.restart();
  }

  async #lookForOthers(): Promise<void> {
    const { current } = this.#endpoint;
    const [folder] = folderPaths();
    if (!current || folder === undefined) return;
    await noticeOthers(current, folder, this.#pid, this.#context.workspaceState).catch((error) =>
      this.#log.warn(`Other editors could not be looked for: ${error}`),
    );
  }
}
