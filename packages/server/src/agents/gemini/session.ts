/** One connected Gemini CLI: its two tools, which open and close a review, and the outcome of each review as a notification. */
import { messageOf, stackOf } from "@tandem-ide/base";
import { type CallToolResult, errorCodes, RpcError } from "@tandem-ide/protocol";
import { askReview, type ReviewAnswer } from "../../hub/reviews/ask-review.js";
import { ReviewClosed } from "../../hub/reviews/owned-reviews.js";
import type { RequestContext } from "../../json-rpc/receiver.js";
import { failure, HttpSession, type HttpSessionOptions, type HttpTool, stringOf } from "../../mcp-http/session.js";

/** The client shows one at a time. */
const maxReviews = 20;

export interface GeminiSessionOptions extends HttpSessionOptions {
  readonly maxPendingBytes: number;
  /** Sends this client what is open now. */
  sendContext(session: GeminiSession): void;
}

type Arguments = Readonly<Record<string, unknown>>;

const done: CallToolResult = { content: [] };
const text = { type: "string" };

export class GeminiSession extends HttpSession {
  readonly #options: GeminiSessionOptions;
  /** Ends the reviews, which outlive the calls that open them. */
  readonly #end = new AbortController();
  /** What accepting would return now, for each open review. */
  readonly #texts = new Map<string, () => string>();
  #heldBytes = 0;
  #lastContext: string | undefined;

  constructor(options: GeminiSessionOptions) {
    super(options);
    this.#options = options;
  }

  protected readonly tools: Readonly<Record<string, HttpTool>> = {
    openDiff: {
      description: "Opens a review of proposed text for a file. The outcome is a notification.",
      inputSchema: {
        type: "object",
        properties: { filePath: text, newContent: text },
        required: ["filePath", "newContent"],
      },
      run: (args, call) => this.#openDiff(args, call),
    },
    closeDiff: {
      description: "Closes the review of a file and returns its text as the user left it.",
      inputSchema: {
        type: "object",
        properties: { filePath: text, suppressNotification: { type: "boolean" } },
        required: ["filePath"],
      },
      run: (args) => this.#closeDiff(args),
    },
  };

  protected becameReady(): void {
    this.#lastContext = undefined;
    this.#options.sendContext(this);
  }

  override ended(): void {
    this.#end.abort(new Error("The client has disconnected"));
    super.ended();
  }

  /** Sends what is open, unless the client has that already. */
  sendContext(context: object): void {
    const key = JSON.stringify(context);
    if (!this.isListening || key === this.#lastContext) return;
    this.#lastContext = key;
    this.connection.sendState("ide/contextUpdate", context);
  }

  /** Answers as soon as the review is shown. */
  async #openDiff(args: Arguments, { signal }: RequestContext): Promise<CallToolResult> {
    const [filePath, content] = [stringOf(args, "filePath"), stringOf(args, "newContent")];
    if (this.reviews.names.length >= maxReviews) return failure(`${maxReviews} reviews are open. Close some first`);
    const path = this.hub.workspace.absolute(filePath);
    let held = 0;
    let wasShown = false;
    return await new Promise<CallToolResult>((resolve, reject) => {
      const request = {
        client: this.client,
        ...{ path, oldPath: path, given: { path: filePath, oldPath: filePath }, name: filePath, content },
        acceptedForm: "non-empty text" as const,
        hold: (bytes: number) => {
          this.#hold(bytes);
          held += bytes;
        },
        shown: (current: () => string) => {
          wasShown = true;
          this.#texts.set(filePath, current);
          resolve(done);
        },
      };
      request.hold(content.length);
      this.reviews
        .run(filePath, AbortSignal.any([signal, this.#end.signal]), (inner) => askReview(this.hub, request, inner))
        .then((answer) => {
          if (answer.kind === "refused") resolve(failure(answer.reason));
          else this.#tell(filePath, answer);
        })
        .catch((error: unknown) => {
          if (!wasShown) reject(error);
          else this.#log(error);
        })
        .finally(() => {
          this.#heldBytes -= held;
        });
    });
  }

  /** Notifies this client, and only this one, of the user's decision. */
  #tell(filePath: string, answer: Exclude<ReviewAnswer, { kind: "refused" }>): void {
    this.#texts.delete(filePath);
    if (answer.kind === "accepted") this.connection.send("ide/diffAccepted", { filePath, content: answer.content });
    else this.connection.send("ide/diffRejected", { filePath });
  }

  /** The client still asks the user in its terminal, so a view that failed decides nothing. */
  #log(error: unknown): void {
    if (error instanceof ReviewClosed || this.#end.signal.aborted) return;
    this.hub.log.error(`openDiff failed: ${messageOf(error)}`, { stack: stackOf(error) });
  }

  async #closeDiff(args: Arguments): Promise<CallToolResult> {
    const filePath = stringOf(args, "filePath");
    const current = this.#texts.get(filePath)?.();
    if (!(await this.reviews.close(filePath)) || current === undefined) return done;
    this.#texts.delete(filePath);
    if (args.suppressNotification !== true) this.connection.send("ide/diffRejected", { filePath });
    // The client would write the proposal instead of an empty text, so it gets the nearest one.
    return { content: [{ type: "text", text: JSON.stringify({ content: current === "" ? "\n" : current }) }] };
  }

  #hold(bytes: number): void {
    if (this.#heldBytes + bytes > this.#options.maxPendingBytes)
      throw new RpcError(errorCodes.internalError, "The open reviews are too large. Close some first");
    this.#heldBytes += bytes;
  }
}
