/** The endpoint of an application, in the process that has Node. */

import { Logger } from "@tandem/base";
import { type Editor, type Endpoint, type EndpointOptions, type EndpointStatus, prepareEndpoint } from "@tandem/server";
import { DraftJournal, type KeptDraft, ReviewDrafts } from "@tandem/workspace/drafts";
import type { Channel } from "../channel/channel.js";
import type { TandemStatus } from "../messages.js";
import { HostEditor } from "./host-editor.js";
import { Reviews } from "./reviews.js";
import { HostWindow, type WindowEvents } from "./window.js";
import { Windows } from "./windows.js";

/**
 * What a host is made of: the endpoint's options, and what the application says of itself.
 *
 * @example
 * const options: EditorHostOptions = { name: "My Editor", folders: ["/home/me/app"] };
 */
export interface EditorHostOptions extends Omit<EndpointOptions, "drafts"> {
  /** What `/ide` shows. */
  readonly name: string;
  /** The open folders, by their absolute paths, first one first. `setFolders` replaces them. */
  readonly folders: readonly string[];
  /**
   * Claude proposes an edit or opens a file, and no window is attached. Open one, unless one is about to reload its page;
   * the next that attaches shows what is pending.
   */
  readonly onWindowWanted?: () => void;
  /** Diagnostics of files that no window has open, from a language server for instance. */
  readonly diagnostics?: Editor["diagnostics"];
  /** Runs Python code that the user has allowed; `executeCode` is offered where this and `codeQuestions` are given. */
  readonly runCode?: Editor["runCode"];
  /**
   * Shows the user what code a client wants to run, and takes the view away again. The user's answer goes to the endpoint.
   *
   * @example
   * codeQuestions: {
   *   asked: ({ run, code }) => showCode(run, code, (answer) => host.ide.code.answer(run, answer)),
   *   answered: ({ run }) => closeCode(run),
   * }
   */
  readonly codeQuestions?: Editor["codeQuestions"];
  /** True for a file that must not be shared, by facts that no path tells. */
  readonly isWithheld?: Editor["isWithheld"];
}

/**
 * Serves Claude Code for an application whose editors are in pages. Each page is attached by a channel and joins with
 * `joinTandem`; pages may come, go, hang and crash, and what waits for the user comes back in the next one.
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
  #isClosed = false;

  private constructor(options: EditorHostOptions) {
    const { name, folders, onWindowWanted, diagnostics, runCode, codeQuestions, isWithheld, ...endpointOptions } =
      options;
    this.#log = new Logger(options.log ?? (() => {}), options.logLevel ?? "info");
    const { env, home } = options;
    const journal = new DraftJournal({
      ...(env && { env: home === undefined ? env : { ...env, HOME: home } }),
      onFailed: (words) => this.#log.warn(words),
    });
    this.#drafts = new ReviewDrafts(journal, () => this.#editor.workspaceFolders);
    this.#reviews = new Reviews({
      windows: this.#windows,
      windowWanted: () => onWindowWanted?.(),
      problem: (words) => this.#log.warn(words),
    });
    this.#editor = new HostEditor({
      name,
      folders,
      windows: this.#windows,
      reviews: this.#reviews,
      windowWanted: onWindowWanted,
      diagnostics,
      runCode,
      codeQuestions,
      isWithheld,
    });
    this.#endpoint = prepareEndpoint(this.#editor, {
      didChangeActiveEditor: true,
      ...endpointOptions,
      drafts: this.#drafts,
    });
    this.#endpoint.onStatusChanged((status) => {
      for (const window of this.#windows.all) window.tell("statusChanged", statusFor(status));
    });
  }

  /** Starts the endpoint. Rejects with a `StartError` of `@tandem/server`, and leaves nothing behind, when it cannot. */
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

  /** The endpoint, the same one for as long as the host lives. */
  get ide(): Endpoint {
    return this.#endpoint;
  }

  get status(): EndpointStatus {
    return this.#endpoint.status;
  }

  get folders(): readonly string[] {
    return this.#editor.workspaceFolders;
  }

  /** Calls `listener` after each change of the status; the function that is returned ends it. */
  onStatusChanged(listener: (status: EndpointStatus) => void): () => void {
    return this.#endpoint.onStatusChanged(listener);
  }

  /** The variables for a terminal in which Claude Code is started, so that it connects to this application by itself. */
  environment(...base: Parameters<Endpoint["environment"]>): Record<string, string> {
    return this.#endpoint.environment(...base);
  }

  /** Takes a window in, until its channel ends or the function that is returned is called. */
  attach(channel: Channel): () => void {
    if (this.#isClosed) {
      channel.close();
      return () => {};
    }
    const window = new HostWindow(channel, (own) => this.#eventsOf(own));
    this.#windows.add(window);
    window.tell("statusChanged", statusFor(this.status));
    return () => window.close();
  }

  /**
   * What the user typed into reviews that nobody waits for any more, because the process was killed or the client has
   * gone, newest first: for the application to offer as text to copy. It goes after 14 days.
   */
  keptDrafts(): Promise<readonly KeptDraft[]> {
    return this.#drafts.left();
  }

  /** Throws away one of {@link keptDrafts}. */
  async discardDraft(id: string): Promise<void> {
    await this.#drafts.discard(id);
  }

  /** Makes these the open folders. */
  setFolders(folders: readonly string[]): void {
    this.#editor.setFolders(folders);
  }

  /** Stops or resumes sharing. */
  setPaused(isPaused: boolean): void {
    this.#endpoint.setPaused(isPaused);
  }

  /** Ends every connection and serves again with the same port and token: clients come back by themselves. */
  async restart(): Promise<void> {
    if (this.#isClosed) throw new Error("The host is closed");
    await this.#endpoint.restart();
  }

  /** Ends the endpoint, its lock and its clients, and detaches every window. Safe to call twice. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#endpoint.close();
    await this.#drafts.close();
    for (const window of [...this.#windows.all]) window.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #eventsOf(window: HostWindow): WindowEvents {
    const tellIfActive = () => {
      if (this.#windows.active === window) this.#editor.tellSelection();
    };
    return {
      told: {
        joined: ({ canSave }) => {
          window.canSave = canSave;
          this.#editor.abilitiesChanged();
        },
        selectionChanged: ({ selection }) => {
          window.selection = selection ?? undefined;
          tellIfActive();
        },
        focused: () => {
          this.#windows.focused(window);
          tellIfActive();
        },
        draftChanged: ({ id, draft }) => this.#reviews.draftChanged(window, id, draft),
      },
      asked: {
        mention: ({ path, lines }) => {
          const nobody = { status: "refused", reason: "Tandem is not running." } as const;
          return this.#editor.events?.mentioned({ path, ...(lines && { lines }) }) ?? nobody;
        },
        setPaused: ({ isPaused }) => {
          this.setPaused(isPaused);
          return null;
        },
      },
      problem: (words) => this.#log.warn(`A window said something that makes no sense: ${words}`),
      closed: () => {
        this.#windows.remove(window);
        this.#editor.abilitiesChanged();
        this.#editor.tellSelection();
      },
    };
  }
}

/** What a page is told; not the names of the diffs, which are others' business. */
function statusFor({ clients, queuedMentions, isPaused, lastShared }: EndpointStatus): TandemStatus {
  return {
    clients: clients.map(({ id, name, version, isListening }) => ({ id, name, version, isListening })),
    queuedMentions,
    isPaused,
    lastShared,
  };
}
