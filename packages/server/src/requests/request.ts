/** What every workspace request has; they are plain JSON-RPC and confined to the workspace (SEC-01). */
import type { RequestMethod, RequestParams, RequestResult } from "@tandem/protocol";
import type { Services } from "../services.js";

export interface WorkspaceRequestContext extends Services {
  readonly signal: AbortSignal;
}

export type WorkspaceRequest<M extends RequestMethod> = (
  params: RequestParams<M>,
  context: WorkspaceRequestContext,
) => Promise<RequestResult<M>>;
