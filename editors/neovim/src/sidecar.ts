/** The endpoint of one Neovim: connects its parts, and starts and stops them. */
import { existsSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { type LogSink, systemClock } from "@tandem-ide/base";
import { stateFile } from "@tandem-ide/base/node";
import { hasIdlePrompt, type ReviewRecord } from "@tandem-ide/base/review";
import { type Endpoint, type EndpointStatus, prepareEndpoint, type Review } from "@tandem-ide/server";
import { DraftJournal, ReviewDrafts } from "@tandem-ide/workspace/drafts";
import type { Bridge } from "./bridge.js";
import { toBuffer } from "./buffer-text.js";
import { NeovimChanges } from "./changes.js";
import { NeovimCode } from "./code.js";
import { decisionNotice, decisionRow } from "./decisions.js";
import { NeovimDiagnostics } from "./diagnostics.js";
import { feedbackMessage, setComments } from "./feedback.js";
import type { Recorder } from "./lazy-recorder.js";
import {
  type EventName,
  type EventParams,
  eventSchemas,
  type RequestName,
  requestSchemas,
  type StartMessage,
} from "./messages.js";
import { NeovimEditor } from "./neovim-editor.js";
import { Reviews } from "./reviews.js";
import { WorkspaceTools } from "./workspace-tools.js";
import { WrittenFiles } from "./written-files.js";

/** How long a call may take if Neovim hangs. */
const callTimeoutMs = 10_000;

async function loadRecorder(log: LogSink): Promise<Recorder> {
  const { ChangeRecorder } = await import("@tandem-ide/changes");
  return new ChangeRecorder({ env: process.env, log });
}

export interface SidecarOptions {
  readonly bridge: Bridge;
  readonly message: StartMessage;
  readonly log: LogSink;
}

export class Sidecar {
  readonly #bridge: Bridge;
  readonly #editor: NeovimEditor;
  readonly #reviews: Reviews;
  readonly #drafts: ReviewDrafts;
  readonly #written: WrittenFiles;
  readonly #diagnostics: NeovimDiagnostics;
  readonly #tools: WorkspaceTools;
  readonly #code: NeovimCode;
  readonly #changes: NeovimChanges | undefined;
  readonly #endpoint: Endpoint;
  readonly #cameBack: boolean;
  #sentStatus: unknown;

  constructor({ bridge, message, log }: SidecarOptions) {
    const { pid, folders, address, options } = message;
    const { hasLanguageServers, hasCode, hasChanges, logFile: _, ...endpointOptions } = options;
    this.#bridge = bridge;
    this.#written = new WrittenFiles((path) => bridge.notify("reload", { path }));
    const warn = (text: string) => bridge.notify("notify", { level: "warn", message: text });
    this.#drafts = new ReviewDrafts(
      new DraftJournal({ env: process.env, onFailed: warn }),
      () => this.#editor.workspaceFolders,
    );
    this.#reviews = new Reviews({
      bridge,
      clock: systemClock,
      isHidden: (path) => {
        const source = this.#endpoint.whyHidden(path)?.source;
        return source !== undefined && source !== "pause";
      },
      accepted: (path) => this.#written.expect(path),
    });
    this.#tools = new WorkspaceTools({ folders: () => this.#editor.workspaceFolders, log, warn });
    this.#diagnostics = new NeovimDiagnostics({
      bridge,
      loadServers: hasLanguageServers ? () => this.#tools.languageServers() : undefined,
    });
    this.#code = new NeovimCode({
      bridge,
      folders: () => this.#editor.workspaceFolders,
      kernels: () => this.#tools.kernels(),
      warn,
    });
    this.#editor = new NeovimEditor({
      bridge,
      callTimeoutMs,
      reviews: this.#reviews,
      pid,
      folders,
      diagnostics: (path, timeout) => this.#diagnostics.get(path, timeout),
      ...(hasCode && { code: this.#code }),
    });
    this.#changes = hasChanges ? new NeovimChanges({ bridge, load: () => loadRecorder(log), warn }) : undefined;
    // If only the sidecar has crashed, Neovim still has the user's edits.
    this.#cameBack = address !== undefined;
    const before = address && { port: address.port, authToken: address.auth_token };
    this.#endpoint = prepareEndpoint(this.#editor, {
      ...endpointOptions,
      callTimeoutMs,
      log,
      // The plugin stores the address that it gets with `started`.
      address: { load: () => before, save: () => {} },
      drafts: this.#drafts,
      changes: this.#changes?.observer,
    });
  }

  /** Resolves when the endpoint is running and Neovim has been notified. */
  async start(logFile: string): Promise<void> {
    await this.#endpoint.start();
    const { port, authToken, lockFile } = this.#endpoint;
    this.#endpoint.onStatusChanged((status) => this.#sendStatus(status));
    const environment = this.#endpoint.environment();
    this.#bridge.notify("started", { port, authToken, lockFile, environment, pid: process.pid, logFile });
    this.#endpoint.onReviewEnded((record) => this.#reviewEnded(record));
    this.#sendStatus(this.#endpoint.status);
    // Something was recorded before, perhaps in these folders.
    if (existsSync(stateFile(process.env, "changes"))) this.#changes?.load();
    if (!this.#cameBack) await this.#offerDrafts();
  }

  event(name: EventName, params: unknown): void {
    const { selection, folders, decided, review_updated, code_answer } = eventSchemas;
    const { open_files, saved, changes_shown, view_closed, view_reopened } = eventSchemas;
    if (name === "selection") this.#editor.selectionChanged(selection.parse(params));
    else if (name === "folders") this.#foldersChanged(folders.parse(params));
    else if (name === "code_answer") this.#code.decided(this.#endpoint.code, code_answer.parse(params));
    else if (name === "diagnostics_changed") this.#diagnostics.changed();
    else if (name === "open_files") void this.#changes?.openFiles(open_files.parse(params));
    else if (name === "saved") this.#saved(saved.parse(params));
    else if (name === "changes_shown") this.#changes?.shown(changes_shown.parse(params));
    else if (name === "focused") this.#changes?.focused();
    else if (name === "decided") {
      const decision = decided.parse(params);
      const review = this.#findReview(decision.id);
      if (review) this.#reviews.decided(review, decision);
    } else if (name === "review_updated") {
      const review = this.#findReview(review_updated.parse(params).id);
      if (review) this.#reviews.applied(review);
    } else if (name === "view_closed") {
      const closed = view_closed.parse(params);
      const review = this.#findReview(closed.id);
      if (review) this.#reviews.viewClosed(review, closed);
    } else if (name === "view_reopened") {
      const review = this.#findReview(view_reopened.parse(params).id);
      if (review) this.#reviews.viewReopened(review);
    } else if (name === "comments") {
      const { id, comments } = eventSchemas.comments.parse(params);
      const review = this.#findReview(id);
      if (review) setComments(review, comments);
    }
  }

  #reviewEnded(record: ReviewRecord): void {
    const notice = decisionNotice(record);
    if (notice) this.#bridge.notify("review_ended", notice);
    const feedback = feedbackMessage(record, this.#editor.workspaceFolders);
    if (feedback) this.#bridge.notify("feedback", feedback);
  }

  #recorded(): NeovimChanges {
    if (!this.#changes) throw new Error("Changes are turned off by the option changes.enabled");
    return this.#changes;
  }

  #saved({ path, isGone }: EventParams<"saved">): void {
    if (!isGone || !this.#changes?.isListedAsGone(path)) this.#editor.saved(path);
  }

  /** Returns undefined if the review was withdrawn in the meantime. */
  #findReview(wanted: string): Review | undefined {
    return this.#endpoint.reviews.find(({ id }) => id === wanted);
  }

  async request(name: RequestName, params: unknown): Promise<unknown> {
    switch (name) {
      case "mention": {
        const { path, lines } = requestSchemas.mention.parse(params);
        return this.#editor.mention({ path, ...(lines && { lines }) });
      }
      case "pause":
        this.#endpoint.setPaused(requestSchemas.pause.parse(params).paused);
        return undefined;
      case "update_review": {
        const { id, ...update } = requestSchemas.update_review.parse(params);
        const review = this.#findReview(id);
        if (!review) throw new Error("Claude Code has withdrawn the proposal");
        return this.#reviews.update(review, update);
      }
      case "ask_again":
        this.#endpoint.code.askAgain();
        return undefined;
      case "drafts":
        return (await this.#drafts.left()).map(({ id, path, text }) => ({ id, path, text: toBuffer(text) }));
      case "is_idle":
        return hasIdlePrompt(requestSchemas.is_idle.parse(params).screen);
      case "decisions":
        return this.#endpoint.endedReviews.map(decisionRow);
      case "discard_drafts":
        for (const id of requestSchemas.discard_drafts.parse(params).ids) await this.#drafts.discard(id);
        return undefined;
      case "changes":
        return await this.#recorded().list(requestSchemas.changes.parse(params));
      case "open_change":
        return await this.#recorded().open(requestSchemas.open_change.parse(params));
      case "decide_change":
        return await this.#recorded().decide(requestSchemas.decide_change.parse(params));
      case "restore_change":
        return await this.#recorded().restore(requestSchemas.restore_change.parse(params));
      case "start_over":
        return await this.#recorded().startOver();
    }
  }

  async #offerDrafts(): Promise<void> {
    const { length } = await this.#drafts.left();
    if (length === 0) return;
    const what = length === 1 ? "a review" : `${length} reviews`;
    const message = `Your unsaved edits in ${what} were recovered: :TandemDrafts`;
    this.#bridge.notify("notify", { level: "info", message });
  }

  #foldersChanged(params: EventParams<"folders">): void {
    // Neovim also sends them after every start.
    if (isDeepStrictEqual(params.folders, this.#editor.workspaceFolders)) return;
    this.#editor.foldersChanged(params);
    void this.#tools.foldersChanged();
  }

  /** Synchronous, for the end of the process. */
  removeLock(): void {
    this.#endpoint.removeLock();
  }

  async close(): Promise<void> {
    this.#written.close();
    await Promise.all([this.#endpoint.close(), this.#tools.close()]);
    await this.#changes?.close();
    await this.#drafts.close();
  }

  /** Sends the status to Neovim if it has changed. */
  #sendStatus({ clients, queuedMentions, isPaused, lastShared }: EndpointStatus): void {
    const status = {
      clients: clients.map((client) => ({ ...client, openDiffs: client.openDiffs.length })),
      queuedMentions,
      isPaused,
      lastShared,
    };
    if (isDeepStrictEqual(status, this.#sentStatus)) return;
    this.#sentStatus = status;
    this.#bridge.notify("status", status);
  }
}
