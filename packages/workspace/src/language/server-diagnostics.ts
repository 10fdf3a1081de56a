/** What one server has said about files, by push and by pull, and whether it is about the texts as they are. */

import type { Clock, Diagnostic } from "@tandem/base";
import type { PublishDiagnosticsParams } from "vscode-languageserver-protocol";
import { pathOfUri, type Report, toDiagnostics, withoutDoubles } from "./diagnostic-shapes.js";
import { type Provider, providersOf, pullDocument, pullWorkspace } from "./pull.js";
import type { SentDocument, ServerDocuments } from "./server-documents.js";
import type { Session } from "./session.js";
import { askTsserver, canAskTsserver } from "./tsserver-diagnostics.js";
import { Listeners } from "./waiting.js";

/**
 * A change in one file shows in others, of which a server that pushes says nothing when they stay as they were. When it
 * has told about the changed ones and then been quiet for this long, in ms, it has told all.
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
  /** What is known about a file may have changed. */
  readonly onChanged: (path: string) => void;
}

export class ServerDiagnostics {
  readonly #options: ServerDiagnosticsOptions;
  /** By path, then by who was asked. */
  readonly #pulled = new Map<string, Map<string, Pulled>>();
  readonly #pushed = new Map<string, readonly Diagnostic[]>();
  /** The version that the last push was about. */
  readonly #pushedVersions = new Map<string, number>();
  readonly #published: Listeners<[]>;
  #publishedAt = Number.NEGATIVE_INFINITY;
  /** It says which text a push is about. One that does not may also push in parts: what it found first, then the rest. */
  #namesVersions = true;
  /** Texts of which such a server has not said yet that it got them, by path: what it pushes meanwhile is about older ones. */
  readonly #underWay = new Map<string, number>();
  /** Counts changes of any file, and up to which the pushes are known to be complete. */
  #changes = 0;
  #changedAt = Number.NEGATIVE_INFINITY;
  #settled = 0;

  constructor(options: ServerDiagnosticsOptions) {
    this.#options = options;
    this.#published = new Listeners(() => {});
  }

  /** A new server starts from nothing. What the old one said is kept as the last that is known. */
  attach(): void {
    this.#pushedVersions.clear();
    this.#underWay.clear();
    for (const answers of this.#pulled.values())
      for (const [who, { diagnostics }] of answers) answers.set(who, { diagnostics });
    this.filesChanged();
  }

  /** Something that the server looks at is not as it was. */
  filesChanged(): void {
    this.#changes++;
    this.#changedAt = this.#options.clock.now();
  }

  /** The server has just been sent this text. */
  textSent(session: Session | undefined, { path, version }: SentDocument): void {
    this.filesChanged();
    if (!session || this.#namesVersions) return;
    this.#underWay.set(path, version);
    const arrived = () => {
      if (this.#underWay.get(path) === version) this.#underWay.delete(path);
    };
    // Messages are taken in order, and a request that begins with $/ has to be answered, if only that it is unknown.
    session.request("$/tandem/arrived", {}, session.ended).then(arrived, arrived);
  }

  /** The file has gone. */
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
    // Servers that are asked may push besides: what a build found, or problems of a project file.
    return withoutDoubles([...pulled, ...(this.#isAsked(path) ? [] : (this.#pushed.get(path) ?? []))]);
  }

  /** Every file about which something is known. */
  get paths(): Iterable<string> {
    return new Set([...this.#pulled.keys(), ...this.#pushed.keys()]);
  }

  published({ uri, version, diagnostics }: PublishDiagnosticsParams): void {
    const path = pathOfUri(uri);
    if (path === undefined) return;
    const document = this.#options.documents.get(path);
    // About a text that has changed since: what is known is as old, and the next one is on its way.
    if (document && version != null && version < document.version) return;
    // Only a text that was open has a version (of a file that never was, a server says none or 0): it was closed meanwhile.
    if (!document && version != null && version > 0) return;
    this.#pushed.set(path, toDiagnostics(diagnostics));
    if (document) {
      this.#namesVersions = version != null;
      if (this.#namesVersions || !this.#underWay.has(path)) this.#pushedVersions.set(path, document.version);
    }
    this.#publishedAt = this.#options.clock.now();
    this.#published.tell();
    this.#options.onChanged(path);
  }

  /** Gets what the server has to say about these texts. False when it has not said all of it before the signal aborts. */
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

  /** What the server knows about files that are not open, where it can be asked that. */
  async refreshWorkspace(session: Session, signal: AbortSignal): Promise<void> {
    const able = providersOf(session).filter((provider) => provider.workspaceDiagnostics === true);
    await this.#all(able, (provider) =>
      pullWorkspace(session, provider, (path, report) => this.#store(path, provider, report), signal),
    );
  }

  #isAsked(path: string): boolean {
    return this.#pulled.get(path)?.has("tsserver") ?? false;
  }

  /** True when every one of them came to its end. A server that refuses or has gone leaves what is known. */
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
   * The text may have changed while the server thought about it: then this was not the answer, and the one about the new
   * text may be here already.
   */
  #checkSame({ path, version }: SentDocument): void {
    if (this.#options.documents.get(path)?.version !== version) throw new Error(`${path} has changed meanwhile`);
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

  async #pushesOf(asked: readonly SentDocument[], signal: AbortSignal): Promise<boolean> {
    const { clock, documents } = this.#options;
    const upTo = this.#changes;
    const isTold = ({ path, version }: SentDocument) => (this.#pushedVersions.get(path) ?? -1) >= version;
    // What is said about a text after its own change is said about everything that was changed before.
    const isFresh = asked.length > 0 && !asked.some(isTold);
    if (!(await this.#until(() => asked.every(isTold), signal))) return false;
    if ((isFresh && this.#namesVersions) || this.#settled >= upTo) return true;
    if (!isFresh && !(await this.#until(() => documents.all.every(isTold), signal))) return false;
    const isQuiet = () => clock.now() - Math.max(this.#changedAt, this.#publishedAt) >= quietMs;
    if (!(await this.#until(isQuiet, signal))) return false;
    if (!isFresh) this.#settled = upTo;
    return true;
  }

  /** Looks again after each push, and when it has been quiet. */
  #until(holds: () => boolean, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      let cancel = () => {};
      const end = (value: boolean) => {
        cancel();
        stop();
        signal.removeEventListener("abort", abort);
        resolve(value);
      };
      const look = () => {
        if (holds()) return end(true);
        cancel();
        cancel = this.#options.clock.after(quietMs, look);
      };
      const abort = () => end(holds());
      const stop = this.#published.add(look);
      if (signal.aborted) return abort();
      signal.addEventListener("abort", abort, { once: true });
      look();
    });
  }
}
