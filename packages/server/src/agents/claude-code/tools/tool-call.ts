/** One tool call. A class, because creating an object with a getter for each call takes longer than most tools. */
import type { ClientInfo } from "../../../hub/editor.js";
import type { Hub } from "../../../hub/hub.js";
import type { OwnedReviews } from "../../../hub/reviews/owned-reviews.js";
import type { RequestContext } from "../../../json-rpc/receiver.js";

/** The client that calls. */
export interface Caller {
  readonly client: ClientInfo;
  readonly reviews: OwnedReviews;
  /** Reports progress to the client repeatedly, and returns a function that removes the listener. */
  reportWaiting(progressToken: string | number, message: string): () => void;
}

export class ToolCall {
  readonly hub: Hub;
  readonly caller: Caller;
  readonly request: RequestContext;
  readonly #progressToken: string | number | undefined;
  #endReports: (() => void) | undefined;

  constructor(hub: Hub, caller: Caller, request: RequestContext, progressToken: string | number | undefined) {
    this.hub = hub;
    this.caller = caller;
    this.request = request;
    this.#progressToken = progressToken;
  }

  get signal(): AbortSignal {
    return this.request.signal;
  }

  /** Runs the part of a tool that is refused while sharing is paused. */
  unlessPaused<T>(run: () => Promise<T>): Promise<T> {
    return this.hub.gate.pass(this.request, run);
  }

  /** Reports progress if the client requested it (MCP-04). */
  progress(message: string): void {
    if (this.#progressToken !== undefined) this.#endReports = this.caller.reportWaiting(this.#progressToken, message);
  }

  end(): void {
    this.#endReports?.();
  }
}
