/** What `testEditor` is given: how to start the editor, and the functions of the test runner. */
import type { ToolName } from "@tandem/protocol";
import type { Awaitable, Hand, OptionalVerb } from "./hand.js";

/**
 * Where the editor is to be started. All of it is the suite's own and is removed at the end.
 *
 * @example
 * async function launch({ folders, configDir, home }: LaunchOptions): Promise<LaunchedEditor> {
 *   const env = { PATH: process.env.PATH, HOME: home, CLAUDE_CONFIG_DIR: configDir };
 *   const editor = spawn("my-editor", [...folders], { env });
 *   // …
 * }
 */
export interface LaunchOptions {
  /** The folders to open, as real paths. */
  readonly folders: readonly string[];
  /** The config directory below which the lock belongs: pass it on as `CLAUDE_CONFIG_DIR`, or to `createIde`. */
  readonly configDir: string;
  /** An empty directory: pass it on as `HOME`, so that the user's own settings and locks play no part. */
  readonly home: string;
}

/**
 * A running editor.
 *
 * @example
 * return { hand: handOf(editor), stop: () => editor.kill("SIGKILL") };
 */
export interface LaunchedEditor {
  readonly hand: Hand;
  /** Ends the editor and everything it started, in whatever state it is; safe after `quit` and `kill`. */
  stop(): Awaitable<unknown>;
}

/**
 * Something that an editor may lack: a tool of the endpoint, or a verb of the hand.
 *
 * @example
 * const cannot: Ability[] = ["executeCode", "setFolders"];
 */
export type Ability = ToolName | OptionalVerb;

/**
 * The options of `testEditor`.
 *
 * @example
 * const options: TestEditorOptions = { name: "My editor", launch, cannot: ["executeCode"], describe, test, afterAll };
 */
export interface TestEditorOptions {
  /** The editor's name, for the titles. */
  readonly name: string;
  /**
   * Starts the editor in its real program and resolves when it can be used. Most cases share one launch; those about
   * ends and restarts have their own.
   */
  launch(options: LaunchOptions): Promise<LaunchedEditor>;
  /**
   * What this editor does not have. Cases that need it are skipped, with the reason in their title. A tool that is
   * missing without being named here is a failure, and so is one that is named here and offered all the same.
   */
  readonly cannot?: readonly Ability[];

  /** The runner's `describe`: vitest's or node:test's as it is. */
  readonly describe: (title: string, body: () => void) => unknown;
  /** The runner's `test`: vitest's or node:test's as it is. */
  readonly test: (
    title: string,
    options: { readonly timeout: number; readonly skip: boolean },
    run: () => Promise<void>,
  ) => unknown;
  /** The runner's `afterAll` or `after`. Without it a last test ends the editor, which a filter on titles may leave out. */
  readonly afterAll?: (end: () => Promise<void>) => unknown;

  /** The limit of one case in ms, which is passed to the runner. The first case also launches. Default: 30 000. */
  readonly timeoutMs?: number;
  /** How long anything that must happen may take, in ms. Default: 5000. */
  readonly patienceMs?: number;
}
