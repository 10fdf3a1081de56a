/**
 * The URIs of the texts that VS Code compares with files: `tandem-change:/folder/a.ts?side=before&turn=3`. VS Code gets
 * the language from the name.
 */
import * as vscode from "vscode";

export const changeScheme = "tandem-change";

export interface ChangeText {
  readonly path: string;
  /** `after` is for deleted files, which have no file to show. */
  readonly side: "before" | "after";
  /** Undefined for the text before the oldest turn that is listed. */
  readonly turn: string | undefined;
}

export function changeUri({ path, side, turn }: ChangeText): vscode.Uri {
  const query = new URLSearchParams({ side, ...(turn !== undefined && { turn }) }).toString();
  return vscode.Uri.file(path.toWellFormed()).with({ scheme: changeScheme, query });
}

export function parseChangeUri(uri: vscode.Uri | undefined): ChangeText | undefined {
  if (uri?.scheme !== changeScheme) return undefined;
  const query = new URLSearchParams(uri.query);
  const side = query.get("side");
  if (side !== "before" && side !== "after") return undefined;
  return { path: uri.with({ scheme: "file", query: "" }).fsPath, side, turn: query.get("turn") ?? undefined };
}
