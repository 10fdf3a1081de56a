/** Connects the editors of a page to the host. */
import type { Extension } from "@codemirror/state";
import { messageOf, systemClock } from "@tandem-ide/base";
import { describeRecord, packReview, type ReviewComment, type ReviewState } from "@tandem-ide/base/review";
import type { MentionOutcome } from "@tandem-ide/server";
import { createMessageConnection } from "vscode-jsonrpc/browser";
import type { ChangePrompts } from "../changes/change-actions.js";
import { liveChangeMarks } from "../changes/live-marks.js";
import { Rpc } from "../channel/rpc.js";
import { mentionKey } from "../mention.js";
import type { EndedReview, HostEvents, HostRequests, HostResults, PageEvents, TandemStatus } from "../messages.js";
import { BoundViews } from "./bound-views.js";
import { ChangesPanel } from "./changes-panel.js";
import { showEndedReviews } from "./ended-reviews.js";
import { FeedbackCopy } from "./feedback-copy.js";
import type { JoinOptions, MentionedLines, Tandem } from "./join-types.js";
import { Notices } from "./notices.js";
import { PagePrompts, shownMs } from "./page-prompts.js";
import { RemoteChanges } from "./remote-changes.js";
import { RequestHandlers } from "./request-handlers.js";
import { ReviewList } from "./review-list.js";
import { throttle } from "./throttle.js";

/** The minimum time between two reports, in ms. */
const selectionMs = 20;
const draftMs = 250;

/**
 * Connects the editors of this page to Claude Code through the host at the other end of the channel.
 *
 * @example
 * const tandem = joinTandem({ channel: electronChannel(), application });
 * const extensions = [basicSetup, tandem.extension(path)];
 */
export function joinTandem(options: JoinOptions): Tandem {
  return new JoinedPage(options);
}

class JoinedPage implements Tandem {
  readonly changes: RemoteChanges;
  readonly #options: JoinOptions;
  readonly #rpc: Rpc;
  readonly #views: BoundViews;
  readonly #handlers: RequestHandlers;
  readonly #reviews: ReviewList;
  readonly #listeners = new Set<(status: TandemStatus | undefined) => void>();
  readonly #drafts = new Map<string, ReviewState>();
  readonly #comments = new Map<string, readonly ReviewComment[]>();
  readonly #end = new AbortController();
  readonly #notices: Notices;
  readonly #prompts: ChangePrompts;
  readonly #changesPanel: ChangesPanel;
  #status: TandemStatus | undefined;
  /** Accepted reviews that the message about unwritten files is about. */
  #unwritten = 0;
  readonly #selectionChanged = throttle(selectionMs, () => {
    this.#notify("selectionChanged", { selection: this.#handlers.selection() });
  });
  readonly #sendDrafts = throttle(draftMs, () => {
    for (const [id, state] of this.#drafts) this.#notify("draftChanged", { id, draft: packReview(state) });
    for (const [id, comments] of this.#comments) this.#notify("commented", { id, comments });
    this.#drafts.clear();
    this.#comments.clear();
  });

  constructor(options: JoinOptions) {
    const { channel, application } = options;
    this.#options = options;
    this.#views = new BoundViews(() => this.#selectionChanged());
    this.#handlers = new RequestHandlers(application, this.#views);
    const extensions = (path: string) => application.reviewExtensions?.(path) ?? [];
    const { clock = systemClock, opensNextReview = true, onFeedback } = options;
    this.#notices = new Notices(() => extensions(""), clock);
    const copy = new FeedbackCopy(this.#notices);
    this.#reviews = new ReviewList({
      parent: application.reviewParent,
      extensions,
      clock,
      notices: this.#notices,
      opensNext: opensNextReview,
      feedback: onFeedback ?? ((message, isWithdrawn) => copy.offer(message, isWithdrawn)),
      changed: (id, state) => {
        this.#drafts.set(id, state);
        this.#sendDrafts();
      },
      commented: (id, comments) => {
        this.#comments.set(id, comments);
        this.#sendDrafts();
      },
    });
    this.#rpc = new Rpc(channel, createMessageConnection, (message) => console.warn(`Tandem: ${message}`));
    this.changes = new RemoteChanges(this.#rpc);
    this.#prompts = application.changePrompts ?? new PagePrompts(() => extensions(""), this.#notices);
    const { changes } = this;
    this.#changesPanel = new ChangesPanel({
      parent: application.changesParent,
      changes,
      prompts: this.#prompts,
      extensions,
    });
    this.#handleRequests();
    channel.onClose(() => this.#closed());
    this.#rpc.listen();
    this.#notify("joined", { canSave: application.save !== undefined });
    this.#followWindow();
    this.#selectionChanged();
  }

  get status(): TandemStatus | undefined {
    return this.#status;
  }

  extension(path: string): Extension {
    const { mentionKey: key = "Alt-k", onMentioned } = this.#options;
    const mention = async (lines: MentionedLines | undefined) => {
      const outcome = await this.mention(path, lines);
      onMentioned?.(path, lines, outcome);
    };
    const onKey = key === false ? [] : mentionKey((lines) => void mention(lines), key);
    return [this.#views.bind(path), onKey];
  }

  async mention(path: string, lines?: MentionedLines): Promise<MentionOutcome> {
    // The host needs the mentioned selection first.
    this.#selectionChanged.flush();
    try {
      return await this.#rpc.request<MentionOutcome>("mention", { path, ...(lines && { lines }) });
    } catch (error) {
      return { status: "refused", reason: messageOf(error) };
    }
  }

  tabsChanged(): void {
    this.#selectionChanged();
  }

  changeMarks(path: string): Extension {
    return liveChangeMarks({ changes: this.changes, prompts: this.#prompts, path: () => path }).extension;
  }

  showChanges(): void {
    this.#changesPanel.show();
  }

  showReviews(): void {
    this.#reviews.show();
  }

  async showEndedReviews(): Promise<void> {
    const ended = await this.#rpc.request<readonly EndedReview[]>("endedReviews", {});
    showEndedReviews(ended, this.#options.application.reviewExtensions?.("") ?? []);
  }

  reviewExtensionsChanged(): void {
    this.#reviews.extensionsChanged();
    this.#changesPanel.extensionsChanged();
  }

  async setPaused(isPaused: boolean): Promise<void> {
    await this.#rpc.request("setPaused", { isPaused });
  }

  onStatusChanged(listener: (status: TandemStatus | undefined) => void): () => void {
    const own = (status: TandemStatus | undefined) => listener(status);
    this.#listeners.add(own);
    own(this.#status);
    return () => this.#listeners.delete(own);
  }

  close(): void {
    this.#sendDrafts.flush();
    this.#rpc.close();
    this.#closed();
  }

  #handleRequests(): void {
    const handlers = this.#handlers;
    this.#onRequest("selection", () => handlers.selection());
    this.#onRequest("tabs", () => handlers.tabs());
    this.#onRequest("openFile", (params) => handlers.openFile(params));
    this.#onRequest("select", (params) => handlers.select(params));
    this.#onRequest("save", (params) => handlers.save(params));
    this.#onRequest("closeTab", (params) => handlers.closeTab(params));
    this.#onRequest("diagnostics", (params, signal) => handlers.diagnostics(params, signal));
    this.#onRequest("review", async (request, signal) => {
      const decision = await this.#reviews.open(request, signal);
      // Comments on the review come before its end.
      this.#sendDrafts.flush();
      return decision;
    });
    this.#rpc.onNotification<HostEvents["notAcceptable"]>("notAcceptable", ({ why }) =>
      this.#notices.show("not-acceptable", { text: why, ms: 2 * shownMs }),
    );
    this.#rpc.onNotification<HostEvents["reviewOutdated"]>("reviewOutdated", ({ id, isOutdated }) =>
      this.#reviews.setOutdated(id, isOutdated),
    );
    this.#rpc.onNotification<HostEvents["reviewEnded"]>("reviewEnded", (ended) => this.#reviewEnded(ended));
    this.#rpc.onNotification<HostEvents["statusChanged"]>("statusChanged", (status) => this.#setStatus(status));
  }

  #reviewEnded({ record, file }: EndedReview): void {
    // That wasn't a decision of the user's here.
    if (record.outcome === "withdrawn") return;
    const text = describeRecord(record, file);
    if (record.isWritten !== false) this.#notices.show("ended", { text, ms: shownMs });
    else this.#notWritten(text);
  }

  /** The user doesn't expect this, so it stays until they close it. Several are one message. */
  #notWritten(text: string): void {
    this.#unwritten = this.#notices.has("unwritten") ? this.#unwritten + 1 : 1;
    const merged = `${this.#unwritten} files that you accepted have not been written.`;
    const action = { label: "Past decisions", run: () => void this.showEndedReviews() };
    this.#notices.show("unwritten", { text: this.#unwritten === 1 ? text : merged, action });
  }

  /** The host is trusted, so its messages aren't validated. */
  #onRequest<Name extends keyof HostResults & keyof HostRequests>(
    name: Name,
    handler: (params: HostRequests[Name], signal: AbortSignal) => HostResults[Name] | Promise<HostResults[Name]>,
  ): void {
    this.#rpc.onRequest(name, handler);
  }

  #notify<Name extends keyof PageEvents>(name: Name, params: PageEvents[Name]): void {
    this.#rpc.notify(name, params);
  }

  #setStatus(status: TandemStatus | undefined): void {
    this.#status = status;
    for (const listener of [...this.#listeners]) listener(status);
  }

  #followWindow(): void {
    const { signal } = this.#end;
    const focused = () => this.#notify("focused", {});
    if (document.hasFocus()) focused();
    addEventListener("focus", focused, { signal });
    // A closing page would lose unsent drafts.
    addEventListener("beforeunload", () => this.#sendDrafts.flush(), { signal });
    document.addEventListener("visibilitychange", () => this.#sendDrafts.flush(), { signal });
  }

  #closed(): void {
    if (this.#end.signal.aborted) return;
    this.#end.abort();
    this.#selectionChanged.cancel();
    this.#sendDrafts.cancel();
    this.#reviews.close();
    this.changes.closed();
    this.#changesPanel.close();
    this.#notices.close();
    this.#setStatus(undefined);
  }
}
