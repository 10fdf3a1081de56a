/**
 * Connects file panes with their language servers. The code for editors is loaded with the first file that has a server.
 * Reconnects when a server or the connection comes back.
 */
import { effect, type Signal, signal, untracked } from "@preact/signals";
import type { Events } from "../../messages.js";
import type { LanguageServerFacts } from "../../messages-language.js";
import type { DocumentParts } from "../documents/document-parts.js";
import { activeTab } from "../layout/window-view.js";
import type { FilePane } from "../panes/file-pane.js";
import type { EditorAction, EditorLanguage } from "./editor-language.js";
import { ProblemList } from "./problem-list.js";

export class Language {
  readonly problems: ProblemList;
  readonly #parts: DocumentParts;
  readonly #panes = new Set<FilePane>();
  /** The server's id for each open file. Undefined if no server supports the file. */
  readonly #servers: Signal<ReadonlyMap<string, string | undefined>> = signal(new Map());
  /** The latest problems of each open file. */
  readonly #problems = new Map<string, Events["diagnostics"]>();
  #editors: Promise<EditorLanguage | undefined> | undefined;

  constructor(parts: DocumentParts) {
    this.#parts = parts;
    const { connection, store, toasts } = parts;
    this.problems = new ProblemList(parts);
    // After a reconnect the host may have lost its state.
    connection.on("welcome", () => void this.#reconnect());
    connection.on("language.closed", ({ server }) => void this.#reconnect(server));
    connection.on("diagnostics", (event) => void this.#showProblems(event));
    let known = "";
    effect(() => {
      const servers = store.model.value?.language?.servers ?? [];
      const now = JSON.stringify(servers);
      if (now === known) return;
      known = now;
      void this.#serversChanged(servers).catch((error: unknown) => toasts.showError(error));
    });
    // A server may have been installed since the file was active.
    effect(() => {
      const id = activeTab(store.view.value);
      for (const pane of this.#panes) if (pane.tab === id) void this.#connectAgain(pane);
    });
  }

  opened(pane: FilePane): void {
    this.#panes.add(pane);
    void this.#connect(pane);
  }

  closed(pane: FilePane): void {
    this.#panes.delete(pane);
    if (this.#of(pane.path).length === 0) {
      this.#problems.delete(pane.path);
      this.#setServer(pane.path, undefined, false);
    }
    void this.#editors?.then((editors) => editors?.detach(pane));
  }

  /** A file's server, which may be missing. Undefined if no server supports the file. */
  serverOf(path: string): LanguageServerFacts | undefined {
    const id = this.#servers.value.get(path);
    return this.#parts.store.model.value?.language?.servers.find((server) => server.id === id);
  }

  /** Returns true if the file's server is installed. */
  can(pane: FilePane): boolean {
    const server = this.#factsOf(pane.path);
    return server !== undefined && server.state !== "missing";
  }

  /** Shows the server's status instead if it isn't running. */
  async run(action: EditorAction, pane: FilePane): Promise<void> {
    const { name, state, words } = this.#factsOf(pane.path) ?? {};
    const needsServer = action === "definition" || action === "hover";
    if (needsServer && state !== "running") this.#parts.toasts.showInfo(`${name}: ${words}`);
    else await (await this.#editors)?.run(action, pane);
  }

  async restart(): Promise<void> {
    const { connection, toasts } = this.#parts;
    await toasts.attempt(async () => {
      await connection.request("language.restart", {});
      // A missing server may have been installed.
      for (const pane of this.#panes) void this.#connectAgain(pane);
      toasts.showInfo("Restarting language servers.");
    });
  }

  /** Sends the user's decision on running programs from a folder. */
  async trust(folder: string, isTrusted: boolean): Promise<void> {
    await this.#parts.toasts.attempt(() => this.#parts.connection.request("language.trust", { folder, isTrusted }));
  }

  /** Connects a file that had no server. */
  async #connectAgain(pane: FilePane): Promise<void> {
    if (!this.can(pane)) await this.#connect(pane);
  }

  async #connect(pane: FilePane): Promise<void> {
    const { connection, store } = this.#parts;
    if (!store.model.peek()?.language || pane.isLarge) return;
    const found = await connection.request("language.connect", { path: pane.path }).catch(() => undefined);
    if (!found || !this.#panes.has(pane)) return;
    this.#setServer(pane.path, found.server, true);
    if (!found.isConnected || found.server === undefined) {
      (await this.#editors)?.detach(pane);
      return;
    }
    const editors = await this.#load();
    if (!editors || !this.#panes.has(pane)) return;
    editors.attach(pane, { server: found.server, uri: found.uri });
    const problems = this.#problems.get(pane.path);
    if (problems) editors.showProblems(pane, problems);
  }

  /** Reconnects to one server, or to all. */
  async #reconnect(server?: string): Promise<void> {
    (await this.#editors)?.drop(server);
    const servers = this.#servers.peek();
    const panes = [...this.#panes].filter((pane) => server === undefined || servers.get(pane.path) === server);
    await Promise.all(panes.map((pane) => this.#connect(pane)));
  }

  async #serversChanged(servers: readonly LanguageServerFacts[]): Promise<void> {
    const editors = await this.#editors;
    for (const { id, state } of servers) if (state === "running") editors?.serverStarted(id);
    await Promise.all([...this.#panes].map((pane) => this.#connectAgain(pane)));
    this.problems.refreshSoon();
  }

  async #showProblems(event: Events["diagnostics"]): Promise<void> {
    const panes = this.#of(event.path);
    this.problems.refreshSoon();
    if (panes.length === 0) return;
    this.#problems.set(event.path, event);
    const editors = await this.#editors;
    for (const pane of panes) editors?.showProblems(pane, event);
  }

  /** Like {@link serverOf}, without subscribing to changes. */
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

  /** Undefined if it can't be loaded, because Tandem was updated. */
  #load(): Promise<EditorLanguage | undefined> {
    const { connection, toasts } = this.#parts;
    this.#editors ??= import("./editor-language.js").then(
      (part) => {
        const editors = new part.EditorLanguage(this.#parts);
        connection.on("language.message", ({ server, message }) => editors.receive(server, message));
        return editors;
      },
      () => {
        toasts.show({ kind: "warning", text: "Couldn't load language features. Reload the page.", topic: "language" });
        return undefined;
      },
    );
    return this.#editors;
  }
}
