/**
 * The editors' side of language servers: hover, completion, signatures, definitions and squiggles, by
 * `@codemirror/lsp-client`. Loaded on demand, so nothing else may import it.
 */
import { hoverTooltips, LSPClient, serverCompletion, signatureHelp } from "@codemirror/lsp-client";
import { Compartment, type Extension, StateEffect } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { Events } from "../../messages.js";
import type { FilePane } from "../panes/file-pane.js";
import { cursorTooltip, showHover } from "./cursor-tooltip.js";
import { goToDefinition } from "./go-to-definition.js";
import type { EditorAction, LanguageParts } from "./language-parts.js";
import { languageTheme } from "./language-theme.js";
import { goToProblem, ProblemMarks } from "./problem-marks.js";
import { safeHtml } from "./safe-html.js";
import { ServerLine } from "./server-line.js";
import { ServerWorkspace } from "./server-workspace.js";

/** What editors need of the page. */
export type EditorParts = Pick<LanguageParts, "connection" | "documents" | "toasts">;

/** Which server, and how it calls the file. */
export interface FileLine {
  readonly server: string;
  readonly uri: string;
}

interface Server {
  readonly client: LSPClient;
  readonly line: ServerLine;
}

interface Joined {
  readonly view: EditorView;
  readonly marks: ProblemMarks;
  /** What joins the editor to a server. */
  readonly part: Compartment;
  line: FileLine | undefined;
}

/**
 * In an editor from its first server on. They do nothing without one, and stay: taken out, completion would look for its
 * state when the answer to its last question comes.
 */
const features: Extension = [
  serverCompletion({ override: true }),
  hoverTooltips(),
  signatureHelp(),
  cursorTooltip(),
  languageTheme,
];

/** Longer than a page lives: what is not answered is answered by the line. */
const noTimeout = 2 ** 31 - 1;

export class EditorLanguage {
  readonly #parts: EditorParts;
  readonly #servers = new Map<string, Server>();
  readonly #joined = new Map<FilePane, Joined>();

  constructor(parts: EditorParts) {
    this.#parts = parts;
  }

  /** Gives an editor what the server of its file can do. */
  attach(pane: FilePane, line: FileLine): void {
    const joined = this.#join(pane);
    if (!joined || joined.line?.server === line.server) return;
    joined.line = line;
    const { client } = this.#serverOf(line.server);
    joined.view.dispatch({ effects: joined.part.reconfigure(client.plugin(line.uri)) });
  }

  /** Takes it away; an editor that is gone is forgotten. */
  detach(pane: FilePane): void {
    const joined = this.#joined.get(pane);
    if (!joined) return;
    if (pane.view.peek() !== joined.view) this.#joined.delete(pane);
    else if (joined.line) {
      joined.line = undefined;
      joined.marks.clear();
      joined.view.dispatch({ effects: joined.part.reconfigure([]) });
    }
  }

  /** Shows what is wrong in a file. */
  show(pane: FilePane, told: Events["diagnostics"]): void {
    const joined = this.#joined.get(pane);
    if (joined?.line && pane.view.peek() === joined.view) joined.marks.show(told);
  }

  receive(server: string, message: string): void {
    this.#servers.get(server)?.line.receive(message);
  }

  /** A server has started, perhaps again. */
  serverRuns(server: string): void {
    this.#servers.get(server)?.line.serverRuns();
  }

  /** The line to a server, or to all of them, is gone. */
  drop(server: string | undefined): void {
    for (const [pane, { line }] of [...this.#joined])
      if (server === undefined || line?.server === server) this.detach(pane);
    for (const [key, { client, line }] of [...this.#servers]) {
      if (server !== undefined && key !== server) continue;
      this.#servers.delete(key);
      line.close();
      client.disconnect();
    }
  }

  async run(action: EditorAction, pane: FilePane): Promise<void> {
    const joined = this.#joined.get(pane);
    if (!joined?.line) return;
    const { view } = joined;
    const { connection, toasts } = this.#parts;
    view.focus();
    try {
      if (action === "next-problem" || action === "previous-problem") goToProblem(view, action);
      else if (action === "hover") await showHover(view);
      else {
        const place = await goToDefinition(view);
        if (place) await connection.request("language.show", { file: place.uri, range: place.range });
        else toasts.show({ kind: "info", text: "No definition is known for what is at the cursor." });
      }
    } catch (error) {
      toasts.showError(error);
    }
  }

  #join(pane: FilePane): Joined | undefined {
    const known = this.#joined.get(pane);
    const view = pane.view.peek();
    if (known || !view) return known;
    const joined: Joined = { view, marks: new ProblemMarks(view), part: new Compartment(), line: undefined };
    this.#joined.set(pane, joined);
    const extension: Extension = [features, joined.marks.extension, joined.part.of([])];
    view.dispatch({ effects: StateEffect.appendConfig.of(extension) });
    return joined;
  }

  #serverOf(server: string): Server {
    const known = this.#servers.get(server);
    if (known) return known;
    const { connection, documents } = this.#parts;
    const line = new ServerLine({
      send: (message) => connection.request("language.send", { server, message }),
      synced: (uri) => {
        const open = [...this.#joined].find(([, joined]) => joined.line?.uri === uri);
        return open ? documents.whenSynced(open[0].path) : Promise.resolve();
      },
      textOf: (uri) => client.workspace.getFile(uri)?.getView()?.state.doc,
    });
    const client = new LSPClient({
      timeout: noTimeout,
      sanitizeHTML: safeHtml,
      workspace: (owner) => new ServerWorkspace(owner),
    });
    const made = { client, line };
    this.#servers.set(server, made);
    client.connect(line);
    return made;
  }
}
