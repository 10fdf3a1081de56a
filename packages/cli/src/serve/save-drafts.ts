import type { Workbench } from "@tandem-ide/workbench";
import { shownPath } from "../paths.js";

/** Saves unsaved text as drafts and returns messages for the user. Doesn't change the files, and never rejects. */
export async function saveDrafts(workbench: Workbench): Promise<string[]> {
  await workbench.windows.flush();
  const failures = new Map((await workbench.drafts.flush()).map(({ key, why }) => [key, why]));
  return workbench.documents.unsaved.map(({ path }) => {
    const why = failures.get(path);
    return why === undefined
      ? `${shownPath(path)} has unsaved changes. Run tandem in this folder again within 14 days to restore them.`
      : `${shownPath(path)} has unsaved changes that couldn't be kept: ${why}`;
  });
}
