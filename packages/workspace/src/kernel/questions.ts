/** Questions whose only sense is that the kernel answers them: it has done by then what it was sent before. */
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

  /** Tells whoever asked, if the message is a part of an answer. */
  receive(message: KernelMessage): void {
    const answered = "msg_id" in message.parent_header && this.#asked.get(message.parent_header.msg_id);
    if (!answered) return;
    if (message.header.msg_type === "kernel_info_reply") answered("reply");
    else if (this.#messages.isStatusMsg(message) && message.content.execution_state === "idle") answered("idle");
  }

  /** Is the message about a question? The kernel is busy with those too, but not in a way that concerns anybody. */
  isAbout(message: KernelMessage): boolean {
    return "msg_type" in message.parent_header && message.parent_header.msg_type === "kernel_info_request";
  }

  /** Nobody waits for an answer any more. */
  clear(): void {
    this.#asked.clear();
  }
}
