/** Dispatches workspace requests. */
import {
  errorCodes,
  parseParams,
  type RequestMethod,
  type RequestParams,
  RpcError,
  requests as requestSchemas,
  type Schema,
} from "@tandem-ide/protocol";
import pLimit from "p-limit";
import type { ClientInfo } from "../../../hub/editor.js";
import type { Hub } from "../../../hub/hub.js";
import type { RequestContext } from "../../../json-rpc/receiver.js";
import type { Settings } from "../../../options.js";
import { FileListCache } from "./file-list-cache.js";
import { getCurrentFile } from "./get-current-file.js";
import { getOpenFiles } from "./get-open-files.js";
import { getWorkspaceInfo } from "./get-workspace-info.js";
import { listFiles } from "./list-files.js";
import { readFile } from "./read-file.js";
import type { WorkspaceRequestContext } from "./request.js";
import { workspaceSelection } from "./workspace-selection.js";
import { writeFile } from "./write-file.js";

type Run = (context: WorkspaceRequestContext) => Promise<unknown>;

const schemas: { readonly [M in RequestMethod]: Schema<RequestParams<M>> } = requestSchemas;

/** Parses the params at once, so the rest of the message isn't kept while the request runs or waits. */
function parsing<M extends RequestMethod>(
  method: M,
  request: (params: RequestParams<M>, context: WorkspaceRequestContext) => Promise<unknown>,
): (raw: unknown) => Run {
  return (raw) => {
    const params = parseParams(schemas[method], raw, method);
    return (context) => request(params, context);
  };
}

const requests: Readonly<Record<RequestMethod, (raw: unknown) => Run>> = {
  "files/read": parsing("files/read", readFile),
  readFile: parsing("readFile", readFile),
  writeFile: parsing("writeFile", writeFile),
  listFiles: parsing("listFiles", listFiles),
  getWorkspaceInfo: parsing("getWorkspaceInfo", getWorkspaceInfo),
  getOpenFiles: parsing("getOpenFiles", getOpenFiles),
  getCurrentFile: parsing("getCurrentFile", getCurrentFile),
  "workspace/selection": parsing("workspace/selection", workspaceSelection),
};

/** Concurrent requests hold all their file contents in memory, so each client gets only a few at a time. */
const maxConcurrent = 4;

/** The workspace requests of one client. */
export class WorkspaceRequests {
  readonly #hub: Hub;
  readonly #settings: Settings;
  readonly #client: () => ClientInfo;
  readonly #limit = pLimit(maxConcurrent);
  readonly #files: FileListCache;

  constructor(hub: Hub, settings: Settings, client: () => ClientInfo) {
    this.#hub = hub;
    this.#settings = settings;
    this.#client = client;
    this.#files = new FileListCache(hub);
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
      signal.throwIfAborted(); // The client may have disconnected while this was queued.
      const context = { hub: this.#hub, settings: this.#settings, client: this.#client(), request, signal };
      return this.#hub.gate.pass(request, () => run({ ...context, files: this.#files }));
    };
    // A write under review must not block others. Not awaited, because this frame would retain the raw params.
    return mode === "ask" && method === "writeFile" ? begin() : this.#limit(begin);
  }

  /** Called on each health check. Frees data that wasn't requested for a while. */
  onHealthCheck(): void {
    this.#files.onHealthCheck();
  }

  close(): void {
    this.#files.close();
  }
}
