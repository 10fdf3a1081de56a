/**
 * The two sides of each review as files of a file system of our own, so that VS Code's own diff editor shows them, the
 * right side can be edited and saved, and the real file is never touched.
 */
import { shownName } from "@tandem/protocol";
import * as vscode from "vscode";

export const reviewScheme = "tandem-review";

export type Side = "base" | "result";

/** What the file system asks of a review. */
export interface ReviewSides {
  readonly base: string;
  readonly result: string;
  /** False where the proposal is only taken or refused as it is. */
  readonly canEdit: boolean;
  /** When a side was last written. Each has its own: VS Code refuses to save a file whose time is newer than it knows. */
  changedAt(side: Side): number;
  /** The right side was saved. Its text is that of its document. */
  saved(): void;
}

interface Place {
  readonly review: string;
  readonly side: Side;
}

/**
 * `tandem-review:/<review>/result/name.ts`: the name at the end decides the language, and is shown above the text. An address
 * has no place for half a character, which JSON can hold.
 */
export function sideUri(review: string, side: Side, name: string): vscode.Uri {
  return vscode.Uri.from({ scheme: reviewScheme, path: `/${review}/${side}/${shownName(name)}` });
}

export function placeOf(uri: vscode.Uri | undefined): Place | undefined {
  if (uri?.scheme !== reviewScheme) return undefined;
  const [, review = "", side, name] = uri.path.split("/");
  return name !== undefined && (side === "base" || side === "result") ? { review, side } : undefined;
}

const byteOrderMark = "\uFEFF";

/**
 * The user may have another encoding as a default for files: a mark says that these are UTF-8. A text may begin with a mark
 * of its own, and VS Code takes two off: one when it decodes, one when it makes a document of the text.
 */
function marksBefore(uri: vscode.Uri, text: string): string {
  if (text.startsWith(byteOrderMark)) return byteOrderMark + byteOrderMark;
  const encoding = vscode.workspace.getConfiguration("files", uri).get<string>("encoding", "utf8");
  return encoding === "utf8" ? "" : byteOrderMark;
}

function encode(uri: vscode.Uri, text: string): Uint8Array {
  return Buffer.from(marksBefore(uri, text) + text, "utf8");
}

export class ReviewFiles implements vscode.FileSystemProvider {
  readonly #find: (review: string) => ReviewSides | undefined;
  /** Never: the left side stays as it is, and the right side is the user's. */
  readonly onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>().event;

  constructor(find: (review: string) => ReviewSides | undefined) {
    this.#find = find;
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const place = placeOf(uri);
    if (!place) return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    const review = this.#find(place.review);
    // A view of before a reload: it has to be there to be closed.
    if (!review) return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: 0 };
    const size = encode(uri, review[place.side]).byteLength;
    const isReadonly = place.side === "base" || !review.canEdit;
    return {
      type: vscode.FileType.File,
      ctime: 0,
      mtime: review.changedAt(place.side),
      size,
      ...(isReadonly && { permissions: vscode.FilePermission.Readonly }),
    };
  }

  readFile(uri: vscode.Uri): Uint8Array {
    const place = placeOf(uri);
    const review = place && this.#find(place.review);
    return place && review ? encode(uri, review[place.side]) : new Uint8Array();
  }

  /** What is written is not read: it has marks before it, as many as VS Code has kept. */
  writeFile(uri: vscode.Uri): void {
    const place = placeOf(uri);
    if (place?.side === "base") throw vscode.FileSystemError.NoPermissions(uri);
    if (place) this.#find(place.review)?.saved();
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => {});
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }
}
