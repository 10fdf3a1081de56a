/** Brings text back that an earlier run kept. */
import type { Group } from "../../messages.js";
import type { FileTabState } from "../tabs.js";
import type { Workbench } from "../workbench.js";

/** Opens the file with that text as unsaved changes; the file itself is left alone. Throws words for people. */
export async function restoreDraft(workbench: Workbench, id: string, group: Group): Promise<FileTabState> {
  const kept = await workbench.drafts.read(id);
  if (kept.kind === "review") throw new Error("Claude is no longer waiting for this text. Copy what you need of it.");
  const { document, tab } = await workbench.open(kept.path, false, group, true);
  await document.restore(kept);
  await workbench.drafts.restored(id);
  return tab;
}
