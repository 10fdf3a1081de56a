/** Finds and closes the tabs of reviews. */
import * as vscode from "vscode";
import { allTabs, documentOf } from "../editor/tabs.js";
import { parseReviewUri } from "./review-files.js";

/** Returns the URIs of a tab. The user can also open a single side. */
function sidesOf({ input }: vscode.Tab): readonly vscode.Uri[] {
  if (input instanceof vscode.TabInputTextDiff) return [input.original, input.modified];
  return input instanceof vscode.TabInputText ? [input.uri] : [];
}

/** Returns the review of a tab. */
export function reviewOf(tab: vscode.Tab): string | undefined {
  for (const uri of sidesOf(tab)) {
    const side = parseReviewUri(uri);
    if (side) return side.review;
  }
  return undefined;
}

export function tabsOf(review: string): readonly vscode.Tab[] {
  return allTabs().filter((tab) => reviewOf(tab) === review);
}

/** Returns tabs of unknown reviews, from before a reload. */
export function orphanedTabs(isKnown: (review: string) => boolean): readonly vscode.Tab[] {
  return allTabs().filter((tab) => {
    const review = reviewOf(tab);
    return review !== undefined && !isKnown(review);
  });
}

/** A save takes longer than this only if another extension or the user is in the way. */
const saveMs = 2000;

/** Resolves when a document has been saved, or after a time. */
function nextSave(document: vscode.TextDocument): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      saves.dispose();
      resolve();
    };
    const saves = vscode.workspace.onDidSaveTextDocument((saved) => saved === document && end());
    const timer = setTimeout(end, saveMs);
  });
}

/** Saves a document. VS Code ignores that while another save of it is running, so this waits for that one. */
async function save(document: vscode.TextDocument): Promise<void> {
  const saved = nextSave(document);
  await document.save();
  if (!document.isDirty) return;
  await saved;
  if (document.isDirty) await document.save();
}

/** Closes tabs without asking to save. They are saved first, which has no effect on the review. */
export async function closeTabsSilently(tabs: readonly vscode.Tab[]): Promise<void> {
  for (const uri of tabs.flatMap(sidesOf)) {
    const document = parseReviewUri(uri)?.side === "result" ? documentOf(uri) : undefined;
    if (document?.isDirty) await save(document);
  }
  // VS Code may have created new objects for the same tabs in the meantime.
  const reviews = new Set(tabs.map(reviewOf));
  const open = allTabs().filter((tab) => reviewOf(tab) !== undefined && reviews.has(reviewOf(tab)));
  await vscode.window.tabGroups.close(open, true);
}
