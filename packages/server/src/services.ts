/** What tools and requests need of the endpoint; the same for all sessions. */
import type { Clock, Logger } from "@tandem/base";
import type { SourceFiles } from "./diagnostics/source-files.js";
import type { Editor } from "./editor.js";
import type { EditorCalls } from "./editor-call.js";
import type { UnfinishedWrites } from "./files/unfinished-writes.js";
import type { SelectionFeed } from "./notifications/selection.js";
import type { Privacy } from "./privacy.js";
import type { SharingGate } from "./sharing-gate.js";
import type { KnownDiagnostics } from "./tools/known-diagnostics.js";
import type { Workspace } from "./workspace.js";

export interface Services {
  readonly editor: Editor;
  readonly workspace: Workspace;
  readonly privacy: Privacy;
  /** What tells or does something passes through it. */
  readonly gate: SharingGate;
  readonly selection: SelectionFeed;
  readonly diagnostics: KnownDiagnostics;
  /** What is known of the source files that diagnostics may quote. */
  readonly sources: SourceFiles;
  readonly clock: Clock;
  readonly call: EditorCalls;
  readonly log: Logger;
  readonly unfinished: UnfinishedWrites;
  readonly maxMessageBytes: number;
}
