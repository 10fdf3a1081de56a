/** Starts and stops the workbench: the editor, its endpoint and the page server. */
import { fileURLToPath } from "node:url";
import { Logger, systemClock } from "@tandem-ide/base";
import { type PageServer, startPageServer } from "@tandem-ide/page-server";
import { type Endpoint, type EndpointOptions, type EndpointStatus, prepareEndpoint } from "@tandem-ide/server";
import { UnfinishedWrites } from "@tandem-ide/server/files";
import type { DraftJournal } from "@tandem-ide/workspace/drafts";
import { type RecordedChanges, ShownChanges } from "./changes/shown-changes.js";
import type { CodePermissionOptions, CodeRunner } from "./code-runner.js";
import { relativeName, tellClient } from "./feedback.js";
import { FileFinder } from "./files/find-files.js";
import { Tree } from "./files/tree.js";
import { LanguageService } from "./language/language-service.js";
import { buildModel, explainHidden } from "./model.js";
import { Notebooks } from "./notebooks/notebooks.js";
import { ReviewNotifications } from "./notifications/review-notifications.js";
import { type DesktopNotification, sendNotification } from "./notifications/send-notification.js";
import type { LanguageTools, WorkspacePrograms } from "./providers.js";
import type { RequestContext } from "./request-context.js";
import { answer } from "./requests.js";
import { ShownFolders } from "./shown-folders.js";
import { Terminal } from "./terminal/terminal.js";
import { type ReviewListener, Workbench } from "./workbench.js";
import { WorkbenchEditor } from "./workbench-editor.js";

export interface CreateWorkbenchOptions {
  /** The name that `/ide` shows. Default: `Tandem`. */
  readonly name?: string;
  /** Real paths. */
  readonly folders: readonly string[];
  readonly endpoint?: EndpointOptions;
  /** The command that the page shows for starting Claude Code in another terminal. Default: `claude --ide`. */
  readonly command?: string;
  /** The command that the terminal pane runs. Default: `claude`, in the mode that asks before it edits. */
  readonly terminalCommand?: readonly string[];
  readonly languageTools?: LanguageTools;
  /** Asks the user about programs that come with the workspace. */
  readonly workspacePrograms?: WorkspacePrograms;
  /** Runs code. Without it `executeCode` isn't offered. */
  readonly codeRunner?: CodeRunner;
  /** Another place to ask before code runs, in addition to the windows. */
  readonly code?: CodePermissionOptions;
  /** Stores unsaved text in case this process is killed. Closed with the workbench. */
  readonly journal?: DraftJournal;
  /** Records what changes on disk while clients are connected. Closed with the workbench. Default: nothing is recorded. */
  readonly changes?: RecordedChanges;
  /** Shows a notification on the desktop. Default: with a program of the system. */
  readonly notify?: (notification: DesktopNotification) => void;
  /** Notified when reviews open and close. */
  readonly onReview?: Partial<ReviewListener>;
  /** The port of the page server. Default: any free port. */
  readonly pagePort?: number;
  /** The folder of the built page. Default: next to this file's build. */
  readonly pageFolder?: string;
}

/** A running workbench. */
export interface RunningWorkbench {
  readonly endpoint: Endpoint;
  /** The state that all windows show. */
  readonly workbench: Workbench;
  /** The workbench as Claude Code sees it. */
  readonly editor: WorkbenchEditor;
  /** Serves the page to the browser. */
  readonly pageServer: PageServer;
  /** Calls `listener` whenever the endpoint's status changes, even after a restart. */
  onStatusChanged(listener: (status: EndpointStatus) => void): () => void;
  /** Closes every connection to Claude Code and serves again at the same address. */
  restartEndpoint(): Promise<void>;
  /** Closes everything: windows, terminal, endpoint, watches. Safe to call twice. */
  close(): Promise<void>;
}

/** The page that vite built. The path is the same from the source folder and from dist. */
const builtPage = fileURLToPath(new URL("../../dist/page", import.meta.url));

/** Combines all changes made at the same time into a single call of `send`. */
function coalesce(send: () => void): { later(): void; now(): void } {
  let isWaiting = false;
  const now = () => {
    isWaiting = false;
    send();
  };
  return {
    now,
    later() {
      if (isWaiting) return;
      isWaiting = true;
      setImmediate(() => isWaiting && now());
    },
  };
}

/**
 * Starts a workbench on folders.
 *
 * @example
 * const workbench = await createWorkbench({ folders: [process.cwd()] });
 * console.log(workbench.pageServer.newLink());
 */
export async function createWorkbench(options: CreateWorkbenchOptions): Promise<RunningWorkbench> {
  const { name = "Tandem", folders, command = "claude --ide", languageTools, codeRunner, onReview = {} } = options;
  const { clock = systemClock, log = () => {}, logLevel = "info", hiddenFiles = [] } = options.endpoint ?? {};
  const logger = new Logger(log, logLevel);
  const hasTerminal = await Terminal.isAvailable();

  const workbench = new Workbench({
    name,
    folders,
    clock,
    languageTools,
    unfinished: new UnfinishedWrites(options.endpoint),
    journal: options.journal,
  });
  const editor = new WorkbenchEditor(workbench, languageTools, options.code);
  const endpoint = prepareEndpoint(editor, {
    ...options.endpoint,
    drafts: workbench.drafts.reviews,
    changes: options.changes,
  });
  const changes = options.changes && new ShownChanges(options.changes, workbench);
  const language = new LanguageService({
    tools: languageTools,
    programs: options.workspacePrograms,
    workbench,
    onChanged: () => workbench.changed(),
  });
  const notebooks =
    codeRunner &&
    new Notebooks({
      codeRunner,
      clock,
      document: (path) => workbench.documents.expect(path),
      activePath: () => {
        const path = workbench.windows.currentView.activeFile?.path;
        // Clients can't access the variables of a notebook that is hidden from them.
        return path === undefined || endpoint.whyHidden(path) ? undefined : path;
      },
      changed: () => workbench.changed(),
    });
  if (notebooks) editor.runCodeIn(notebooks);
  const terminal = new Terminal({
    ...(options.terminalCommand && { command: options.terminalCommand }),
    get cwd() {
      return workbench.folders[0] ?? process.cwd();
    },
    env: () => endpoint.environment(),
    onOutput: (data) => workbench.windows.broadcast("terminal.output", { data }),
    onEnded: (exitCode) => workbench.windows.broadcast("terminal.ended", { exitCode }),
    isBehind: () => workbench.windows.isBehind,
  });
  const finder = new FileFinder(() => workbench.folders);
  const tree = new Tree({
    watches: workbench.watches,
    folders: () => workbench.folders,
    whyHidden: (folder, entries) => {
      const hidden = endpoint.whyHiddenIn(folder, entries);
      return new Map([...hidden].map(([name, why]) => [name, explainHidden(why)]));
    },
  });
  const shownFolders = new ShownFolders();
  const place = () => ({ env: process.env, folders: workbench.folders });
  const notifications = new ReviewNotifications({
    clock,
    isHere: () => workbench.windows.isFocused,
    nameOf: (path) => relativeName(workbench.folders, path),
    send: options.notify ?? ((notification) => void sendNotification(notification, place())),
  });
  const context: RequestContext = {
    workbench,
    endpoint,
    tree,
    finder,
    terminal,
    notebooks,
    hiddenFiles,
    shownFolders,
    language,
    changes,
    notifications,
    tell: (client, reviews, reason) =>
      tellClient(client, reviews, reason, { endpoint, terminal, clock, folders: () => workbench.folders }),
  };
  const currentModel = () =>
    buildModel({ workbench, endpoint, command, hasTerminal, notebooks, changes, language: language.model });
  const model = coalesce(() => {
    if (workbench.windows.all.length > 0) workbench.windows.broadcast("model", currentModel());
  });
  workbench.listen({
    reviews: {
      opened: (review) => {
        notifications.arrived(review.review);
        onReview.opened?.(review);
      },
      closed: (review, outcome) => onReview.closed?.(review, outcome),
      unseen: (reviews) => onReview.unseen?.(reviews),
    },
    changed: () => model.later(),
    beforeShow: () => model.now(),
    rulesChanged: () => endpoint.privacyChanged(),
    connected: (window) => {
      window.send("model", currentModel());
      if (changes) window.send("changes", changes.listed);
    },
    disconnected: (window) => {
      shownFolders.forgetAll(window);
      language.forget(window);
    },
    lastWindowClosed: () => endpoint.code.viewerLeft(),
    fileClosed: (path) =>
      void notebooks
        ?.fileClosed(path)
        .catch((error: unknown) => logger.warn(`Couldn't stop a notebook's kernel: ${error}`)),
    requested: (window, method, params) => answer(window, method, params, context),
  });
  endpoint.onStatusChanged(() => workbench.changed());
  endpoint.onReviewEnded((record) => workbench.windows.broadcast("review.ended", record));

  // Done before the first window connects, so that its first model includes them.
  await workbench.drafts.refresh();
  const pageServer = await startPageServer({
    pageFolder: options.pageFolder ?? builtPage,
    ...(options.pagePort !== undefined && { port: options.pagePort }),
    onWindow: (socket) => workbench.windows.add(socket),
    log: (level, message, details) => logger[level](message, details),
  });
  try {
    await endpoint.start();
  } catch (error) {
    await endpoint.close();
    await changes?.close();
    language.close();
    await pageServer.close();
    await workbench.close();
    throw error;
  }

  return {
    endpoint,
    workbench,
    editor,
    pageServer,
    onStatusChanged: (listener) => endpoint.onStatusChanged(listener),
    restartEndpoint: () => endpoint.restart(),
    async close() {
      notifications.close();
      await terminal.close();
      finder.close();
      language.close();
      // Clients are disconnected first: for them, pending reviews are undecided, not rejected.
      await endpoint.close();
      await changes?.close();
      notebooks?.close();
      await workbench.close();
      await pageServer.close();
    },
  };
}
