/** TOOL-08: whether an open document has unsaved changes. */
import { defineTool, json } from "./tool.js";

export const checkDocumentDirty = defineTool("checkDocumentDirty", {
  needs: ["documentState"],
  whilePaused: "refused",
  async run({ filePath }, { hub: { editor, workspace, privacy, call }, signal }) {
    const path = workspace.absolute(filePath);
    const hidden = privacy.checkRules(path);
    if (hidden) return json({ success: false, message: hidden.message });
    const state = await call("checkDocumentDirty", signal, (inner) => editor.documentState?.(path, inner));
    if (!state) return json({ success: false, message: `Document not open: ${filePath}` });
    return json({ success: true, filePath: path, isDirty: state.isDirty, isUntitled: state.isUntitled });
  },
});
