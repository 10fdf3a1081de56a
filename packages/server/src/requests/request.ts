/** What every workspace request has; they are plain JSON-RPC and confined to the workspace (SEC-01). */
import type { RequestMethod, RequestParams, RequestResult } from "@tandem/protocol";
import type { RawJson } from "../peer.js";
import type { Services } from "../services.js";
import type { KnownFiles } from "./known-files.js";

export interface WorkspaceRequestContext extends Services {
  readonly signal: AbortSignal;
  /** The client's own. */
  readonly files: KnownFiles;
}

export type WorkspaceRequest<M extends RequestMethod> = (
  params: RequestParams<M>,
  context: WorkspaceRequestContext,
) => Promise<RequestResult<M> | RawJson>;
