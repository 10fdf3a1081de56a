/** Options of `testEditor`: how to start the editor, and the functions of the test runner. */
import type { ToolName } from "@tandem-ide/protocol";
import type { Awaitable, Driver, OptionalVerb } from "./driver.js";

/**
 * The directories to start the editor with. They are temporary and removed at the end.
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
  /** The config directory for the lock: pass it as `CLAUDE_CONFIG_DIR`, or to `createEndpoint`. */
  readonly configDir: string;
  /** An empty directory: pass it as `HOME` to keep the user's settings and locks out. */
  readonly home: string;
}

/**
 * A running editor.
 *
 * @example
 * return { driver: driverOf(editor), stop: () => editor.kill("SIGKILL") };
 */
export interface LaunchedEditor {
  readonly driver: Driver;
  /** Returns what the user sees now, and what the editor has logged. A failed case shows its last lines. */
  screen?(): Awaitable<string>;
  /** Ends the editor and everything it started, in any state; safe after `quit` and `kill`. */
  stop(): Awaitable<unknown>;
}

/**
 * Something that an editor may lack: an endpoint's tool or a driver's verb.
 *
 * @example
 * const cannot: Ability[] = ["executeCode", "setFolders"];
 */
export type Ability = ToolName | OptionalVerb;

/**
 * What an editor lacks: a list, or the reason for each.
 *
 * @example
 * const cannot: Lacking = { setFolders: "a vault is one folder" };
 */
export type Lacking = readonly Ability[] | Readonly<Partial<Record<Ability, string>>>;

/**
 * The options of `testEditor`.
 *
 * @example
 * const options: TestEditorOptions = { name: "My editor", launch, cannot: ["executeCode"], describe, test, afterAll };
 */
export interface TestEditorOptions {
  /** The editor's name for test titles. */
  readonly name: string;
  /**
   * Starts the real editor and resolves when it is ready. Most cases share one launch; those about quitting and
   * restarting have their own.
   */
  launch(options: LaunchOptions): Promise<LaunchedEditor>;
  /**
   * What this editor doesn't support, as a list or with the reasons. Cases that need it are skipped, and their titles say
   * why. A missing tool that isn't listed here is a failure, and so is a listed tool that the editor offers.
   */
  readonly cannot?: Lacking;

  /** The runner's `describe`, from vitest or node:test. */
  readonly describe: (title: string, body: () => void) => unknown;
  /** The runner's `test`, from vitest or node:test. */
  readonly test: (
    title: string,
    options: { readonly timeout: number; readonly skip: boolean },
    run: () => Promise<void>,
  ) => unknown;
  /**
   * The runner's `afterAll` or `after`. Without it, a final test stops the editor, and a title filter may skip that
   * test.
   */
  readonly afterAll?: (end: () => Promise<void>) => unknown;

  /**
   * The time limit for one case in ms, passed to the runner. It includes the launch for the first case, and for one after a
   * failure. Default: 30 000.
   */
  readonly timeoutMs?: number;
  /** How long to wait for anything expected, in ms. Default: 5000. */
  readonly patienceMs?: number;
}
