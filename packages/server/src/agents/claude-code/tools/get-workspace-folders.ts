/** TOOL-06: the open folders. */
import { basename } from "node:path";
import { toFileUri, tools } from "@tandem/protocol";
import { defineTool, json } from "./tool.js";

export const getWorkspaceFolders = defineTool("getWorkspaceFolders", tools.getWorkspaceFolders.arguments, {
  needs: [],
  whilePaused: "refused",
  hiddenFiles: "none",
  async run(_args, { hub: { workspace } }) {
    const [rootPath] = workspace.folders;
    return json({
      success: true,
      folders: workspace.folders.map((path) => ({ name: basename(path), uri: toFileUri(path), path })),
      ...(rootPath !== undefined && { rootPath }),
    });
  },
});
