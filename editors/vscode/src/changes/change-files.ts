/**
 * A read-only file system with the texts that VS Code compares with files. It is available before the rest of this folder is
 * loaded, so that diffs from before a reload of the window can open.
 */
import * as vscode from "vscode";
import { type ChangeText, parseChangeUri } from "./change-uri.js";

export interface ReadText {
  readonly bytes: Uint8Array;
  /** VS Code only reads a file again if its time has changed. */
  readonly changedAt: number;
}

function refuse(uri: vscode.Uri): never {
  throw vscode.FileSystemError.NoPermissions(uri);
}

export class ChangeFiles implements vscode.FileSystemProvider {
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  readonly #read: (text: ChangeText) => Promise<ReadText>;

  constructor(read: (text: ChangeText) => Promise<ReadText>) {
    this.#read = read;
  }

  /** The texts may have changed. */
  changed(uris: readonly vscode.Uri[]): void {
    this.#changed.fire(uris.map((uri) => ({ type: vscode.FileChangeType.Changed, uri })));
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const text = parseChangeUri(uri);
    if (!text) return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    const { bytes, changedAt } = await this.#read(text);
    return {
      type: vscode.FileType.File,
      permissions: vscode.FilePermission.Readonly,
      ctime: 0,
      mtime: changedAt,
      size: bytes.byteLength,
    };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const text = parseChangeUri(uri);
    return text ? (await this.#read(text)).bytes : new Uint8Array();
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => {});
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  readonly writeFile = refuse;
  readonly createDirectory = refuse;
  readonly delete = refuse;
  readonly rename = refuse;
}
