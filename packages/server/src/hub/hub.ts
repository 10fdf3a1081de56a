/**
 * What every agent needs of an editor, and nothing of any wire: folders, privacy and pause, the selection, mentions, reviews,
 * the question before code runs, diagnostics, status. Agents are started on it (agents/agent.ts); editors are handed to it.
 */
import { type Clock, guardedClock, type Logger, messageOf, stackOf } from "@tandem/base";
import { AllowedCode } from "./code/allowed-code.js";
import { type AllowedFolders, CodeGate } from "./code/code-gate.js";
import { KnownDiagnostics } from "./diagnostics/known-diagnostics.js";
import { SourceFiles } from "./diagnostics/source-files.js";
import type { ClientInfo, Editor, Mention, ReviewKeeper } from "./editor.js";
import { type EditorCalls, editorCalls } from "./editor-call.js";
import { UnfinishedWrites, type UserPlace } from "./files/unfinished-writes.js";
import { Mentions } from "./mentions.js";
import { Privacy } from "./privacy/privacy.js";
import { Reviews } from "./reviews/reviews.js";
import { SelectionState } from "./selection.js";
import { SharingGate } from "./sharing-gate.js";
import type { ClientStatus, HubStatus } from "./status.js";
import { Workspace } from "./workspace.js";

export interface HubOptions extends UserPlace {
  readonly clock: Clock;
  readonly log: Logger;
  readonly callTimeoutMs: number;
  readonly selectionIntervalMs: number;
  readonly withhold: readonly string[];
  readonly paused: boolean;
  readonly drafts: ReviewKeeper | undefined;
  readonly allowedCode: AllowedFolders | undefined;
}

/** A connected client, as the hub knows it: its agent does the rest. */
export interface AgentSession {
  readonly client: ClientInfo;
  /** It is told of selections and mentions. */
  readonly isListening: boolean;
  /** The names of its reviews that wait, oldest first. */
  readonly openReviews: readonly string[];
  mention(mention: Mention): void;
}

/** What changed, for agents that have to tell their clients. */
export interface HubEvents {
  foldersChanged?(): void;
  toolsChanged?(): void;
}

export class Hub {
  readonly editor: Editor;
  readonly clock: Clock;
  readonly log: Logger;
  readonly workspace: Workspace;
  readonly privacy: Privacy;
  /** What tells or does something passes through it. */
  readonly gate: SharingGate;
  readonly selection: SelectionState;
  readonly mentions: Mentions;
  /** What is known of the source files that diagnostics may quote. */
  readonly sources: SourceFiles;
  /** What was last answered, for when the editor is late. */
  readonly knownDiagnostics = new KnownDiagnostics();
  readonly reviews: Reviews;
  readonly code: CodeGate;
  readonly call: EditorCalls;
  readonly unfinished: UnfinishedWrites;
  readonly #sessions = new Set<AgentSession>();
  readonly #agents = new Set<HubEvents>();
  readonly #statusListeners = new Set<(status: HubStatus) => void>();
  #endSubscription: (() => void) | undefined;
  #isClosed = false;

  constructor(editor: Editor, options: HubOptions) {
    const { drafts, allowedCode = new AllowedCode(options.env ?? process.env, options.home) } = options;
    this.editor = editor;
    this.log = options.log;
    this.clock = guardedClock(options.clock, this.log);
    this.workspace = new Workspace(() => editor.workspaceFolders);
    this.privacy = new Privacy({
      folders: () => this.workspace.folders,
      hostRules: options.withhold,
      isPaused: options.paused,
      isWithheldByEditor: (path) => editor.isWithheld?.(path) ?? false,
      asksEditor: () => editor.isWithheld !== undefined,
    });
    this.gate = new SharingGate(() => this.privacy.isPaused);
    const { clock, log, workspace, privacy } = this;
    this.selection = new SelectionState({ clock, privacy, log, intervalMs: options.selectionIntervalMs });
    this.selection.observe(() => this.statusChanged());
    this.mentions = new Mentions(() => this.#sessions, privacy, log);
    this.sources = new SourceFiles(workspace, privacy, clock);
    this.call = editorCalls(editor.name, options.callTimeoutMs, clock);
    this.reviews = new Reviews(drafts);
    this.code = new CodeGate({
      folders: () => editor.workspaceFolders,
      view: () => editor.codeQuestions,
      allowedFolders: allowedCode,
      changed: () => this.statusChanged(),
    });
    this.unfinished = new UnfinishedWrites(options);
  }

  /** Begins to listen to the editor. */
  subscribe(): void {
    this.#endSubscription ??= this.editor.subscribe({
      selectionChanged: (selection) => this.selection.changed(selection),
      mentioned: (mention) => {
        if (this.#isClosed) return { status: "refused", reason: "The endpoint is closed" };
        const outcome = this.mentions.add(mention);
        this.statusChanged();
        return outcome;
      },
      workspaceFoldersChanged: () => {
        this.workspace.refresh();
        for (const agent of this.#agents)
          this.safely("Telling an agent of the folders", () => agent.foldersChanged?.());
        this.privacyChanged();
      },
      toolsChanged: () => {
        for (const agent of this.#agents) this.safely("Telling an agent of the tools", () => agent.toolsChanged?.());
      },
    });
  }

  /** An agent that wants to be told; the function that is returned ends it. */
  addAgent(agent: HubEvents): () => void {
    this.#agents.add(agent);
    return () => this.#agents.delete(agent);
  }

  /** A client is connected, or has gone. */
  addSession(session: AgentSession): void {
    this.#sessions.add(session);
    this.statusChanged();
  }

  removeSession(session: AgentSession): void {
    if (!this.#sessions.delete(session)) return;
    this.mentions.forget(session.client.id);
    this.statusChanged();
  }

  /** A client has begun to listen: what waits for one is told. */
  sessionListens(): void {
    this.mentions.flush();
    this.statusChanged();
  }

  get status(): HubStatus {
    return {
      clients: [...this.#sessions].map(
        ({ client, isListening, openReviews }): ClientStatus => ({ ...client, isListening, openDiffs: openReviews }),
      ),
      queuedMentions: this.mentions.queued,
      isPaused: this.privacy.isPaused,
      lastShared: this.selection.lastShared,
    };
  }

  onStatusChanged(listener: (status: HubStatus) => void): () => void {
    this.#statusListeners.add(listener);
    return () => this.#statusListeners.delete(listener);
  }

  statusChanged(): void {
    if (this.#statusListeners.size === 0) return;
    const { status } = this;
    for (const listener of this.#statusListeners) this.safely("A status listener", () => listener(status));
  }

  setPaused(isPaused: boolean): void {
    this.privacy.isPaused = isPaused;
    if (isPaused) this.gate.close();
    else this.mentions.flush();
    this.privacyChanged();
  }

  setWithhold(rules: readonly string[]): void {
    this.privacy.setHostRules(rules);
    this.privacyChanged();
  }

  privacyChanged(): void {
    this.selection.refresh();
    this.statusChanged();
  }

  /** Listens to the editor no more. */
  unsubscribe(): void {
    this.#isClosed = true;
    const end = this.#endSubscription;
    this.#endSubscription = undefined;
    if (end) this.safely("Ending the editor's events", end);
    this.selection.close();
  }

  /** The end, when agents are closed. */
  close(): void {
    this.unsubscribe();
    this.#statusListeners.clear();
  }

  /** Runs what belongs to the host: if it throws, the log tells, and the endpoint goes on with its own work. */
  safely(what: string, run: () => void): void {
    try {
      run();
    } catch (error) {
      this.log.error(`${what} failed: ${messageOf(error)}`, { stack: stackOf(error) });
    }
  }
}
