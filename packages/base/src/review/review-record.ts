import type { Feedback } from "./feedback.js";

/** How a review ended. */
export interface ReviewRecord {
  readonly id: string;
  readonly client: { readonly id: string; readonly name: string; readonly version: string; readonly pid?: number };
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly endedAt: number;
  /** `withdrawn`: the client cancelled the proposal or disconnected before the user decided. */
  readonly outcome: "accepted" | "rejected" | "withdrawn";
  /** Whether the accepted text is on disk. Undefined until that is known, and for other outcomes. */
  readonly isWritten?: boolean;
  /** What the user wants to tell the agent. */
  readonly feedback?: Feedback;
}
