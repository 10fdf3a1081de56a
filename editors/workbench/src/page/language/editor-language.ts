/**
 * Language server features in editors: hover, completion, signatures, definitions and squiggles, with
 * `@codemirror/lsp-client`. Loaded on demand, so other modules may import only its types.
 */
import { hoverTooltips, LSPClient, serverCompletion, signatureHelp } from "@codemirror/lsp-client";
import { Compartment, type Extension, StateEffect } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { Events } from "../../messages.js";
import type { DocumentParts } from "../documents/document-parts.js";
import type { FilePane } from "../panes/file-pane.js";
import { cursorTooltip, showHover } from "./cursor-tooltip.js";
import { findDefinition } from "./find-definition.js";
import { languageTheme } from "./language-theme.js";
import { goToProblem, ProblemMarks } from "./problem-marks.js";
import { safeHtml } from "./safe-html.js";
import { ServerTransport } from "./server-transport.js";
import { ServerWorkspace } from "./server-workspace.js";

export type EditorAction = "definition" | "hover" | "next-problem" | "previous-problem";

/** A file's server and the URI that the server uses for the file. */
interface FileServer {
  readonly server: string;
  readonly uri: string;
}

interface Server {
  readonly client: LSPClient;
  readonly transport: ServerTransport;
}

interface Attached {
  readonly view: EditorView;
  readonly marks: ProblemMarks;
  /** Contains the server's plugin. */
  readonly plugin: Compartment;
  file: FileServer | undefined;
}

/**
 * Added to an editor with its first server and never removed. Without a server they do nothing, but if they were removed,
 * completion would fail when the response to its last request arrives.
 */
const features: Extension = [
  serverCompletion({ override: true }),
  hoverTooltips(),
  signatureHelp(),
  cursorTooltip(),
  languageTheme,
];

/** The client's timeout isn't needed because the transport answers every request. */
const noTimeout = 2 ** 31 - 1;

export class EditorLanguage {
  readonly #parts: DocumentParts;
  readonly #servers = new Map<string, Server>();
  readonly #attached = new Map<FilePane, Attached>();

  constructor(parts: DocumentParts) {
    this.#parts = parts;
  }

  /** Connects an editor to the server of its file. */
  attach(pane: FilePane, file: FileServer): void {
    const attached = this.#prepare(pane);
    if (!attached || attached.file?.server === file.server) return;
    attached.file = file;
    const { client } = this.#serverOf(file.server);
    attached.view.dispatch({ effects: attached.plugin.reconfigure(client.plugin(file.uri)) });
  }

  /** Disconnects an editor from its server. */
  detach(pane: FilePane): void {
    const attached = this.#attached.get(pane);
    if (!attached) return;
    if (pane.view.peek() !== attached.view) this.#attached.delete(pane);
    else if (attached.file) {
      attached.file = undefined;
      attached.marks.clear();
      attached.view.dispatch({ effects: attached.plugin.reconfigure([]) });
    }
  }

  showProblems(pane: FilePane, problems: Events["diagnostics"]): void {
    const attached = this.#attached.get(pane);
    if (attached?.file && pane.view.peek() === attached.view) attached.marks.show(problems);
  }

  receive(server: string, message: string): void {
    this.#servers.get(server)?.transport.receive(message);
  }

  /** Call this when a server has started or restarted. */
  serverStarted(server: string): void {
    this.#servers.get(server)?.transport.serverStarted();
  }

  /** Call this when the connection to a server, or to all servers, is gone. */
  drop(server: string | undefined): void {
    for (const [pane, { file }] of [...this.#attached])
      if (server === undefined || file?.server === server) this.detach(pane);
    for (const [key, { client, transport }] of [...this.#servers]) {
      if (server !== undefined && key !== server) continue;
      this.#servers.delete(key);
      transport.close();
      client.disconnect();
    }
  }

  async run(action: EditorAction, pane: FilePane): Promise<void> {
    const attached = this.#attached.get(pane);
    if (!attached?.file) return;
    const { view } = attached;
    const { connection, toasts } = this.#parts;
    view.focus();
    await toasts.attempt(async () => {
      if (action === "next-problem" || action === "previous-problem") goToProblem(view, action);
      else if (action === "hover") await showHover(view);
      else {
        const location = await findDefinition(view);
        if (location) await connection.request("language.show", { file: location.uri, range: location.range });
        else toasts.showInfo("No definition found.");
      }
    });
  }

  #prepare(pane: FilePane): Attached | undefined {
    const known = this.#attached.get(pane);
    const view = pane.view.peek();
    if (known || !view) return known;
    const attached: Attached = { view, marks: new ProblemMarks(view), plugin: new Compartment(), file: undefined };
    this.#attached.set(pane, attached);
    const extension: Extension = [features, attached.marks.extension, attached.plugin.of([])];
    view.dispatch({ effects: StateEffect.appendConfig.of(extension) });
    return attached;
  }

  #serverOf(id: string): Server {
    const known = this.#servers.get(id);
    if (known) return known;
    const { connection, documents } = this.#parts;
    const transport = new ServerTransport({
      send: (message) => connection.request("language.send", { server: id, message }),
      whenSynced: (uri) => {
        const open = [...this.#attached].find(([, attached]) => attached.file?.uri === uri);
        return open ? documents.whenSynced(open[0].path) : Promise.resolve();
      },
      textOf: (uri) => client.workspace.getFile(uri)?.getView()?.state.doc,
    });
    const client = new LSPClient({
      timeout: noTimeout,
      sanitizeHTML: safeHtml,
      workspace: (owner) => new ServerWorkspace(owner),
    });
    const server = { client, transport };
    this.#servers.set(id, server);
    client.connect(transport);
    return server;
  }
}
