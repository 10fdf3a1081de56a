/** The diagnostics of one server, both pushed and pulled, and whether they are about the current texts. */

import type { Clock, Diagnostic } from "@tandem-ide/base";
import type { PublishDiagnosticsParams } from "vscode-languageserver-protocol";
import { pathOfUri, type Report, toDiagnostics, withoutDoubles } from "./diagnostic-shapes.js";
import { type Provider, providersOf, pullDocument, pullWorkspace } from "./pull.js";
import type { SentDocument, ServerDocuments } from "./server-documents.js";
import type { Session } from "./session.js";
import { askTsserver, canAskTsserver } from "./tsserver-diagnostics.js";
import { Listeners } from "./waiting.js";

/**
 * A change in one file can affect others, and a server that pushes sends nothing for a file whose diagnostics stay the same.
 * After it has pushed for the changed files and then sent nothing for this time, in ms, its diagnostics are complete.
 */
const quietMs = 150;

interface Pulled {
  readonly diagnostics: readonly Diagnostic[];
  readonly resultId?: string;
}

export interface ServerDiagnosticsOptions {
  readonly documents: ServerDocuments;
  readonly clock: Clock;
  readonly ask?: "tsserver" | undefined;
  /** Called when the diagnostics of a file may have changed. */
  readonly onChanged: (path: string) => void;
}

export class ServerDiagnostics {
  readonly #options: ServerDiagnosticsOptions;
  /** By path, then by provider. */
  readonly #pulled = new Map<string, Map<string, Pulled>>();
  readonly #pushed = new Map<string, readonly Diagnostic[]>();
  /** The version of the text in the last push. */
  readonly #pushedVersions = new Map<string, number>();
  readonly #published: Listeners<[]>;
  #publishedAt = Number.NEGATIVE_INFINITY;
  /** Whether pushes include the version of the text. A server without versions may also push in several parts. */
  #namesVersions = true;
  /** Texts that such a server hasn't confirmed yet, by path. Until then its pushes are about older texts. */
  readonly #unconfirmed = new Map<string, number>();
  /** Counts the changes of all files. `#settled` is the last one for which the pushes are complete. */
  #changes = 0;
  #changedAt = Number.NEGATIVE_INFINITY;
  #settled = 0;

  constructor(options: ServerDiagnosticsOptions) {
    this.#options = options;
    this.#published = new Listeners(() => {});
  }

  /** Resets the state for a new server. The old server's diagnostics stay until they are replaced. */
  attach(): void {
    this.#pushedVersions.clear();
    this.#unconfirmed.clear();
    for (const answers of this.#pulled.values())
      for (const [who, { diagnostics }] of answers) answers.set(who, { diagnostics });
    this.filesChanged();
  }

  /** Records that a file which the server reads has changed. */
  filesChanged(): void {
    this.#changes++;
    this.#changedAt = this.#options.clock.now();
  }

  /** Records that this text was sent to the server. */
  textSent(session: Session | undefined, { path, version }: SentDocument): void {
    this.filesChanged();
    if (!session || this.#namesVersions) return;
    this.#unconfirmed.set(path, version);
    const confirm = () => {
      if (this.#unconfirmed.get(path) === version) this.#unconfirmed.delete(path);
    };
    // Messages are processed in order, and every request that starts with $/ gets a response, at least that it is
    // unknown.
    session.request("$/tandem/arrived", {}, session.ended).then(confirm, confirm);
  }

  /** Removes the diagnostics of a file that no longer exists. */
  forget(path: string): void {
    this.filesChanged();
    const had = this.get(path).length > 0;
    this.#pulled.delete(path);
    this.#pushed.delete(path);
    this.#pushedVersions.delete(path);
    if (had) this.#options.onChanged(path);
  }

  get(path: string): readonly Diagnostic[] {
    const pulled = [...(this.#pulled.get(path)?.values() ?? [])].flatMap(({ diagnostics }) => diagnostics);
    // Servers with pull diagnostics may also push others, such as those of a build or of a project file.
    return withoutDoubles([...pulled, ...(this.#isAsked(path) ? [] : (this.#pushed.get(path) ?? []))]);
  }

  /** Every file that has or had diagnostics. */
  get paths(): Iterable<string> {
    return new Set([...this.#pulled.keys(), ...this.#pushed.keys()]);
  }

  published({ uri, version, diagnostics }: PublishDiagnosticsParams): void {
    const path = pathOfUri(uri);
    if (path === undefined) return;
    const document = this.#options.documents.get(path);
    // Outdated: the text has changed since, and the next push will follow.
    if (document && version != null && version < document.version) return;
    // Only open texts have a version (for other files a server sends none or 0), so the text was closed in the
    // meantime.
    if (!document && version != null && version > 0) return;
    this.#pushed.set(path, toDiagnostics(diagnostics));
    if (document) {
      this.#namesVersions = version != null;
      if (this.#namesVersions || !this.#unconfirmed.has(path)) this.#pushedVersions.set(path, document.version);
    }
    this.#publishedAt = this.#options.clock.now();
    this.#published.tell();
    this.#options.onChanged(path);
  }

  /** Updates the diagnostics of these texts. Returns false when they are incomplete at the time the signal aborts. */
  async refresh(session: Session, documents: readonly SentDocument[], signal: AbortSignal): Promise<boolean> {
    if (this.#options.ask === "tsserver" && canAskTsserver(session))
      return this.#all(documents, (document) => this.#askTsserver(session, document, signal));
    const pullers = new Map(documents.map((each) => [each, providersOf(session, each.languageId)]));
    const pushed = documents.filter((each) => pullers.get(each)?.length === 0);
    const pulled = documents.flatMap((each) => (pullers.get(each) ?? []).map((provider) => ({ each, provider })));
    const done = await Promise.all([
      this.#all(pulled, ({ each, provider }) => this.#pull(session, each, provider, signal)),
      pushed.length === 0 || this.#pushesOf(pushed, AbortSignal.any([signal, session.ended])),
    ]);
    return done.every((isDone) => isDone);
  }

  /** Updates the diagnostics of files that aren't open, if the server supports it. */
  async refreshWorkspace(session: Session, signal: AbortSignal): Promise<void> {
    const able = providersOf(session).filter((provider) => provider.workspaceDiagnostics === true);
    await this.#all(able, (provider) =>
      pullWorkspace(session, provider, (path, report) => this.#store(path, provider, report), signal),
    );
  }

  #isAsked(path: string): boolean {
    return this.#pulled.get(path)?.has("tsserver") ?? false;
  }

  /** Returns whether all tasks succeeded. When the server fails or exits, the known diagnostics are kept. */
  async #all<T>(items: readonly T[], task: (item: T) => Promise<void>): Promise<boolean> {
    const outcomes = await Promise.allSettled(items.map((item) => task(item)));
    return outcomes.every(({ status }) => status === "fulfilled");
  }

  async #askTsserver(session: Session, document: SentDocument, signal: AbortSignal): Promise<void> {
    const diagnostics = await askTsserver(session, document, signal);
    this.#checkSame(document);
    this.#keep(document.path, "tsserver", { diagnostics });
  }

  async #pull(session: Session, document: SentDocument, provider: Provider, signal: AbortSignal): Promise<void> {
    const previous = this.#pulled.get(document.path)?.get(provider.identifier ?? "")?.resultId;
    const reports = await pullDocument(session, document, provider, previous, signal);
    this.#checkSame(document);
    for (const [path, report] of reports) this.#store(path, provider, report);
  }

  /**
   * Throws when the text has changed during the request: the result is outdated then, and the diagnostics of the new
   * text may have arrived already.
   */
  #checkSame({ path, version }: SentDocument): void {
    if (this.#options.documents.get(path)?.version !== version) throw new Error(`${path} changed during the request`);
  }

  #store(path: string, { identifier }: Provider, { kind, items, resultId }: Report): void {
    const who = identifier ?? "";
    const diagnostics =
      kind === "full" ? toDiagnostics(items ?? []) : (this.#pulled.get(path)?.get(who)?.diagnostics ?? []);
    this.#keep(path, who, { diagnostics, ...(resultId != null && { resultId }) });
  }

  #keep(path: string, who: string, answer: Pulled): void {
    const answers = this.#pulled.get(path) ?? new Map<string, Pulled>();
    answers.set(who, answer);
    this.#pulled.set(path, answers);
    this.#options.onChanged(path);
  }

  async #pushesOf(requested: readonly SentDocument[], signal: AbortSignal): Promise<boolean> {
    const { clock, documents } = this.#options;
    const upTo = this.#changes;
    const hasPushed = ({ path, version }: SentDocument) => (this.#pushedVersions.get(path) ?? -1) >= version;
    // Diagnostics of a changed text also reflect all earlier changes.
    const isFresh = requested.length > 0 && !requested.some(hasPushed);
    if (!(await this.#until(() => requested.every(hasPushed), signal))) return false;
    if ((isFresh && this.#namesVersions) || this.#settled >= upTo) return true;
    if (!isFresh && !(await this.#until(() => documents.all.every(hasPushed), signal))) return false;
    const isQuiet = (): boolean => clock.now() - Math.max(this.#changedAt, this.#publishedAt) >= quietMs;
    if (!(await this.#until(isQuiet, signal))) return false;
    if (!isFresh) this.#settled = upTo;
    return true;
  }

  /** Resolves to true when the condition is met. Checks it after each push and regularly. */
  #until(isMet: () => boolean, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      let cancel = () => {};
      const end = (value: boolean) => {
        cancel();
        stop();
        signal.removeEventListener("abort", abort);
        resolve(value);
      };
      const look = () => {
        if (isMet()) return end(true);
        cancel();
        cancel = this.#options.clock.after(quietMs, look);
      };
      const abort = () => end(isMet());
      const stop = this.#published.add(look);
      if (signal.aborted) return abort();
      signal.addEventListener("abort", abort, { once: true });
      look();
    });
  }
}
