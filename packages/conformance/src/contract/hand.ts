/** What a person does in an editor, as verbs that the contract test calls. */
import type { TextRange } from "@tandem/base";
import type { WireDiagnostic } from "@tandem/protocol";
import { within } from "./wait.js";

/**
 * A promise or the value itself: an editor in the test's own process has no reason to be asynchronous.
 *
 * @example
 * const later: Awaitable<number> = Promise.resolve(1);
 */
export type Awaitable<T> = T | Promise<T>;

/**
 * What a language tool finds, as the hand is told to have it found.
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
 * The hand of a person in one editor. The contract test knows nothing of the editor but this and the wire.
 *
 * Each verb resolves when the editor has done it, not when the endpoint has heard of it, and rejects when it could not be
 * done; what it resolves to is of no interest. **Each must go through the real interface (keys, clicks, commands) in at least one of your tests**; beyond that
 * it may use the editor's own API. Paths are absolute. Positions count from 0 in UTF-16 code units, ends are exclusive.
 *
 * A verb that your editor cannot have is left out and named in `cannot` of {@link TestEditorOptions}.
 *
 * @example
 * const hand: Hand = {
 *   openFile: (path) => nvim.command(`edit ${fnameescape(path)}`),
 *   closeFile: (path) => nvim.command(`bdelete! ${fnameescape(path)}`),
 *   // …
 * };
 */
export interface Hand {
  /** Opens a file and puts it in front; one that is open already comes to the front as it is. */
  openFile(path: string): Awaitable<unknown>;
  /** Closes a file, unsaved changes and all. One that is not open is none of its business: nothing happens. */
  closeFile(path: string): Awaitable<unknown>;
  /** Puts the file in front and selects; an empty range puts the cursor there. The cursor ends up at the range's end. */
  select(path: string, range: TextRange): Awaitable<unknown>;
  /** Points at a file or folder, or at lines of a file (from 0, both included), with the editor's mention command. */
  mention(path: string, lines?: { readonly start: number; readonly end: number }): Awaitable<unknown>;

  /** Types where the cursor is in the file in front; a selection is replaced. A line feed is the Enter key. */
  type?(text: string): Awaitable<unknown>;
  /** Saves a file that is open. */
  save?(path: string): Awaitable<unknown>;

  /** The tab names of the proposals that can be seen now. */
  pendingReviews?(): Awaitable<readonly string[]>;
  /** Accepts a proposal as it is. */
  accept?(tabName: string): Awaitable<unknown>;
  /** Rejects a proposal with the command that is meant for it. */
  reject?(tabName: string): Awaitable<unknown>;
  /** Makes `text` of the proposed text, and accepts. */
  editAndAccept?(tabName: string, text: string): Awaitable<unknown>;
  /** Accepts these hunks, counted from 0 and top down, refuses the others, and is done with the proposal. */
  acceptHunks?(tabName: string, indexes: readonly number[]): Awaitable<unknown>;
  /** Closes the view of a proposal as any other tab or window is closed. */
  closeReview?(tabName: string): Awaitable<unknown>;

  /**
   * Closes the window that the user is at, as a person does, and goes on in another one; what serves the endpoint lives on.
   * An editor that ends with its window cannot do this.
   */
  reopenWindow?(): Awaitable<unknown>;

  /** Makes the editor's language tools report exactly these for an open file, as a language server would. */
  diagnose?(path: string, findings: readonly Finding[]): Awaitable<unknown>;
  /** Pauses sharing with the command that is meant for it, or resumes it. Resolves when that is in force. */
  setPaused?(isPaused: boolean): Awaitable<unknown>;
  /** Makes these the open folders. */
  setFolders?(folders: readonly string[]): Awaitable<unknown>;
  /**
   * Ends what serves the endpoint while the editor lives on, as a sidecar's crash or a window's reload does, and brings it
   * back the way the editor does by itself.
   */
  restartEndpoint?(): Awaitable<unknown>;
  /** Ends the editor as a person does. Resolves when it is gone. */
  quit?(): Awaitable<unknown>;
  /** Ends the editor's process without a warning (SIGKILL). Resolves when it is gone. */
  kill?(): Awaitable<unknown>;
}

/**
 * The verbs that an editor may lack.
 *
 * @example
 * const verb: OptionalVerb = "acceptHunks";
 */
export type OptionalVerb = Exclude<keyof Hand, "openFile" | "closeFile" | "select" | "mention">;

/**
 * A hand on which every verb can be called: one that is missing says so and what to do, and one that does not end within
 * `limitMs` is named, since the runner would tell only that some case took too long.
 */
export function completeHand(hand: Hand, limitMs: number): Required<Hand> {
  const timed = async <T>(verb: keyof Hand, work: () => Awaitable<T>): Promise<T> => {
    if (!hand[verb])
      throw new Error(
        `The hand has no verb "${verb}". Add it, or name it in \`cannot\` if this editor cannot have it.`,
      );
    return await within(limitMs, `The hand's verb "${verb}"`, Promise.resolve(work()));
  };
  return {
    openFile: (path) => timed("openFile", () => hand.openFile(path)),
    closeFile: (path) => timed("closeFile", () => hand.closeFile(path)),
    select: (path, range) => timed("select", () => hand.select(path, range)),
    mention: (path, lines) => timed("mention", () => hand.mention(path, lines)),
    type: (text) => timed("type", () => hand.type?.(text)),
    save: (path) => timed("save", () => hand.save?.(path)),
    pendingReviews: async () => (await timed("pendingReviews", () => hand.pendingReviews?.())) ?? [],
    accept: (tabName) => timed("accept", () => hand.accept?.(tabName)),
    reject: (tabName) => timed("reject", () => hand.reject?.(tabName)),
    editAndAccept: (tabName, text) => timed("editAndAccept", () => hand.editAndAccept?.(tabName, text)),
    acceptHunks: (tabName, indexes) => timed("acceptHunks", () => hand.acceptHunks?.(tabName, indexes)),
    closeReview: (tabName) => timed("closeReview", () => hand.closeReview?.(tabName)),
    reopenWindow: () => timed("reopenWindow", () => hand.reopenWindow?.()),
    diagnose: (path, findings) => timed("diagnose", () => hand.diagnose?.(path, findings)),
    setPaused: (isPaused) => timed("setPaused", () => hand.setPaused?.(isPaused)),
    setFolders: (folders) => timed("setFolders", () => hand.setFolders?.(folders)),
    restartEndpoint: () => timed("restartEndpoint", () => hand.restartEndpoint?.()),
    quit: () => timed("quit", () => hand.quit?.()),
    kill: () => timed("kill", () => hand.kill?.()),
  };
}
