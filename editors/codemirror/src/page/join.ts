/** Joins the editors of a page to the host. */

import type { Extension } from "@codemirror/state";
import { messageOf } from "@tandem/base";
import { packReview, type ReviewState } from "@tandem/base/review";
import type { MentionOutcome } from "@tandem/server";
import { createMessageConnection } from "vscode-jsonrpc/browser";
import type { Channel } from "../channel/channel.js";
import { Rpc } from "../channel/rpc.js";
import { mentionKey } from "../mention.js";
import type { Answers, AskedAnswers, HostTold, Questions, TandemStatus, Told } from "../messages.js";
import { PageAnswers } from "./answers.js";
import type { Application } from "./application.js";
import { atMostEvery } from "./at-most-every.js";
import { BoundViews } from "./bound-views.js";
import { ReviewDesk } from "./review-desk.js";

/** The least time between two reports, in ms. */
const selectionMs = 20;
const draftMs = 250;

/** Lines from 0, the last one included. */
export interface MentionedLines {
  readonly start: number;
  readonly end: number;
}

/**
 * What `joinTandem` is given.
 *
 * @example
 * const options: JoinOptions = { channel: electronChannel(), application };
 */
export interface JoinOptions {
  /** The line to the host; it is the kit's own from now on. */
  readonly channel: Channel;
  readonly application: Application;
  /** In CodeMirror's words; false for none. Default: `Alt-k`. */
  readonly mentionKey?: string | false;
  /** What became of a mention that the user made with the key. */
  readonly onMentioned?: (path: string, lines: MentionedLines | undefined, outcome: MentionOutcome) => void;
}

/**
 * A page that is joined. It ends with its channel.
 *
 * @example
 * const view = new EditorView({ doc, extensions: [basicSetup, tandem.extension("/home/me/app/a.ts")], parent });
 */
export interface Tandem {
  /** For the editor of this file: selection, mention, diagnostics. The path is absolute. */
  extension(path: string): Extension;
  /** Mentions a file, lines of it, or a folder. The answer is what became of it. */
  mention(path: string, lines?: MentionedLines): Promise<MentionOutcome>;
  /** Tabs have changed in a way that no editor tells: another one without an editor is in front, say. */
  tabsChanged(): void;
  /** What `reviewExtensions` answers has changed, with the colour scheme for instance. */
  reviewExtensionsChanged(): void;
  /** Stops or resumes sharing with Claude. */
  setPaused(isPaused: boolean): Promise<void>;
  /** Undefined before the host has told for the first time, and when the line is gone. */
  readonly status: TandemStatus | undefined;
  /** Calls `listener` with each status, and at once with the one of now; the function that is returned ends it. */
  onStatusChanged(listener: (status: TandemStatus | undefined) => void): () => void;
  /** Leaves the host. Reviews that wait go to another window. */
  close(): void;
}

/**
 * Joins the editors of this page to Claude Code, through a host at the other end of the channel.
 *
 * @example
 * const tandem = joinTandem({ channel: electronChannel(), application });
 * const extensions = [basicSetup, tandem.extension(path)];
 */
export function joinTandem(options: JoinOptions): Tandem {
  return new JoinedPage(options);
}

class JoinedPage implements Tandem {
  readonly #options: JoinOptions;
  readonly #rpc: Rpc;
  readonly #views: BoundViews;
  readonly #answers: PageAnswers;
  readonly #desk: ReviewDesk;
  readonly #listeners = new Set<(status: TandemStatus | undefined) => void>();
  readonly #drafts = new Map<string, ReviewState>();
  readonly #end = new AbortController();
  #status: TandemStatus | undefined;
  readonly #tellSelection = atMostEvery(selectionMs, () => {
    this.#tell("selectionChanged", { selection: this.#answers.selection() });
  });
  readonly #tellDrafts = atMostEvery(draftMs, () => {
    for (const [id, state] of this.#drafts) this.#tell("draftChanged", { id, draft: packReview(state) });
    this.#drafts.clear();
  });

  constructor(options: JoinOptions) {
    const { channel, application } = options;
    this.#options = options;
    this.#views = new BoundViews(() => this.#tellSelection());
    this.#answers = new PageAnswers(application, this.#views);
    this.#desk = new ReviewDesk({
      parent: application.reviewParent,
      extensions: (path) => application.reviewExtensions?.(path) ?? [],
      changed: (id, state) => {
        this.#drafts.set(id, state);
        this.#tellDrafts();
      },
    });
    this.#rpc = new Rpc(channel, createMessageConnection, (words) => console.warn(`Tandem: ${words}`));
    this.#answerQuestions();
    channel.onClose(() => this.#over());
    this.#rpc.listen();
    this.#tell("joined", { canSave: application.save !== undefined });
    this.#followWindow();
    this.#tellSelection();
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
    // The selection that is mentioned is told before it.
    this.#tellSelection.flush();
    try {
      return await this.#ask("mention", { path, ...(lines && { lines }) });
    } catch (error) {
      return { status: "refused", reason: messageOf(error) };
    }
  }

  tabsChanged(): void {
    this.#tellSelection();
  }

  reviewExtensionsChanged(): void {
    this.#desk.extensionsChanged();
  }

  async setPaused(isPaused: boolean): Promise<void> {
    await this.#ask("setPaused", { isPaused });
  }

  onStatusChanged(listener: (status: TandemStatus | undefined) => void): () => void {
    const own = (status: TandemStatus | undefined) => listener(status);
    this.#listeners.add(own);
    own(this.#status);
    return () => this.#listeners.delete(own);
  }

  close(): void {
    this.#tellDrafts.flush();
    this.#rpc.close();
    this.#over();
  }

  #answerQuestions(): void {
    const answers = this.#answers;
    this.#answer("selection", () => answers.selection());
    this.#answer("tabs", () => answers.tabs());
    this.#answer("openFile", (asked) => answers.openFile(asked));
    this.#answer("select", (asked) => answers.select(asked));
    this.#answer("save", (asked) => answers.save(asked));
    this.#answer("closeTab", (asked) => answers.closeTab(asked));
    this.#answer("diagnostics", (asked, patience) => answers.diagnostics(asked, patience));
    this.#answer("review", ({ proposal, draft }, signal) => this.#desk.open(proposal, draft, signal));
    this.#hear("statusChanged", (status) => this.#setStatus(status));
  }

  /** The host is trusted: what it says is what the types say. */
  #answer<Name extends keyof Answers & keyof Questions>(
    name: Name,
    handler: (asked: Questions[Name], signal: AbortSignal) => Answers[Name] | Promise<Answers[Name]>,
  ): void {
    this.#rpc.answer(name, handler);
  }

  #hear<Name extends keyof HostTold>(name: Name, handler: (told: HostTold[Name]) => void): void {
    this.#rpc.hear(name, handler);
  }

  async #ask<Name extends keyof AskedAnswers>(name: Name, params: object): Promise<AskedAnswers[Name]> {
    return await this.#rpc.ask<AskedAnswers[Name]>(name, params);
  }

  #tell<Name extends keyof Told>(name: Name, told: Told[Name]): void {
    this.#rpc.tell(name, told);
  }

  #setStatus(status: TandemStatus | undefined): void {
    this.#status = status;
    for (const listener of [...this.#listeners]) listener(status);
  }

  #followWindow(): void {
    const { signal } = this.#end;
    const focused = () => this.#tell("focused", {});
    if (document.hasFocus()) focused();
    addEventListener("focus", focused, { signal });
    // A page that goes away takes along what it has not told.
    addEventListener("beforeunload", () => this.#tellDrafts.flush(), { signal });
    document.addEventListener("visibilitychange", () => this.#tellDrafts.flush(), { signal });
  }

  #over(): void {
    if (this.#end.signal.aborted) return;
    this.#end.abort();
    this.#tellSelection.cancel();
    this.#tellDrafts.cancel();
    this.#desk.close();
    this.#setStatus(undefined);
  }
}
