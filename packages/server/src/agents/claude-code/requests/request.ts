/** Types of workspace requests, which are plain JSON-RPC and confined to the workspace (SEC-01). */
import type { RequestMethod, RequestParams, RequestResult } from "@tandem-ide/protocol";
import type { ClientInfo } from "../../../hub/editor.js";
import type { Hub } from "../../../hub/hub.js";
import type { RawJson, RequestContext } from "../../../json-rpc/receiver.js";
import type { Settings } from "../../../options.js";
import type { FileListCache } from "./file-list-cache.js";

export interface WorkspaceRequestContext {
  readonly hub: Hub;
  readonly settings: Settings;
  readonly client: ClientInfo;
  readonly request: RequestContext;
  readonly signal: AbortSignal;
  /** The client's cache. */
  readonly files: FileListCache;
}

export type WorkspaceRequest<M extends RequestMethod> = (
  params: RequestParams<M>,
  context: WorkspaceRequestContext,
) => Promise<RequestResult<M> | RawJson>;
