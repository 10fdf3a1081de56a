/** What kind of endpoint it is: found out once in a run, and only when a check asks. */
import type { InitializeResult, ToolDefinition, WorkspaceRequestMode } from "@tandem/protocol";
import type { Ending } from "./wire/raw-client.js";
import type { HttpAnswer } from "./wire/raw-socket.js";

/** What became of a connection when a second one came. */
export interface Encounter {
  /** `many`: both are served. `single`: the second replaced the first. `refuses`: the second was turned away. */
  readonly policy: "many" | "single" | "refuses";
  /** How the second was turned away. */
  readonly refusal?: HttpAnswer;
  /** How the first was let go. */
  readonly ending?: Ending;
}

export interface Facts {
  /** What `initialize` answers. */
  initializeResult(): Promise<InitializeResult>;
  /** What `tools/list` answers. */
  tools(): Promise<readonly ToolDefinition[]>;
  toolNames(): Promise<ReadonlySet<string>>;
  /** What two clients did to each other. */
  encounter(): Promise<Encounter>;
  /** What the workspace requests may do: as the caller says, else the lock, else as it looks. */
  requestMode(): Promise<WorkspaceRequestMode>;
  /** How many clients the endpoint takes. */
  policy(): Promise<Encounter["policy"]>;
}
