/** What every workspace request has; they are plain JSON-RPC and confined to the workspace (SEC-01). */
import type { RequestMethod, RequestParams, RequestResult } from "@tandem/protocol";
import type { Services } from "../tools/tool.js";

export interface RequestContext extends Services {
  readonly signal: AbortSignal;
}

export type WorkspaceRequest<M extends RequestMethod> = (
  params: RequestParams<M>,
  context: RequestContext,
) => Promise<RequestResult<M>>;
