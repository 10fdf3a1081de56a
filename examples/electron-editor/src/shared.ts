/** The interface between the page and the main process for files and folders. */

export interface TreeEntry {
  readonly name: string;
  readonly path: string;
  readonly isFolder: boolean;
}

export type SaveOutcome = "saved" | "changed on disk";

/** The page's `window.files`. */
export interface FilesBridge {
  folders(): Promise<readonly string[]>;
  list(folder: string): Promise<readonly TreeEntry[]>;
  /** Returns the text with LF line breaks and without byte-order mark. Saving restores both. */
  read(path: string): Promise<string>;
  /** Saves if the file still has the text `onDisk`. With null it overwrites anything. */
  save(path: string, text: string, onDisk: string | null): Promise<SaveOutcome>;
  /** Lets the user choose another folder. */
  openFolder(): Promise<void>;
  restartConnection(): Promise<void>;
  onChanged(listener: (change: FilesChange) => void): void;
}

/** Notifications from the main process. */
export type FilesChange =
  | { readonly kind: "folders"; readonly folders: readonly string[] }
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "file"; readonly path: string }
  | {
      readonly kind: "command";
      readonly command: "save" | "close" | "show-changes" | "show-reviews" | "show-decisions";
    };

/** The IPC channel names. */
export const requests = {
  folders: "files:folders",
  list: "files:list",
  read: "files:read",
  save: "files:save",
  openFolder: "files:open-folder",
  restartConnection: "tandem:restart",
} as const;
export const changed = "files:changed";
