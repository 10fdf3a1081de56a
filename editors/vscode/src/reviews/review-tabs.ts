/** The tabs in which reviews are shown. */
import * as vscode from "vscode";
import { allTabs, documentOf } from "../editor/tabs.js";
import { placeOf } from "./review-files.js";

/** The side of a review that a tab shows; a user may open one alone. */
function sidesOf({ input }: vscode.Tab): readonly vscode.Uri[] {
  if (input instanceof vscode.TabInputTextDiff) return [input.original, input.modified];
  return input instanceof vscode.TabInputText ? [input.uri] : [];
}

/** Which review a tab belongs to. */
export function reviewOf(tab: vscode.Tab): string | undefined {
  for (const uri of sidesOf(tab)) {
    const place = placeOf(uri);
    if (place) return place.review;
  }
  return undefined;
}

export function tabsOf(review: string): readonly vscode.Tab[] {
  return allTabs().filter((tab) => reviewOf(tab) === review);
}

/** Tabs of reviews that are none of these: what a reload left. */
export function orphanedTabs(isKnown: (review: string) => boolean): readonly vscode.Tab[] {
  return allTabs().filter((tab) => {
    const review = reviewOf(tab);
    return review !== undefined && !isKnown(review);
  });
}

/**
 * Closes tabs without a question. What is unsaved in them is "saved" first, which goes nowhere: whoever calls this has
 * decided what becomes of the text.
 */
export async function closeQuietly(tabs: readonly vscode.Tab[]): Promise<void> {
  for (const uri of tabs.flatMap(sidesOf)) {
    const document = placeOf(uri)?.side === "result" ? documentOf(uri) : undefined;
    if (document?.isDirty) await document.save();
  }
  // VS Code may have made new objects for the same tabs meanwhile.
  const reviews = new Set(tabs.map(reviewOf));
  const open = allTabs().filter((tab) => reviewOf(tab) !== undefined && reviews.has(reviewOf(tab)));
  await vscode.window.tabGroups.close(open, true);
}
