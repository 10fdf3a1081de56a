/** TOOL-06: the open folders. */
import { basename } from "node:path";
import { toFileUri } from "@tandem/protocol";
import { json, type Tool } from "./tool.js";

export const getWorkspaceFolders: Tool<"getWorkspaceFolders"> = async (_args, { workspace }) => {
  const [rootPath] = workspace.folders;
  return json({
    success: true,
    folders: workspace.folders.map((path) => ({ name: basename(path), uri: toFileUri(path), path })),
    ...(rootPath !== undefined && { rootPath }),
  });
};
