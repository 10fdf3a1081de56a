/** Messages whose only sense is that the kernel answers them: it has done by then what it was sent before. */
import type { KernelMessage, Services } from "./services.js";

/** The reply to a question comes by one way, and the news that the kernel is done with it by another. */
export type AnswerPart = "reply" | "idle";

export class Questions {
  readonly #messages: Services["messages"];
  /** Those that wait for their answer, by their id. */
  readonly #asked = new Map<string, (part: AnswerPart) => void>();

  constructor(messages: Services["messages"]) {
    this.#messages = messages;
  }

  /** A question, ready to be sent. */
  create(session: string, answered: (part: AnswerPart) => void) {
    const request = this.#messages.createMessage({
      msgType: "kernel_info_request",
      channel: "shell",
      session,
      content: {},
    });
    this.#asked.set(request.header.msg_id, answered);
    return request;
  }

  /** Code of ours, of which nobody sees anything, ready to be sent. */
  createCode(session: string, code: string, answered: (part: AnswerPart) => void) {
    const request = this.#messages.createMessage({
      msgType: "execute_request",
      channel: "shell",
      session,
      content: { code, silent: true, store_history: false, user_expressions: {}, allow_stdin: false },
    });
    this.#asked.set(request.header.msg_id, answered);
    return request;
  }

  /** Tells whoever asked, if the message is a part of an answer. */
  receive(message: KernelMessage): void {
    const answered = "msg_id" in message.parent_header && this.#asked.get(message.parent_header.msg_id);
    if (!answered) return;
    if (["kernel_info_reply", "execute_reply"].includes(message.header.msg_type)) answered("reply");
    else if (this.#messages.isStatusMsg(message) && message.content.execution_state === "idle") answered("idle");
  }

  /** Is the message about a question? The kernel is busy with those too, but not in a way that concerns anybody. */
  isAbout(message: KernelMessage): boolean {
    const { parent_header: parent } = message;
    return (
      ("msg_type" in parent && parent.msg_type === "kernel_info_request") ||
      ("msg_id" in parent && this.#asked.has(parent.msg_id))
    );
  }

  /** Nobody waits for an answer any more. */
  clear(): void {
    this.#asked.clear();
  }
}
