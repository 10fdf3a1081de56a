/** The endpoint beside one Neovim: wires the parts, and owns the order of start and stop. */
import { isDeepStrictEqual } from "node:util";
import type { LogSink } from "@tandem/base";
import { type Endpoint, type EndpointStatus, prepareEndpoint, type Review } from "@tandem/server";
import { DraftJournal, ReviewDrafts } from "@tandem/workspace/drafts";
import { Borrowed } from "./borrowed.js";
import type { Bridge } from "./bridge.js";
import { toBuffer } from "./buffer-text.js";
import { NeovimCode } from "./code.js";
import { NeovimDiagnostics } from "./diagnostics.js";
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
import { WrittenFiles } from "./written-files.js";

/** An editor that hangs costs its caller this long. */
const callTimeoutMs = 10_000;

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
  readonly #borrowed: Borrowed;
  readonly #code: NeovimCode;
  readonly #endpoint: Endpoint;
  readonly #cameBack: boolean;
  #told: unknown;

  constructor({ bridge, message, log }: SidecarOptions) {
    const { pid, folders, address, options } = message;
    const { logLevel, logBodies, clients, maxClients, reject, portRange, withhold, workspaceRequests, paused } =
      options;
    this.#bridge = bridge;
    this.#written = new WrittenFiles((path) => bridge.tell("reload", { path }));
    const warn = (text: string) => bridge.tell("notify", { level: "warn", message: text });
    this.#drafts = new ReviewDrafts(
      new DraftJournal({ env: process.env, onFailed: warn }),
      () => this.#editor.workspaceFolders,
    );
    this.#reviews = new Reviews({ bridge, accepted: (path) => this.#written.expect(path) });
    this.#borrowed = new Borrowed({ folders: () => this.#editor.workspaceFolders, log, warn });
    this.#diagnostics = new NeovimDiagnostics({
      bridge,
      borrow: options.hasLanguageServers ? () => this.#borrowed.languageServers() : undefined,
    });
    this.#code = new NeovimCode({
      bridge,
      folders: () => this.#editor.workspaceFolders,
      kernels: () => this.#borrowed.kernels(),
      warn,
    });
    this.#editor = new NeovimEditor({
      bridge,
      callTimeoutMs,
      reviews: this.#reviews,
      pid,
      folders,
      diagnostics: (path, patience) => this.#diagnostics.get(path, patience),
      ...(options.hasCode && { code: this.#code }),
    });
    // After a crash of the sidecar alone Neovim still has what was typed.
    this.#cameBack = address !== undefined;
    const before = address && { port: address.port, authToken: address.auth_token };
    this.#endpoint = prepareEndpoint(this.#editor, {
      ...{ logLevel, logBodies, clients, maxClients, reject, portRange, withhold, paused, callTimeoutMs, log },
      workspaceRequests,
      // Neovim is told with `started`, and keeps it.
      address: { load: () => before, save: () => {} },
      drafts: this.#drafts,
    });
  }

  /** Resolves when it serves and Neovim knows. */
  async start(logFile: string): Promise<void> {
    await this.#endpoint.start();
    const { port, authToken, lockFile } = this.#endpoint;
    this.#endpoint.onStatusChanged((status) => this.#tellStatus(status));
    const environment = this.#endpoint.environment();
    this.#bridge.tell("started", { port, authToken, lockFile, environment, pid: process.pid, logFile });
    this.#tellStatus(this.#endpoint.status);
    if (!this.#cameBack) await this.#offerDrafts();
  }

  event(name: EventName, params: unknown): void {
    const { selection, folders, decided, review_updated, code_answer } = eventSchemas;
    if (name === "selection") this.#editor.selectionChanged(selection.parse(params));
    else if (name === "folders") this.#foldersChanged(folders.parse(params));
    else if (name === "code_answer") this.#code.decided(this.#endpoint.code, code_answer.parse(params));
    else if (name === "diagnostics_changed") this.#diagnostics.changed();
    else if (name === "decided") this.#decided(decided.parse(params));
    else if (name === "review_updated") {
      const review = this.#reviewOf(review_updated.parse(params).id);
      if (review) this.#reviews.applied(review);
    }
  }

  #decided(decision: EventParams<"decided">): void {
    const review = this.#reviewOf(decision.id);
    if (review) this.#reviews.decided(review, decision);
  }

  /** It may have been taken back while Neovim was speaking. */
  #reviewOf(wanted: string): Review | undefined {
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
        const review = this.#reviewOf(id);
        if (!review) throw new Error("Claude Code has taken the proposal back");
        return this.#reviews.update(review, update);
      }
      case "ask_again":
        this.#endpoint.code.askAgain();
        return undefined;
      case "drafts":
        return (await this.#drafts.left()).map(({ id, path, text }) => ({ id, path, text: toBuffer(text) }));
      case "discard_drafts":
        for (const id of requestSchemas.discard_drafts.parse(params).ids) await this.#drafts.discard(id);
        return undefined;
    }
  }

  async #offerDrafts(): Promise<void> {
    const { length } = await this.#drafts.left();
    if (length === 0) return;
    const what = length === 1 ? "a review" : `${length} reviews`;
    this.#bridge.tell("notify", { level: "info", message: `What you typed into ${what} was kept: :TandemDrafts` });
  }

  #foldersChanged(told: EventParams<"folders">): void {
    // Told after every start, in case that they changed meanwhile.
    if (isDeepStrictEqual(told.folders, this.#editor.workspaceFolders)) return;
    this.#editor.foldersChanged(told);
    void this.#borrowed.foldersChanged();
  }

  /** For the end of the process, where nothing can wait. */
  removeLock(): void {
    this.#endpoint.removeLock();
  }

  async close(): Promise<void> {
    this.#written.close();
    await Promise.all([this.#endpoint.close(), this.#borrowed.close()]);
    await this.#drafts.close();
  }

  /** Called for every selection that is sent, and told when something else is to be shown. */
  #tellStatus({ clients, queuedMentions, isPaused, lastShared }: EndpointStatus): void {
    const status = {
      clients: clients.map(({ id, name, version, pid, isListening, openDiffs }) => ({
        id,
        name,
        version,
        pid,
        isListening,
        openDiffs: openDiffs.length,
      })),
      queuedMentions,
      isPaused,
      lastShared,
    };
    if (isDeepStrictEqual(status, this.#told)) return;
    this.#told = status;
    this.#bridge.tell("status", status);
  }
}
