/**
 * A virtual file system with both sides of each review, so that VS Code's diff editor can show them and the right side can be
 * edited and saved without changing the real file.
 */
import { displayName } from "@tandem-ide/protocol";
import type { Review } from "@tandem-ide/server";
import * as vscode from "vscode";

export const reviewScheme = "tandem-review";

export type Side = "base" | "result";

/** A review in the file system. */
export interface ReviewSides {
  readonly base: string;
  readonly result: string;
  /** False if the proposal can only be accepted or rejected as a whole. */
  readonly canEdit: boolean;
  /** When a side was last written. VS Code refuses to save a file with a newer time than expected. */
  changedAt(side: Side): number;
  /** The right side was saved. */
  saved(): void;
}

interface ReviewSide {
  readonly review: string;
  readonly side: Side;
}

/** Returns a path for people: in a workspace folder relative to it, with slashes, and without invisible characters. */
export function shownPath(path: string): string {
  const uri = vscode.Uri.file(path.toWellFormed());
  const relative = vscode.workspace.asRelativePath(uri);
  const shown = relative === uri.fsPath ? uri.path : relative;
  return shown.split("/").map(displayName).join("/");
}

/**
 * `tandem-review://<id>.result/src/name.ts?<tab name>`. VS Code shows the path in the breadcrumbs and gets the language from
 * it. The rest is before the path, because TypeScript ignores queries and would take both sides for one file. The client's
 * name for the review is in logs and tests. Unlike JSON, a URI can't contain a lone surrogate.
 */
export function sideUri({ id, path, tabName }: Pick<Review, "id" | "path" | "tabName">, side: Side): vscode.Uri {
  const shown = `/${shownPath(path).replace(/^\/+/, "")}`;
  return vscode.Uri.from({
    scheme: reviewScheme,
    authority: `${id}.${side}`,
    path: shown,
    query: displayName(tabName),
  });
}

export function parseReviewUri(uri: vscode.Uri | undefined): ReviewSide | undefined {
  if (uri?.scheme !== reviewScheme) return undefined;
  const [, review = "", side] = /^(.+)\.(base|result)$/.exec(uri.authority) ?? [];
  return side === "base" || side === "result" ? { review, side } : undefined;
}

const byteOrderMark = "\uFEFF";

/**
 * A byte-order mark makes VS Code use UTF-8, even if the user has set another default. If the text itself begins with one, two
 * are needed, because VS Code removes one when it decodes and another when it creates the document.
 */
function marksBefore(uri: vscode.Uri, text: string): string {
  if (text.startsWith(byteOrderMark)) return byteOrderMark + byteOrderMark;
  const encoding = vscode.workspace.getConfiguration("files", uri).get<string>("encoding", "utf8");
  return encoding === "utf8" ? "" : byteOrderMark;
}

function encode(uri: vscode.Uri, text: string): Uint8Array {
  return Buffer.from(marksBefore(uri, text) + text, "utf8");
}

function refuse(uri: vscode.Uri): never {
  throw vscode.FileSystemError.NoPermissions(uri);
}

export class ReviewFiles implements vscode.FileSystemProvider {
  readonly #find: (review: string) => ReviewSides | undefined;
  /** Never fires: the left side doesn't change, and only the user changes the right side. */
  readonly onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>().event;

  constructor(find: (review: string) => ReviewSides | undefined) {
    this.#find = find;
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const location = parseReviewUri(uri);
    if (!location) return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    const review = this.#find(location.review);
    // A tab from before a reload: its file must exist so that it can be closed.
    if (!review) return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: 0 };
    const size = encode(uri, review[location.side]).byteLength;
    const isReadonly = location.side === "base" || !review.canEdit;
    return {
      type: vscode.FileType.File,
      ctime: 0,
      mtime: review.changedAt(location.side),
      size,
      ...(isReadonly && { permissions: vscode.FilePermission.Readonly }),
    };
  }

  readFile(uri: vscode.Uri): Uint8Array {
    const location = parseReviewUri(uri);
    const review = location && this.#find(location.review);
    return location && review ? encode(uri, review[location.side]) : new Uint8Array();
  }

  /** Ignores the content: the review already has the text of the document, without VS Code's byte-order marks. */
  writeFile(uri: vscode.Uri): void {
    const location = parseReviewUri(uri);
    if (location?.side === "base") refuse(uri);
    if (location) this.#find(location.review)?.saved();
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => {});
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  readonly createDirectory = refuse;
  readonly delete = refuse;
  readonly rename = refuse;
}
