/** What the requests of windows work on, and what a handler of one is. */
import type { Endpoint } from "@tandem/server";
import type { Method, Params, Results } from "../messages.js";
import type { FileFinder } from "./files/find-files.js";
import type { Tree } from "./files/tree.js";
import type { LanguageRoom } from "./language/language-room.js";
import type { Notebooks } from "./notebooks/notebooks.js";
import type { ShownFolders } from "./shown-folders.js";
import type { Terminal } from "./terminal/terminal.js";
import type { WorkbenchWindow } from "./windows.js";
import type { Workbench } from "./workbench.js";

/** What the requests work on. */
export interface Rooms {
  readonly workbench: Workbench;
  readonly endpoint: Endpoint;
  readonly tree: Tree;
  readonly finder: FileFinder;
  readonly terminal: Terminal;
  /** Undefined where no code can run. */
  readonly notebooks: Notebooks | undefined;
  /** The rules that the command line gave. */
  readonly withhold: readonly string[];
  /** Which folders a window wants to hear of. */
  readonly shownFolders: ShownFolders;
  readonly language: LanguageRoom;
}

/** Where nothing is answered it does not matter what a handler returns. */
type Reply<M extends Method> = M extends keyof Results ? Results[M] | Promise<Results[M]> : unknown;
export type Handler<M extends Method> = (params: Params<M>, window: WorkbenchWindow, rooms: Rooms) => Reply<M>;

/** The handlers of some requests, for the table of all. */
export type Handlers<M extends Method> = { readonly [Each in M]: Handler<Each> };
