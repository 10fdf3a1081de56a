/** Requests that are only sent for their answer, which means that the kernel has processed all earlier messages. */
import type { KernelMessage, Services } from "./services.js";

/** The reply to a request arrives on one channel, and the idle status after it on another. */
export type AnswerPart = "reply" | "idle";

export class Questions {
  readonly #messages: Services["messages"];
  /** Pending requests by id. */
  readonly #asked = new Map<string, (part: AnswerPart) => void>();

  constructor(messages: Services["messages"]) {
    this.#messages = messages;
  }

  /** Creates a request that does nothing, ready to be sent. */
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

  /** Creates a request to run internal code without visible output, ready to be sent. */
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

  /** Reports a message that is a part of a response. */
  receive(message: KernelMessage): void {
    const answered = "msg_id" in message.parent_header && this.#asked.get(message.parent_header.msg_id);
    if (!answered) return;
    if (["kernel_info_reply", "execute_reply"].includes(message.header.msg_type)) answered("reply");
    else if (this.#messages.isStatusMsg(message) && message.content.execution_state === "idle") answered("idle");
  }

  /** Returns whether a message is about one of these requests, so that its busy status isn't shown. */
  isAbout(message: KernelMessage): boolean {
    const { parent_header: parent } = message;
    return (
      ("msg_type" in parent && parent.msg_type === "kernel_info_request") ||
      ("msg_id" in parent && this.#asked.has(parent.msg_id))
    );
  }

  clear(): void {
    this.#asked.clear();
  }
}
