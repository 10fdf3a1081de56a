/** The types of the handlers of windows' requests. */
import type { Endpoint, Review } from "@tandem-ide/server";
import type { GivenFeedback, Method, Params, Results } from "../messages.js";
import type { ShownChanges } from "./changes/shown-changes.js";
import type { FileFinder } from "./files/find-files.js";
import type { Tree } from "./files/tree.js";
import type { LanguageService } from "./language/language-service.js";
import type { Notebooks } from "./notebooks/notebooks.js";
import type { ShownFolders } from "./shown-folders.js";
import type { Terminal } from "./terminal/terminal.js";
import type { WorkbenchWindow } from "./windows.js";
import type { Workbench } from "./workbench.js";

export interface RequestContext {
  readonly workbench: Workbench;
  readonly endpoint: Endpoint;
  readonly tree: Tree;
  readonly finder: FileFinder;
  readonly terminal: Terminal;
  /** Undefined when code can't run. */
  readonly notebooks: Notebooks | undefined;
  /** Rules from the command line. */
  readonly hiddenFiles: readonly string[];
  readonly shownFolders: ShownFolders;
  readonly language: LanguageService;
  /** Passes on what the user wrote about reviews of a client that have just been decided. */
  tell(client: string, reviews: readonly Review[], reason?: string): Promise<GivenFeedback | undefined>;
  /** Undefined when changes on disk aren't recorded. */
  readonly changes: ShownChanges | undefined;
}

/** For a request without a result, the handler may return anything. */
type Reply<M extends Method> = M extends keyof Results ? Results[M] | Promise<Results[M]> : unknown;
export type Handler<M extends Method> = (
  params: Params<M>,
  window: WorkbenchWindow,
  context: RequestContext,
) => Reply<M>;

export type Handlers<M extends Method> = { readonly [Each in M]: Handler<Each> };
