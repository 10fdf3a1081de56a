/** Starts the workbench: the editor, its endpoint, and the door for the browser, in that order; and ends them. */
import { fileURLToPath } from "node:url";
import { Logger, systemClock } from "@tandem/base";
import { type Door, openDoor } from "@tandem/page-door";
import { type Endpoint, type EndpointOptions, type EndpointStatus, prepareEndpoint } from "@tandem/server";
import { UnfinishedWrites } from "@tandem/server/files";
import type { DraftJournal } from "@tandem/workspace/drafts";
import type { CodePermissionOptions, CodeRunner } from "./code-runner.js";
import { FileFinder } from "./files/find-files.js";
import { Tree } from "./files/tree.js";
import { LanguageRoom } from "./language/language-room.js";
import { buildModel, explainWithheld } from "./model.js";
import { Notebooks } from "./notebooks/notebooks.js";
import type { LanguageTools, WorkspacePrograms } from "./providers.js";
import { answer } from "./requests.js";
import type { Rooms } from "./rooms.js";
import { ShownFolders } from "./shown-folders.js";
import { Terminal } from "./terminal/terminal.js";
import { type ReviewListener, Workbench } from "./workbench.js";
import { WorkbenchEditor } from "./workbench-editor.js";

export interface CreateWorkbenchOptions {
  /** What `/ide` shows. Default: `Tandem`. */
  readonly name?: string;
  /** Real paths. */
  readonly folders: readonly string[];
  /** Options of the endpoint. */
  readonly ide?: EndpointOptions;
  /** How Claude Code is started in another terminal, for the page to show. Default: `claude --ide`. */
  readonly command?: string;
  /** What the terminal pane runs. Default: `claude`, in the mode that asks before it edits. */
  readonly terminalCommand?: readonly string[];
  readonly languageTools?: LanguageTools;
  /** Asks the user about programs that the workspace brings. */
  readonly workspacePrograms?: WorkspacePrograms;
  /** What runs code; without it `executeCode` is not offered. */
  readonly codeRunner?: CodeRunner;
  /** Whom to ask before code runs beside the windows, and what the user has allowed before. */
  readonly code?: CodePermissionOptions;
  /** Where unsaved text is kept, in case that this process is killed. It is closed with the workbench. */
  readonly journal?: DraftJournal;
  /** Told of reviews that come and go. */
  readonly onReview?: Partial<ReviewListener>;
  /** Where the browser gets in. Default: any free port. */
  readonly pagePort?: number;
  /** Where the built page is. Default: beside this file's build. */
  readonly pageFolder?: string;
}

/** A workbench that runs. */
export interface RunningWorkbench {
  readonly ide: Endpoint;
  /** What all windows show. */
  readonly workbench: Workbench;
  /** The same as Claude Code sees it. */
  readonly editor: WorkbenchEditor;
  /** Where the browser gets in. */
  readonly door: Door;
  /** Calls `listener` after each change of the endpoint's status, whatever is restarted. */
  onStatusChanged(listener: (status: EndpointStatus) => void): () => void;
  /** Ends every connection to Claude Code and takes them up again at the same address. */
  restartEndpoint(): Promise<void>;
  /** Ends everything: windows, terminal, endpoint, watches. Safe to call twice. */
  close(): Promise<void>;
}

/** The page as vite built it; from the source folder and from dist alike. */
const builtPage = fileURLToPath(new URL("../../dist/page", import.meta.url));

/** Tells windows what changed, once for all changes of a moment. */
function coalesced(tell: () => void): { later(): void; now(): void } {
  let isWaiting = false;
  const now = () => {
    isWaiting = false;
    tell();
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
 * console.log(workbench.door.newLink());
 */
export async function createWorkbench(options: CreateWorkbenchOptions): Promise<RunningWorkbench> {
  const { name = "Tandem", folders, command = "claude --ide", languageTools, codeRunner, onReview = {} } = options;
  const { clock = systemClock, log = () => {}, logLevel = "info", withhold = [] } = options.ide ?? {};
  const logger = new Logger(log, logLevel);
  const hasTerminal = await Terminal.isAvailable();

  const workbench = new Workbench({
    name,
    folders,
    clock,
    languageTools,
    unfinished: new UnfinishedWrites(options.ide),
    journal: options.journal,
  });
  const editor = new WorkbenchEditor(workbench, { languageTools, code: options.code });
  const endpoint = prepareEndpoint(editor, { ...options.ide, drafts: workbench.drafts.reviews });
  const language = new LanguageRoom({
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
      document: (path) => workbench.documents.get(path),
      activePath: () => {
        const path = workbench.windows.currentView.activeFile?.path;
        // The variables of a notebook that clients do not see are not theirs either.
        return path === undefined || endpoint.whyWithheld(path) ? undefined : path;
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
    onOutput: (data) => workbench.windows.tellAll("terminal.output", { data }),
    onEnded: (exitCode) => workbench.windows.tellAll("terminal.ended", { exitCode }),
    isBehind: () => workbench.windows.isBehind,
  });
  const finder = new FileFinder(() => workbench.folders);
  const tree = new Tree({
    watches: workbench.watches,
    folders: () => workbench.folders,
    whyWithheld: (folder, entries) => {
      const withheld = endpoint.whyWithheldIn(folder, entries);
      return new Map([...withheld].map(([name, why]) => [name, explainWithheld(why)]));
    },
  });
  const shownFolders = new ShownFolders();
  const rooms: Rooms = {
    workbench,
    endpoint,
    tree,
    finder,
    terminal,
    notebooks,
    withhold,
    shownFolders,
    language,
  };
  const currentModel = () =>
    buildModel({ workbench, endpoint, command, hasTerminal, notebooks, language: language.facts });
  const model = coalesced(() => {
    if (workbench.windows.all.length > 0) workbench.windows.tellAll("model", currentModel());
  });
  workbench.listen({
    reviews: onReview,
    changed: () => model.later(),
    beforeShow: () => model.now(),
    rulesChanged: () => endpoint.privacyChanged(),
    connected: (window) => window.tell("model", currentModel()),
    disconnected: (window) => {
      shownFolders.forgetAll(window);
      language.forget(window);
    },
    lastWindowClosed: () => endpoint.code.nobodyIsThere(),
    fileClosed: (path) =>
      void notebooks
        ?.fileClosed(path)
        .catch((error: unknown) => logger.warn(`A notebook's kernel could not be ended: ${error}`)),
    asked: (window, method, params) => answer(window, method, params, rooms),
  });
  endpoint.onStatusChanged(() => workbench.changed());

  // Before the first window: it is told of them with everything else.
  await workbench.drafts.look();
  const door = await openDoor({
    pageFolder: options.pageFolder ?? builtPage,
    ...(options.pagePort !== undefined && { port: options.pagePort }),
    onWindow: (socket) => workbench.windows.add(socket),
    log: (level, message, details) => logger[level](message, details),
  });
  try {
    await endpoint.start();
  } catch (error) {
    await endpoint.close();
    language.close();
    await door.close();
    await workbench.close();
    throw error;
  }

  return {
    ide: endpoint,
    workbench,
    editor,
    door,
    onStatusChanged: (listener) => endpoint.onStatusChanged(listener),
    restartEndpoint: () => endpoint.restart(),
    async close() {
      await terminal.close();
      finder.close();
      language.close();
      // First the clients: what waits is undecided for them, not rejected.
      await endpoint.close();
      notebooks?.close();
      await workbench.close();
      await door.close();
    },
  };
}
