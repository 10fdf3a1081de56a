/** Records what changes on disk while clients are connected, so the user can review and undo it afterwards. */
import type { ClientInfo } from "./editor.js";
import type { DirectoryEntry } from "./privacy/privacy.js";

/** What a recorder may ask about the workspace. */
export interface RecordedWorkspace {
  /** The workspace folders, in order. */
  readonly folders: readonly string[];
  /** Returns true for a file that privacy rules hide, even while sharing is paused. Its text must not be stored. */
  isHidden(path: string): boolean;
  /** Like `isHidden` for the entries of a directory. Returns the names of hidden ones. */
  hiddenIn(directory: string, entries: Iterable<DirectoryEntry>): ReadonlySet<string>;
  /** Returns true if the editor has unsaved text for the file. */
  isUnsaved(path: string): Promise<boolean>;
}

/** Receives what the hub knows about changes. `ChangeRecorder` of @tandem-ide/changes implements it. Its methods don't throw. */
export interface ChangeObserver {
  /** Called once, before anything else. */
  attach(workspace: RecordedWorkspace): void;
  /** Clients connected or disconnected. */
  clientsChanged(clients: readonly ClientInfo[]): void;
  foldersChanged(): void;
  /** The user sent a prompt to a client. */
  promptSent(client: ClientInfo): void;
  /** The user accepted this text in a review, so its write needs no second review. */
  accepted(path: string, content: string): void;
  /** The user saved, created, renamed or deleted the file in the editor. */
  saved(path: string): void;
}
