/** One connected Copilot CLI: its six tools, and the selection and mentions as notifications. */
import type { Diagnostic } from "@tandem-ide/base";
import { version } from "@tandem-ide/base";
import { type CallToolResult, pathsOfFileUri, toFileUri, toSelectionRange } from "@tandem-ide/protocol";
import { diagnosticsOf, type Timeouts } from "../../hub/diagnostics/get-diagnostics.js";
import type { EditorSelection, Mention } from "../../hub/editor.js";
import { InvalidInput } from "../../hub/errors.js";
import { askReview, type ReviewAnswer } from "../../hub/reviews/ask-review.js";
import { ReviewClosed } from "../../hub/reviews/owned-reviews.js";
import type { RequestContext } from "../../json-rpc/receiver.js";
import { failure, HttpSession, type HttpTool, stringOf } from "../../mcp-http/session.js";

type Arguments = Readonly<Record<string, unknown>>;

const timeouts: Timeouts = { ask: 2_000, answer: 2_100 };
const text = { type: "string" };
/** The client's tools are never tasks. */
const execution = { taskSupport: "forbidden" };

const severities: Readonly<Record<Diagnostic["severity"], string>> = {
  Error: "error",
  Warning: "warning",
  Info: "information",
  Hint: "hint",
};

function json(value: unknown): CallToolResult {
  return { content: [{ type: "text", text: JSON.stringify(value, undefined, 2) }] };
}

const origin = { line: 0, character: 0 };
/** Clears the selection that the client shows. */
const cleared = { text: "", filePath: "", fileUrl: "", selection: { start: origin, end: origin, isEmpty: true } };

function describe({ text: selected, path, range }: EditorSelection) {
  return { text: selected, filePath: path, fileUrl: toFileUri(path), selection: toSelectionRange(range) };
}

export class CopilotSession extends HttpSession {
  #lastSelection: string | undefined;

  protected readonly tools: Readonly<Record<string, HttpTool>> = {
    get_vscode_info: this.#tool("Returns the editor's name and version.", [], async () => this.#info()),
    get_selection: this.#tool("Returns the selection in the active file.", [], (_args, call) =>
      this.hub.gate.pass(call, async () => this.#selection()),
    ),
    get_diagnostics: this.#tool("Returns the problems in a file, or in all files.", ["uri"], (args, call) =>
      this.hub.gate.pass(call, () => this.#diagnostics(args, call)),
    ),
    open_diff: this.#tool(
      "Shows proposed text for a file, and waits until the user accepts or rejects it.",
      ["original_file_path", "new_file_contents", "tab_name"],
      (args, call) => this.#openDiff(args, call),
    ),
    close_diff: this.#tool("Closes a proposal.", ["tab_name"], (args) => this.#closeDiff(args)),
    update_session_name: this.#tool("Sets the name of this session.", ["name"], async () => json({ success: true })),
  };

  #tool(description: string, names: readonly string[], run: HttpTool["run"]): HttpTool {
    const properties = Object.fromEntries(names.map((name) => [name, text]));
    const required = names.filter((name) => name !== "uri");
    const inputSchema = { type: "object", properties, ...(required.length > 0 && { required }) } as const;
    return { description, inputSchema, execution, run };
  }

  protected becameReady(): void {
    this.#lastSelection = undefined;
    const { current } = this.hub.selection;
    if (current) this.sendSelection(current);
  }

  sendSelection(selection: EditorSelection | undefined): void {
    const params = selection ? describe(selection) : cleared;
    const key = JSON.stringify(params);
    if (!this.isListening || key === this.#lastSelection) return;
    this.#lastSelection = key;
    this.connection.sendState("selection_changed", params);
  }

  mention({ path, lines }: Mention): void {
    const selection = lines && {
      start: { line: lines.start, character: 0 },
      end: { line: lines.end, character: 0 },
      isEmpty: false,
    };
    this.connection.send("add_file_reference", {
      filePath: path,
      fileUrl: toFileUri(path),
      selection: selection ?? null,
      selectedText: null,
    });
  }

  #info(): CallToolResult {
    return json({ version, appName: this.hub.editor.name });
  }

  #selection(): CallToolResult {
    const { current } = this.hub.selection;
    return json(current ? { ...describe(current), current: true } : null);
  }

  async #diagnostics(args: Arguments, { signal }: RequestContext): Promise<CallToolResult> {
    const path = args.uri === undefined ? undefined : this.#pathOf(stringOf(args, "uri"));
    const hidden = path === undefined ? undefined : this.hub.privacy.checkRules(path);
    if (hidden) return failure(hidden.message);
    const files = await diagnosticsOf(this.hub, path, timeouts, signal);
    return json(
      files
        .filter(({ diagnostics }) => diagnostics.length > 0)
        .map((file) => ({
          uri: toFileUri(file.path),
          filePath: file.path,
          diagnostics: file.diagnostics.map(({ message, severity, range, source, code }) => ({
            ...{ message, severity: severities[severity], range },
            ...(source !== undefined && { source }),
            ...(code !== undefined && { code }),
          })),
        })),
    );
  }

  #pathOf(uri: string): string {
    if (!uri.startsWith("file:")) return this.hub.workspace.absolute(uri);
    const [path] = pathsOfFileUri(uri);
    if (path === undefined) throw new InvalidInput(`get_diagnostics: uri must be a file:// URI, not ${uri}`);
    return this.hub.workspace.absolute(path);
  }

  /** The client takes only the decision. It writes its own text. */
  async #openDiff(args: Arguments, call: RequestContext): Promise<CallToolResult> {
    const [given, content, name] = [
      stringOf(args, "original_file_path"),
      stringOf(args, "new_file_contents"),
      stringOf(args, "tab_name"),
    ];
    const path = this.hub.workspace.absolute(given);
    const request = {
      client: this.client,
      ...{ path, oldPath: path, given: { path: given, oldPath: given }, name, content },
      acceptedForm: "decision" as const,
      hold: (bytes: number) => call.hold(bytes),
    };
    let answer: ReviewAnswer | "closed";
    try {
      answer = await this.reviews.run(name, call.signal, (signal) => askReview(this.hub, request, signal));
    } catch (error) {
      if (!(error instanceof ReviewClosed)) throw error;
      answer = "closed";
    }
    if (answer === "closed") return decision(name, "REJECTED", "closed_via_tool");
    if (answer.kind === "refused") return failure(answer.reason);
    return answer.kind === "accepted"
      ? decision(name, "SAVED", "accepted_via_button")
      : decision(name, "REJECTED", "rejected_via_button");
  }

  async #closeDiff(args: Arguments): Promise<CallToolResult> {
    const name = stringOf(args, "tab_name");
    const wasOpen = await this.reviews.close(name);
    return json({ success: true, already_closed: !wasOpen, tab_name: name, message: "The proposal is closed" });
  }
}

function decision(name: string, result: "SAVED" | "REJECTED", trigger: string): CallToolResult {
  const message = result === "SAVED" ? "The user accepted the changes" : "The user rejected the changes";
  return json({ success: true, result, trigger, tab_name: name, message });
}
