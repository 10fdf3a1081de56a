/**
 * The table of workspace requests, and a call through it: schema, request, answer.
 * Loaded at the first such request: Claude Code itself sends none.
 */
import { type RequestMethod, requests as specs } from "@tandem/protocol";
import { parsing } from "../parsing.js";
import { getCurrentFile } from "./get-current-file.js";
import { getOpenFiles } from "./get-open-files.js";
import { getWorkspaceInfo } from "./get-workspace-info.js";
import { listFiles } from "./list-files.js";
import { readFile } from "./read-file.js";
import type { RequestContext } from "./request.js";
import { workspaceSelection } from "./workspace-selection.js";
import { writeFile } from "./write-file.js";

type Answer = (params: unknown, context: RequestContext) => Promise<unknown>;

const requests: Readonly<Record<RequestMethod, Answer>> = {
  "files/read": parsing("files/read", specs["files/read"].params, readFile),
  readFile: parsing("readFile", specs.readFile.params, readFile),
  writeFile: parsing("writeFile", specs.writeFile.params, writeFile),
  listFiles: parsing("listFiles", specs.listFiles.params, listFiles),
  getWorkspaceInfo: parsing("getWorkspaceInfo", specs.getWorkspaceInfo.params, getWorkspaceInfo),
  getOpenFiles: parsing("getOpenFiles", specs.getOpenFiles.params, getOpenFiles),
  getCurrentFile: parsing("getCurrentFile", specs.getCurrentFile.params, getCurrentFile),
  "workspace/selection": parsing("workspace/selection", specs["workspace/selection"].params, workspaceSelection),
};

export async function answerRequest(method: RequestMethod, params: unknown, context: RequestContext): Promise<unknown> {
  return await requests[method](params, context);
}
