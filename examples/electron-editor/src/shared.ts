/** What the page asks of the main process, beside Tandem: files and folders. */

export interface TreeEntry {
  readonly name: string;
  readonly path: string;
  readonly isFolder: boolean;
}

export type SaveOutcome = "saved" | "changed on disk";

/** What a page finds as `window.files`. */
export interface FilesBridge {
  folders(): Promise<readonly string[]>;
  list(folder: string): Promise<readonly TreeEntry[]>;
  /** Line breaks are LF and there is no byte-order mark; saving brings back what the file has. */
  read(path: string): Promise<string>;
  /** Writes only over `onDisk`, the text that this window believes to be there; with null over anything. */
  save(path: string, text: string, onDisk: string | null): Promise<SaveOutcome>;
  /** Asks the user for another folder. */
  openFolder(): Promise<void>;
  restartConnection(): Promise<void>;
  onChanged(listener: (change: FilesChange) => void): void;
}

/** What the main process tells. */
export type FilesChange =
  | { readonly kind: "folders"; readonly folders: readonly string[] }
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "command"; readonly command: "save" | "close" };

/** The names under which both sides know them. */
export const requests = {
  folders: "files:folders",
  list: "files:list",
  read: "files:read",
  save: "files:save",
  openFolder: "files:open-folder",
  restartConnection: "tandem:restart",
} as const;
export const changed = "files:changed";
