/** TOOL-08: has an open document unsaved changes? */
import { tools } from "@tandem/protocol";
import { defineTool, json } from "./tool.js";

export const checkDocumentDirty = defineTool("checkDocumentDirty", tools.checkDocumentDirty.arguments, {
  needs: ["documentState"],
  whilePaused: "refused",
  hiddenFiles: "refused",
  async run({ filePath }, { hub: { editor, workspace, privacy, call }, signal }) {
    const path = workspace.absolute(filePath);
    const withheld = privacy.judge(path);
    if (withheld) return json({ success: false, message: withheld.message });
    const state = await call("checkDocumentDirty", signal, (inner) => editor.documentState?.(path, inner));
    if (!state) return json({ success: false, message: `Document not open: ${filePath}` });
    return json({ success: true, filePath: path, isDirty: state.isDirty, isUntitled: state.isUntitled });
  },
});
