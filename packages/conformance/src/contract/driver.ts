/** The actions of a user in an editor, as verbs that the contract test calls. */
import type { TextRange } from "@tandem-ide/base";
import type { WireDiagnostic } from "@tandem-ide/protocol";
import { within } from "./wait.js";

/**
 * A promise or a plain value, because an editor in the test's own process can be synchronous.
 *
 * @example
 * const later: Awaitable<number> = Promise.resolve(1);
 */
export type Awaitable<T> = T | Promise<T>;

/**
 * A finding that a language tool reports on the driver's request.
 *
 * @example
 * const finding: Finding = { message: "Unused", severity: "Warning", range, source: "tsserver" };
 */
export interface Finding {
  readonly message: string;
  readonly severity: WireDiagnostic["severity"];
  readonly range: TextRange;
  readonly source?: string;
}

/**
 * Acts as a user of one editor. The contract test only uses the editor through this and the wire.
 *
 * Each verb resolves when the editor has done it, not when the endpoint has noticed, and rejects if it can't be done;
 * its value is ignored. **Each must use the real interface (keys, clicks, commands) in at least one of your tests**;
 * beyond that it may use the editor's own API. Paths are absolute. Positions are counted from 0 in UTF-16 code units,
 * and ends are exclusive.
 *
 * If your editor can't support a verb, leave it out and list it in `cannot` of {@link TestEditorOptions}.
 *
 * @example
 * const driver: Driver = {
 *   openFile: (path) => nvim.command(`edit ${fnameescape(path)}`),
 *   closeFile: (path) => nvim.command(`bdelete! ${fnameescape(path)}`),
 *   // …
 * };
 */
export interface Driver {
  /** Opens a file and shows it; a file that is already open keeps its unsaved changes. */
  openFile(path: string): Awaitable<unknown>;
  /** Closes a file and discards unsaved changes. Does nothing if the file isn't open. */
  closeFile(path: string): Awaitable<unknown>;
  /**
   * Shows the file and selects the range; an empty one moves the cursor. The cursor is at the range's end afterwards.
   */
  select(path: string, range: TextRange): Awaitable<unknown>;
  /** Mentions a file or folder, or lines of a file (from 0, inclusive), with the editor's mention command. */
  mention(path: string, lines?: { readonly start: number; readonly end: number }): Awaitable<unknown>;

  /** Types at the cursor of the active file; a selection is replaced. A line feed is the Enter key. */
  type?(text: string): Awaitable<unknown>;
  /** Saves an open file. */
  save?(path: string): Awaitable<unknown>;

  /** Returns the tab names of the proposals that are visible now. */
  pendingReviews?(): Awaitable<readonly string[]>;
  /** Accepts a proposal unchanged. */
  accept?(tabName: string): Awaitable<unknown>;
  /** Rejects a proposal with the editor's command. */
  reject?(tabName: string): Awaitable<unknown>;
  /** Replaces the proposed text with `text`, and accepts the proposal. */
  editAndAccept?(tabName: string, text: string): Awaitable<unknown>;
  /** Accepts these hunks, numbered from 0 at the top, rejects the others, and finishes the review. */
  acceptHunks?(tabName: string, indexes: readonly number[]): Awaitable<unknown>;
  /** Closes the view of a proposal like any other tab or window. */
  closeReview?(tabName: string): Awaitable<unknown>;

  /**
   * Closes the current window as a user does, and continues in another one; the process that serves the endpoint keeps running.
   * Not for editors that quit with their window.
   */
  reopenWindow?(): Awaitable<unknown>;

  /** Makes the editor's language tools report exactly these for an open file, as a language server would. */
  diagnose?(path: string, findings: readonly Finding[]): Awaitable<unknown>;
  /** Pauses or resumes sharing with the editor's command. Resolves when it has taken effect. */
  setPaused?(isPaused: boolean): Awaitable<unknown>;
  /** Changes the open folders. */
  setFolders?(folders: readonly string[]): Awaitable<unknown>;
  /**
   * Ends the process that serves the endpoint while the editor keeps running, as a sidecar's crash or a window's reload does,
   * and waits until the editor restarts it.
   */
  restartEndpoint?(): Awaitable<unknown>;
  /** Quits the editor as a user does. Resolves when it has ended. */
  quit?(): Awaitable<unknown>;
  /** Kills the editor's process (SIGKILL). Resolves when it has ended. */
  kill?(): Awaitable<unknown>;
}

/**
 * The verbs that are optional.
 *
 * @example
 * const verb: OptionalVerb = "acceptHunks";
 */
export type OptionalVerb = Exclude<keyof Driver, "openFile" | "closeFile" | "select" | "mention">;

/**
 * Completes a driver: a missing verb throws an error that says what to do, and a verb that doesn't finish within
 * `limitMs` is named in the error, because the test runner would only report a timeout.
 */
export function completeDriver(driver: Driver, limitMs: number): Required<Driver> {
  const timed = async <T>(verb: keyof Driver, work: () => Awaitable<T>): Promise<T> => {
    if (!driver[verb])
      throw new Error(
        `The driver has no verb "${verb}". Add it, or list it in \`cannot\` if this editor can't support it.`,
      );
    return await within(limitMs, `The driver's verb "${verb}"`, Promise.resolve(work()));
  };
  return {
    openFile: (path) => timed("openFile", () => driver.openFile(path)),
    closeFile: (path) => timed("closeFile", () => driver.closeFile(path)),
    select: (path, range) => timed("select", () => driver.select(path, range)),
    mention: (path, lines) => timed("mention", () => driver.mention(path, lines)),
    type: (text) => timed("type", () => driver.type?.(text)),
    save: (path) => timed("save", () => driver.save?.(path)),
    pendingReviews: async () => (await timed("pendingReviews", () => driver.pendingReviews?.())) ?? [],
    accept: (tabName) => timed("accept", () => driver.accept?.(tabName)),
    reject: (tabName) => timed("reject", () => driver.reject?.(tabName)),
    editAndAccept: (tabName, text) => timed("editAndAccept", () => driver.editAndAccept?.(tabName, text)),
    acceptHunks: (tabName, indexes) => timed("acceptHunks", () => driver.acceptHunks?.(tabName, indexes)),
    closeReview: (tabName) => timed("closeReview", () => driver.closeReview?.(tabName)),
    reopenWindow: () => timed("reopenWindow", () => driver.reopenWindow?.()),
    diagnose: (path, findings) => timed("diagnose", () => driver.diagnose?.(path, findings)),
    setPaused: (isPaused) => timed("setPaused", () => driver.setPaused?.(isPaused)),
    setFolders: (folders) => timed("setFolders", () => driver.setFolders?.(folders)),
    restartEndpoint: () => timed("restartEndpoint", () => driver.restartEndpoint?.()),
    quit: () => timed("quit", () => driver.quit?.()),
    kill: () => timed("kill", () => driver.kill?.()),
  };
}
