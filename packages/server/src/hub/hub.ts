/**
 * The part of an endpoint that is independent of protocols: folders, privacy and pause, selection, mentions, reviews, approval
 * of code, diagnostics, status. Agents run on top of it (agents/agent.ts).
 */
import { type Clock, guardedClock, type Logger, messageOf, stackOf } from "@tandem-ide/base";
import type { ChangeObserver } from "./change-recorder.js";
import { AllowedCode } from "./code/allowed-code.js";
import { type AllowedFolders, CodeGate } from "./code/code-gate.js";
import { LastDiagnostics } from "./diagnostics/last-diagnostics.js";
import type { SourceFiles } from "./diagnostics/source-files.js";
import type { ClientInfo, Editor, Mention, ReviewDraftStore } from "./editor.js";
import { type EditorCalls, editorCalls } from "./editor-call.js";
import { UnfinishedWrites, type UserEnvironment } from "./files/unfinished-writes.js";
import { Mentions } from "./mentions.js";
import { Privacy } from "./privacy/privacy.js";
import { Reviews } from "./reviews/reviews.js";
import { SelectionState } from "./selection.js";
import { SharingGate } from "./sharing-gate.js";
import type { ClientStatus, HubStatus } from "./status.js";
import { Workspace } from "./workspace.js";

export interface HubOptions extends UserEnvironment {
  readonly clock: Clock;
  readonly log: Logger;
  readonly callTimeoutMs: number;
  readonly selectionIntervalMs: number;
  readonly hiddenFiles: readonly string[];
  readonly paused: boolean;
  readonly drafts: ReviewDraftStore | undefined;
  readonly changes: ChangeObserver | undefined;
  readonly allowedCode: AllowedFolders | undefined;
}

/** A connected client. Its agent implements this. */
export interface AgentSession {
  readonly client: ClientInfo;
  /** Whether the client has said who it is. Before that, it can't do anything. */
  readonly isIntroduced: boolean;
  /** Whether it receives selections and mentions. */
  readonly isListening: boolean;
  /** The names of its pending reviews, oldest first. */
  readonly openReviews: readonly string[];
  /** Missing if this agent's protocol has no mentions. */
  mention?(mention: Mention): void;
}

/** Events for agents that notify their clients. */
export interface HubEvents {
  foldersChanged?(): void;
  toolsChanged?(): void;
  /** Sharing was paused or resumed, or other files are hidden. */
  privacyChanged?(): void;
}

export class Hub {
  readonly editor: Editor;
  readonly clock: Clock;
  readonly log: Logger;
  readonly workspace: Workspace;
  readonly privacy: Privacy;
  /** Every call that returns data or acts passes through it. */
  readonly gate: SharingGate;
  readonly selection: SelectionState;
  readonly mentions: Mentions;
  /** For when the editor is late. */
  readonly lastDiagnostics = new LastDiagnostics();
  readonly reviews: Reviews;
  readonly code: CodeGate;
  readonly call: EditorCalls;
  readonly unfinished: UnfinishedWrites;
  readonly #changes: ChangeObserver | undefined;
  readonly #sessions = new Set<AgentSession>();
  readonly #agents = new Set<HubEvents>();
  readonly #statusListeners = new Set<(status: HubStatus) => void>();
  #sources: SourceFiles | undefined;
  #endSubscription: (() => void) | undefined;
  readonly #closing = new AbortController();

  constructor(editor: Editor, options: HubOptions) {
    const { drafts, allowedCode = new AllowedCode(options.env ?? process.env, options.home) } = options;
    this.editor = editor;
    this.log = options.log;
    this.clock = guardedClock(options.clock, this.log);
    this.workspace = new Workspace(() => editor.workspaceFolders);
    this.privacy = new Privacy({
      folders: () => this.workspace.folders,
      hostRules: options.hiddenFiles,
      isPaused: options.paused,
      isHiddenByEditor: (path) => editor.isHidden?.(path) ?? false,
      asksEditor: () => editor.isHidden !== undefined,
    });
    this.gate = new SharingGate(() => this.privacy.isPaused);
    const { clock, log, privacy } = this;
    this.selection = new SelectionState({ clock, privacy, log, intervalMs: options.selectionIntervalMs });
    this.selection.observe(() => this.statusChanged());
    this.mentions = new Mentions(() => this.#sessions, privacy, log);
    this.call = editorCalls(editor.name, options.callTimeoutMs, clock);
    this.reviews = new Reviews(drafts);
    this.code = new CodeGate({
      folders: () => editor.workspaceFolders,
      view: () => editor.codeQuestions,
      allowedFolders: allowedCode,
      changed: () => this.statusChanged(),
    });
    this.unfinished = new UnfinishedWrites(options);
    this.#changes = options.changes;
    const { workspace } = this;
    this.#changes?.attach({
      get folders() {
        return workspace.folders;
      },
      isHidden: (path) => privacy.checkRules(path) !== undefined,
      hiddenIn: (directory, entries) => new Set(privacy.checkEntries(directory, entries).keys()),
      isUnsaved: (path) => this.#isUnsaved(path),
    });
  }

  /** The source files that diagnostics may quote, created by `sourcesOf`: an editor starts without loading that code. */
  sources(create: () => SourceFiles): SourceFiles {
    this.#sources ??= create();
    return this.#sources;
  }

  /** Aborts when the endpoint closes. */
  get closed(): AbortSignal {
    return this.#closing.signal;
  }

  /** Subscribes to the editor's events. */
  subscribe(): void {
    this.#endSubscription ??= this.editor.subscribe({
      selectionChanged: (selection) => this.selection.changed(selection),
      mentioned: (mention) => {
        if (this.closed.aborted) return { status: "refused", reason: "The endpoint is closed" };
        const outcome = this.mentions.add(mention);
        this.statusChanged();
        return outcome;
      },
      workspaceFoldersChanged: () => {
        this.workspace.refresh();
        for (const agent of this.#agents) this.safely("Updating an agent's folders", () => agent.foldersChanged?.());
        this.#changes?.foldersChanged();
        this.privacyChanged();
      },
      saved: (path) => this.#changes?.saved(path),
      toolsChanged: () => {
        for (const agent of this.#agents) this.safely("Updating an agent's tools", () => agent.toolsChanged?.());
      },
    });
  }

  /** Adds a listener and returns a function that removes it. */
  addAgent(agent: HubEvents): () => void {
    this.#agents.add(agent);
    return () => this.#agents.delete(agent);
  }

  addSession(session: AgentSession): void {
    this.#sessions.add(session);
    this.clientsChanged();
  }

  removeSession(session: AgentSession): void {
    if (!this.#sessions.delete(session)) return;
    this.mentions.forget(session.client.id);
    this.clientsChanged();
  }

  /** A client connected, disconnected or introduced itself. */
  clientsChanged(): void {
    const introduced = [...this.#sessions].filter(({ isIntroduced }) => isIntroduced);
    this.#changes?.clientsChanged(introduced.map(({ client }) => client));
    this.statusChanged();
  }

  /** The user sent a prompt to a client. */
  promptSent(client: ClientInfo): void {
    this.#changes?.promptSent(client);
  }

  /** The user accepted this text for a file, and the client or we are about to write it. */
  accepted(path: string, content: string): void {
    this.#changes?.accepted(path, content);
  }

  /** A client started listening, so queued mentions can be sent. */
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

  setHiddenRules(rules: readonly string[]): void {
    this.privacy.setHostRules(rules);
    this.privacyChanged();
  }

  privacyChanged(): void {
    this.selection.refresh();
    for (const agent of this.#agents) this.safely("Updating what an agent sees", () => agent.privacyChanged?.());
    this.statusChanged();
  }

  async #isUnsaved(path: string): Promise<boolean> {
    const { signal } = new AbortController();
    const state = await this.call("is the file unsaved", signal, (inner) => this.editor.documentState?.(path, inner));
    return state?.isDirty ?? false;
  }

  /** Unsubscribes from the editor's events. */
  unsubscribe(): void {
    this.#closing.abort(new Error("The endpoint is closed"));
    const end = this.#endSubscription;
    this.#endSubscription = undefined;
    if (end) this.safely("Unsubscribing from the editor", end);
    this.selection.close();
  }

  /** Call this after all agents are closed. */
  close(): void {
    this.unsubscribe();
    this.#statusListeners.clear();
  }

  /** Runs a callback of the host. Errors are logged and don't disturb the endpoint. */
  safely(what: string, run: () => void): void {
    try {
      run();
    } catch (error) {
      this.log.error(`${what} failed: ${messageOf(error)}`, { stack: stackOf(error) });
    }
  }
}
