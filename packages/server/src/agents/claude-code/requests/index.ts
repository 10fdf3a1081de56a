/** The table of workspace requests, and a call through it: schema, request, answer. */
import {
  errorCodes,
  type Parsed,
  parseParams,
  type RequestMethod,
  RpcError,
  type Schema,
  requests as schemas,
} from "@tandem/protocol";
import pLimit from "p-limit";
import type { ClientInfo } from "../../../hub/editor.js";
import type { Hub } from "../../../hub/hub.js";
import type { Settings } from "../../../options.js";
import type { RequestContext } from "../peer/peer.js";
import { getCurrentFile } from "./get-current-file.js";
import { getOpenFiles } from "./get-open-files.js";
import { getWorkspaceInfo } from "./get-workspace-info.js";
import { KnownFiles } from "./known-files.js";
import { listFiles } from "./list-files.js";
import { readFile } from "./read-file.js";
import type { WorkspaceRequestContext } from "./request.js";
import { workspaceSelection } from "./workspace-selection.js";
import { writeFile } from "./write-file.js";

type Run = (context: WorkspaceRequestContext) => Promise<unknown>;

/** Parses at once, so that whatever else was sent along need not be kept while the request runs or waits. */
function parsing<S extends Schema>(
  method: RequestMethod,
  schema: S,
  request: (params: Parsed<S>, context: WorkspaceRequestContext) => Promise<unknown>,
): (raw: unknown) => Run {
  return (raw) => {
    const params = parseParams(schema, raw, method);
    return (context) => request(params, context);
  };
}

const requests: Readonly<Record<RequestMethod, (raw: unknown) => Run>> = {
  "files/read": parsing("files/read", schemas["files/read"], readFile),
  readFile: parsing("readFile", schemas.readFile, readFile),
  writeFile: parsing("writeFile", schemas.writeFile, writeFile),
  listFiles: parsing("listFiles", schemas.listFiles, listFiles),
  getWorkspaceInfo: parsing("getWorkspaceInfo", schemas.getWorkspaceInfo, getWorkspaceInfo),
  getOpenFiles: parsing("getOpenFiles", schemas.getOpenFiles, getOpenFiles),
  getCurrentFile: parsing("getCurrentFile", schemas.getCurrentFile, getCurrentFile),
  "workspace/selection": parsing("workspace/selection", schemas["workspace/selection"], workspaceSelection),
};

/** Reading files and walking folders side by side holds their contents all at once: so few at a time for each client. */
const atOnce = 4;

/** The workspace requests of one client. */
export class WorkspaceRequests {
  readonly #hub: Hub;
  readonly #settings: Settings;
  readonly #client: () => ClientInfo;
  readonly #limit = pLimit(atOnce);
  readonly #files: KnownFiles;

  constructor(hub: Hub, settings: Settings, client: () => ClientInfo) {
    this.#hub = hub;
    this.#settings = settings;
    this.#client = client;
    this.#files = new KnownFiles(hub);
  }

  async answer(method: RequestMethod, params: unknown, request: RequestContext): Promise<unknown> {
    const { workspaceRequests: mode } = this.#settings;
    if (mode === "off" || (mode === "read" && method === "writeFile"))
      throw new RpcError(
        errorCodes.methodNotFound,
        `${this.#hub.editor.name} does not answer ${method}: its setting for workspace requests is "${mode}"`,
      );
    const run = requests[method](params);
    const begin = () => {
      const { signal } = request;
      signal.throwIfAborted(); // The client may have gone while this waited for its turn.
      const context = { hub: this.#hub, settings: this.#settings, client: this.#client(), request, signal };
      return this.#hub.gate.pass(request, () => run({ ...context, files: this.#files }));
    };
    // A write that waits for a person keeps nobody else waiting. Not awaited: this call would keep the raw params.
    return mode === "ask" && method === "writeFile" ? begin() : this.#limit(begin);
  }

  /** A health check: what nobody has asked for in a while is forgotten. */
  rest(): void {
    this.#files.rest();
  }

  close(): void {
    this.#files.close();
  }
}
