/** TOOL-09: saves an open document. */

import { messageOf } from "@tandem/base";
import { tools } from "@tandem/protocol";
import { EditorTimeout } from "../../../hub/editor-call.js";
import { isPrivacyFile, onlyTheUser } from "../../../hub/privacy/privacy-file.js";
import { defineTool, json } from "./tool.js";

export const saveDocument = defineTool("saveDocument", tools.saveDocument.arguments, {
  needs: ["saveDocument"],
  whilePaused: "refused",
  hiddenFiles: "refused",
  async run({ filePath }, { hub: { editor, workspace, privacy, call }, signal }) {
    const path = workspace.absolute(filePath);
    const withheld = privacy.judge(path);
    if (withheld) return json({ success: false, message: withheld.message });
    // Saving what the user has typed into them would put rules in force that they have not finished.
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
