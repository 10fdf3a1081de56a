/** TOOL-09: saves an open document. */
import { messageOf } from "@tandem-ide/base";
import { EditorTimeout } from "../../../hub/editor-call.js";
import { isPrivacyFile, onlyTheUser } from "../../../hub/privacy/rules-file.js";
import { defineTool, json } from "./tool.js";

export const saveDocument = defineTool("saveDocument", {
  needs: ["saveDocument"],
  whilePaused: "refused",
  async run({ filePath }, { hub: { editor, workspace, privacy, call }, signal }) {
    const path = workspace.absolute(filePath);
    const hidden = privacy.checkRules(path);
    if (hidden) return json({ success: false, message: hidden.message });
    // Saving would activate rules that the user is still editing.
    if (isPrivacyFile(path, workspace.folders)) return json({ success: false, message: `${onlyTheUser}: ${filePath}` });
    let saved: true | undefined;
    try {
      saved = await call("saveDocument", signal, (inner) => editor.saveDocument?.(path, inner));
    } catch (error) {
      if (signal.aborted || error instanceof EditorTimeout) throw error;
      return json({ success: true, filePath: path, saved: false, message: `Not saved: ${messageOf(error)}` });
    }
    if (!saved) return json({ success: false, message: `Document not open: ${filePath}` });
    return json({ success: true, filePath: path, saved: true, message: "Document saved" });
  },
});
