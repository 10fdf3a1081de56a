/**
 * Joins file panes to their language servers. What editors need for it is loaded when the first file with a server is
 * shown. A line that breaks, because the server or the connection has gone, is asked for again when they are back.
 */
import { effect, type Signal, signal, untracked } from "@preact/signals";
import type { Events } from "../../messages.js";
import type { LanguageServerFacts } from "../../messages-language.js";
import { activeTab } from "../layout/window-view.js";
import type { FilePane } from "../panes/file-pane.js";
import type { EditorLanguage } from "./editor-language.js";
import type { EditorAction, LanguageParts } from "./language-parts.js";
import { ProblemList } from "./problem-list.js";

/** One for the page. */
export class Language {
  readonly problems: ProblemList;
  readonly #parts: LanguageParts;
  readonly #panes = new Set<FilePane>();
  /** The server of each file that is shown; none where no server is for it. */
  readonly #servers: Signal<ReadonlyMap<string, string | undefined>> = signal(new Map());
  /** What was told last of each file that is shown. */
  readonly #told = new Map<string, Events["diagnostics"]>();
  #editors: Promise<EditorLanguage | undefined> | undefined;

  constructor(parts: LanguageParts) {
    this.#parts = parts;
    const { connection, store, toasts } = parts;
    this.problems = new ProblemList(parts);
    // A host that has just come back knows nothing of the lines that there were.
    connection.on("welcome", () => void this.#reconnect());
    connection.on("language.closed", ({ server }) => void this.#reconnect(server));
    connection.on("diagnostics", (told) => void this.#tell(told));
    // Servers come and go: what had none may have one now.
    let known = "";
    effect(() => {
      const servers = store.model.value?.language?.servers ?? [];
      const now = JSON.stringify(servers);
      if (now === known) return;
      known = now;
      void this.#serversChanged(servers).catch((error: unknown) => toasts.showError(error));
    });
    // A server may have been installed since a file was looked at last.
    effect(() => {
      const id = activeTab(store.view.value);
      for (const pane of this.#panes) if (pane.tab === id) void this.#connectAgain(pane);
    });
  }

  /** A pane shows its text. */
  opened(pane: FilePane): void {
    this.#panes.add(pane);
    void this.#connect(pane);
  }

  closed(pane: FilePane): void {
    this.#panes.delete(pane);
    if (this.#of(pane.path).length === 0) {
      this.#told.delete(pane.path);
      this.#setServer(pane.path, undefined, false);
    }
    void this.#editors?.then((editors) => editors?.detach(pane));
  }

  /** The server of a file, or why it has none; undefined where none is for it. */
  serverOf(path: string): LanguageServerFacts | undefined {
    const id = this.#servers.value.get(path);
    return this.#parts.store.model.value?.language?.servers.find((server) => server.id === id);
  }

  /** False where the file has no server that could do it. */
  can(pane: FilePane): boolean {
    const server = this.#factsOf(pane.path);
    return server !== undefined && server.state !== "missing";
  }

  /** Where the server does not run the user is told so, instead of waiting for nothing. */
  async run(action: EditorAction, pane: FilePane): Promise<void> {
    const { name, state, words } = this.#factsOf(pane.path) ?? {};
    const needsServer = action === "definition" || action === "hover";
    if (needsServer && state !== "running") this.#parts.toasts.show({ kind: "info", text: `${name}: ${words}` });
    else await (await this.#editors)?.run(action, pane);
  }

  async restart(): Promise<void> {
    await this.#try(async () => {
      await this.#parts.connection.request("language.restart", {});
      // One that was missing may have been installed.
      for (const pane of this.#panes) void this.#connectAgain(pane);
      this.#parts.toasts.show({ kind: "info", text: "The language servers are started anew." });
    });
  }

  /** The user's word on whether programs of a folder may run. */
  async trust(folder: string, isTrusted: boolean): Promise<void> {
    await this.#try(() => this.#parts.connection.request("language.trust", { folder, isTrusted }));
  }

  /** Whether a file without a server has one by now. */
  async #connectAgain(pane: FilePane): Promise<void> {
    if (!this.can(pane)) await this.#connect(pane);
  }

  async #connect(pane: FilePane): Promise<void> {
    const { connection, store } = this.#parts;
    if (!store.model.peek()?.language || pane.isLarge) return;
    const line = await connection.request("language.connect", { path: pane.path }).catch(() => undefined);
    if (!line || !this.#panes.has(pane)) return;
    this.#setServer(pane.path, line.server, true);
    if (!line.isConnected || line.server === undefined) {
      (await this.#editors)?.detach(pane);
      return;
    }
    const editors = await this.#load();
    if (!editors || !this.#panes.has(pane)) return;
    editors.attach(pane, { server: line.server, uri: line.uri });
    const told = this.#told.get(pane.path);
    if (told) editors.show(pane, told);
  }

  /** Takes up the lines to a server, or to all, anew. */
  async #reconnect(server?: string): Promise<void> {
    (await this.#editors)?.drop(server);
    const servers = this.#servers.peek();
    const panes = [...this.#panes].filter((pane) => server === undefined || servers.get(pane.path) === server);
    await Promise.all(panes.map((pane) => this.#connect(pane)));
  }

  async #serversChanged(servers: readonly LanguageServerFacts[]): Promise<void> {
    const editors = await this.#editors;
    for (const { id, state } of servers) if (state === "running") editors?.serverRuns(id);
    await Promise.all([...this.#panes].map((pane) => this.#connectAgain(pane)));
    this.problems.refreshSoon();
  }

  async #tell(told: Events["diagnostics"]): Promise<void> {
    const panes = this.#of(told.path);
    this.problems.refreshSoon();
    if (panes.length === 0) return;
    this.#told.set(told.path, told);
    const editors = await this.#editors;
    for (const pane of panes) editors?.show(pane, told);
  }

  /** As {@link serverOf}, for those who do not follow its changes. */
  #factsOf(path: string): LanguageServerFacts | undefined {
    return untracked(() => this.serverOf(path));
  }

  #of(path: string): FilePane[] {
    return [...this.#panes].filter((pane) => pane.path === path);
  }

  #setServer(path: string, server: string | undefined, isShown: boolean): void {
    if (isShown === this.#servers.peek().has(path) && this.#servers.peek().get(path) === server) return;
    const servers = new Map(this.#servers.peek());
    if (isShown) servers.set(path, server);
    else servers.delete(path);
    this.#servers.value = servers;
  }

  /** Undefined when it cannot be had, because Tandem has another version by now. */
  #load(): Promise<EditorLanguage | undefined> {
    const { connection, documents, toasts } = this.#parts;
    this.#editors ??= import("./editor-language.js").then(
      (part) => {
        const editors = new part.EditorLanguage({ connection, documents, toasts });
        connection.on("language.message", ({ server, message }) => editors.receive(server, message));
        return editors;
      },
      () => {
        toasts.show({ kind: "warning", text: "A part of the page could not be loaded. Reload it.", topic: "language" });
        return undefined;
      },
    );
    return this.#editors;
  }

  async #try(action: () => Promise<unknown>): Promise<void> {
    try {
      await action();
    } catch (error) {
      this.#parts.toasts.showError(error);
    }
  }
}
