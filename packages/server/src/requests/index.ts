/** The table of workspace requests, and a call through it: schema, request, answer. */
import { type RequestMethod, requests as specs } from "@tandem/protocol";
import pLimit from "p-limit";
import { parsing } from "../parsing.js";
import type { RequestContext } from "../peer.js";
import type { Services } from "../services.js";
import { getCurrentFile } from "./get-current-file.js";
import { getOpenFiles } from "./get-open-files.js";
import { getWorkspaceInfo } from "./get-workspace-info.js";
import { KnownFiles } from "./known-files.js";
import { listFiles } from "./list-files.js";
import { readFile } from "./read-file.js";
import type { WorkspaceRequestContext } from "./request.js";
import { workspaceSelection } from "./workspace-selection.js";
import { writeFile } from "./write-file.js";

type Answer = (params: unknown) => (context: WorkspaceRequestContext) => Promise<unknown>;

const requests: Readonly<Record<RequestMethod, Answer>> = {
  "files/read": parsing("files/read", specs["files/read"], readFile),
  readFile: parsing("readFile", specs.readFile, readFile),
  writeFile: parsing("writeFile", specs.writeFile, writeFile),
  listFiles: parsing("listFiles", specs.listFiles, listFiles),
  getWorkspaceInfo: parsing("getWorkspaceInfo", specs.getWorkspaceInfo, getWorkspaceInfo),
  getOpenFiles: parsing("getOpenFiles", specs.getOpenFiles, getOpenFiles),
  getCurrentFile: parsing("getCurrentFile", specs.getCurrentFile, getCurrentFile),
  "workspace/selection": parsing("workspace/selection", specs["workspace/selection"], workspaceSelection),
};

/** Reading files and walking folders side by side holds their contents all at once: so few at a time for each client. */
const atOnce = 4;

/** The workspace requests of one client. */
export class WorkspaceRequests {
  readonly #services: Services;
  readonly #limit = pLimit(atOnce);
  readonly #files: KnownFiles;

  constructor(services: Services) {
    this.#services = services;
    this.#files = new KnownFiles(services);
  }

  async answer(method: RequestMethod, params: unknown, request: RequestContext): Promise<unknown> {
    const run = requests[method](params);
    // Not awaited: this call would keep the raw params until the answer is there.
    return this.#limit(() => {
      const { signal } = request;
      signal.throwIfAborted(); // The client may have gone while this waited for its turn.
      return this.#services.gate.pass(request, () => run({ ...this.#services, files: this.#files, signal }));
    });
  }

  /** A health check: what nobody has asked for in a while is forgotten. */
  rest(): void {
    this.#files.rest();
  }

  close(): void {
    this.#files.close();
  }
}
