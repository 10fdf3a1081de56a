/** TOOL-06: the open folders. */
import { basename } from "node:path";
import { toFileUri } from "@tandem-ide/protocol";
import { defineTool, json } from "./tool.js";

export const getWorkspaceFolders = defineTool("getWorkspaceFolders", {
  needs: [],
  whilePaused: "refused",
  async run(_args, { hub: { workspace } }) {
    const [rootPath] = workspace.folders;
    return json({
      success: true,
      folders: workspace.folders.map((path) => ({ name: basename(path), uri: toFileUri(path), path })),
      ...(rootPath !== undefined && { rootPath }),
    });
  },
});
