/** The endpoint of an application, in the process that runs Node. */
import { Logger } from "@tandem-ide/base";
import type { ReviewRecord } from "@tandem-ide/base/review";
import {
  answerChanges,
  type ChangeAnswers,
  type ListedChanges,
  noChanges,
  type ShownChanges,
  showChanges,
} from "@tandem-ide/changes/remote";
import { type Endpoint, type EndpointStatus, prepareEndpoint } from "@tandem-ide/server";
import { DraftJournal, ReviewDrafts, type SavedDraft } from "@tandem-ide/workspace/drafts";
import type { Channel } from "../channel/channel.js";
import type { EndedReview, TandemStatus } from "../messages.js";
import { type EditorHostOptions, HostEditor } from "./host-editor.js";
import { Reviews } from "./reviews.js";
import { HostWindow, type WindowHandlers } from "./window.js";
import { Windows } from "./windows.js";

/**
 * Serves Claude Code for an application whose editors are in pages. Each page is attached by a channel and joins with
 * `joinTandem`. If a page closes, hangs or crashes, its pending reviews open in the next one.
 *
 * @example
 * const host = await EditorHost.start({ name: "My Editor", folders: ["/home/me/app"] });
 * electronChannels(ipcMain, (channel) => host.attach(channel));
 * app.on("will-quit", () => host.close());
 */
export class EditorHost implements AsyncDisposable {
  readonly #editor: HostEditor;
  readonly #windows = new Windows();
  readonly #reviews: Reviews;
  readonly #drafts: ReviewDrafts;
  readonly #log: Logger;
  readonly #endpoint: Endpoint;
  readonly #changes: ShownChanges;
  readonly #answerChanges: ChangeAnswers;
  readonly #stopChanges: () => void;
  #isClosed = false;

  private constructor(options: EditorHostOptions) {
    this.#log = new Logger(options.log ?? (() => {}), options.logLevel ?? "info");
    const { env, home } = options;
    const journal = new DraftJournal({
      ...(env && { env: home === undefined ? env : { ...env, HOME: home } }),
      onFailed: (message) => this.#log.warn(message),
    });
    this.#drafts = new ReviewDrafts(journal, () => this.#editor.workspaceFolders);
    this.#reviews = new Reviews({
      windows: this.#windows,
      isHidden: (path) => this.#endpoint.whyHidden(path) !== undefined,
      windowWanted: () => options.onWindowWanted?.(),
      problem: (message) => this.#log.warn(message),
    });
    this.#editor = new HostEditor(options, this.#windows, this.#reviews);
    this.#endpoint = prepareEndpoint(this.#editor, {
      didChangeActiveEditor: true,
      ...options,
      drafts: this.#drafts,
    });
    this.#endpoint.onStatusChanged((status) => {
      for (const window of this.#windows.all) window.notify("statusChanged", statusFor(status));
    });
    this.#endpoint.onReviewEnded((record) => this.#windows.active?.notify("reviewEnded", this.#ended(record)));
    const separator = options.folders.some((folder) => /^([a-z]:|\\\\)/i.test(folder)) ? "\\" : "/";
    this.#changes = showChanges(options.changes ?? noChanges, separator);
    this.#answerChanges = answerChanges(options.changes ?? noChanges, separator);
    let sent: ListedChanges | undefined;
    this.#stopChanges = this.#changes.onChanged(() => {
      const { list } = this.#changes;
      for (const window of this.#windows.all) window.notify("changesChanged", list === sent ? {} : { list });
      sent = list;
    });
  }

  /** Starts the endpoint. Rejects with a `StartError` of `@tandem-ide/server` and cleans up if that fails. */
  static async start(options: EditorHostOptions): Promise<EditorHost> {
    const host = new EditorHost(options);
    try {
      await host.#endpoint.start();
    } catch (error) {
      await host.close();
      throw error;
    }
    return host;
  }

  /** The endpoint, which stays the same while the host runs. */
  get endpoint(): Endpoint {
    return this.#endpoint;
  }

  get status(): EndpointStatus {
    return this.#endpoint.status;
  }

  get folders(): readonly string[] {
    return this.#editor.workspaceFolders;
  }

  /** Calls `listener` when the status changes. Call the returned function to stop. */
  onStatusChanged(listener: (status: EndpointStatus) => void): () => void {
    return this.#endpoint.onStatusChanged(listener);
  }

  /** Returns variables for a terminal in which Claude Code should connect to this application automatically. */
  environment(...base: Parameters<Endpoint["environment"]>): Record<string, string> {
    return this.#endpoint.environment(...base);
  }

  /** Attaches a window until its channel closes or the returned function is called. */
  attach(channel: Channel): () => void {
    if (this.#isClosed) {
      channel.close();
      return () => {};
    }
    const window = new HostWindow(channel, (own) => this.#handlersFor(own));
    this.#windows.add(window);
    window.notify("statusChanged", statusFor(this.status));
    window.notify("changesChanged", { list: this.#changes.list });
    return () => window.close();
  }

  /**
   * Returns text that the user typed into reviews before the process was killed or the client disconnected, newest first.
   * Offer it as text to copy. Drafts are deleted after 14 days.
   */
  drafts(): Promise<readonly SavedDraft[]> {
    return this.#drafts.left();
  }

  /** Deletes one of {@link drafts}. */
  async discardDraft(id: string): Promise<void> {
    await this.#drafts.discard(id);
  }

  /**
   * Call this after the user has saved, created, renamed or deleted a file in your application, so that the change isn't
   * listed as made outside it. For a rename, call it with both paths.
   */
  saved(path: string): void {
    this.#editor.events?.saved(path);
  }

  /** Replaces the open folders. */
  setFolders(folders: readonly string[]): void {
    this.#editor.setFolders(folders);
  }

  /** Stops or resumes sharing. */
  setPaused(isPaused: boolean): void {
    this.#endpoint.setPaused(isPaused);
  }

  /** Closes every connection and serves again with the same port and token, so that clients reconnect. */
  async restart(): Promise<void> {
    if (this.#isClosed) throw new Error("The host is closed");
    await this.#endpoint.restart();
  }

  /** Closes the endpoint, removes its lock file, and detaches every window. Safe to call twice. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopChanges();
    await this.#endpoint.close();
    await this.#drafts.close();
    for (const window of [...this.#windows.all]) window.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #ended(record: ReviewRecord): EndedReview {
    const { path } = record;
    const folder = this.folders.find((each) => path.startsWith(each) && /^[/\\]/.test(path.slice(each.length)));
    return { record, file: folder === undefined ? path : path.slice(folder.length + 1) };
  }

  #handlersFor(window: HostWindow): WindowHandlers {
    const updateIfActive = () => {
      if (this.#windows.active === window) this.#editor.selectionChanged();
    };
    return {
      events: {
        joined: ({ canSave }) => {
          window.canSave = canSave;
          this.#editor.updateTools();
        },
        selectionChanged: ({ selection }) => {
          window.selection = selection ?? undefined;
          updateIfActive();
        },
        focused: () => {
          this.#windows.focused(window);
          updateIfActive();
          // In case the system dropped an event.
          void this.#changes.refresh();
        },
        draftChanged: ({ id, draft }) => this.#reviews.draftChanged(window, id, draft),
        commented: ({ id, comments }) => this.#reviews.commented(window, id, comments),
      },
      requests: {
        mention: ({ path, lines }) => {
          const refused = { status: "refused", reason: "Tandem isn't running." } as const;
          return this.#editor.events?.mentioned({ path, ...(lines && { lines }) }) ?? refused;
        },
        setPaused: ({ isPaused }) => {
          this.setPaused(isPaused);
          return null;
        },
        endedReviews: () => this.#endpoint.endedReviews.map((record) => this.#ended(record)),
        ...this.#answerChanges,
      },
      problem: (message) => this.#log.warn(`Invalid message from a window: ${message}`),
      closed: () => {
        this.#windows.remove(window);
        this.#editor.updateTools();
        this.#editor.selectionChanged();
      },
    };
  }
}

function statusFor({ clients, queuedMentions, isPaused, lastShared }: EndpointStatus): TandemStatus {
  return {
    clients: clients.map(({ id, name, version, isListening }) => ({ id, name, version, isListening })),
    queuedMentions,
    isPaused,
    lastShared,
  };
}
