/** Unsaved texts outlive Tandem: the journal has them, whatever ends it. An orderly end says so. */
import type { Workbench } from "@tandem/workbench";
import { shownPath } from "../paths.js";

/** Brings the journal up to date and leaves the files as they are. Returns what to tell the user; it does not fail. */
export async function keepUnsaved(workbench: Workbench): Promise<string[]> {
  await workbench.windows.flush();
  const failures = new Map((await workbench.drafts.flush()).map(({ key, why }) => [key, why]));
  return workbench.documents.unsaved.map(({ path }) => {
    const why = failures.get(path);
    return why === undefined
      ? `${shownPath(path)} had unsaved changes. Start tandem on this folder again within 14 days to get them back.`
      : `${shownPath(path)} had unsaved changes, and they could not be kept: ${why}`;
  });
}
