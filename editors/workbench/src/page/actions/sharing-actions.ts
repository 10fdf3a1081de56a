/** What the user can do about sharing with Claude: mention, pause, hide, allow code. Each shows its result as a toast. */
import type { MentionOutcome } from "@tandem-ide/server";
import type { CoreParts } from "../core/parts.js";
import { shortPath } from "../core/paths.js";
import { describeMention, type MentionedLines } from "./mention-message.js";

export class SharingActions {
  readonly #parts: CoreParts;

  constructor(parts: CoreParts) {
    this.#parts = parts;
  }

  /** Adds a file, some of its lines, or a folder to Claude's prompt. Lines are counted from 0. */
  async mention(path: string, lines?: MentionedLines): Promise<void> {
    const { connection, store, toasts } = this.#parts;
    await toasts.attempt(async () => {
      const params = { path, ...(lines !== undefined && { lines }) };
      const outcome: MentionOutcome = await connection.request("mention", params);
      const isPaused = outcome.status !== "sent" && store.model.peek()?.isPaused;
      const message = describeMention(this.#short(path), lines, outcome);
      toasts.show({ ...message, topic: isPaused ? "paused" : "mention" });
    });
  }

  async setPaused(isPaused: boolean): Promise<void> {
    await this.#parts.toasts.attempt(() => this.#parts.connection.request("sharing.pause", { isPaused }));
  }

  async restartEndpoint(): Promise<void> {
    const { connection, toasts } = this.#parts;
    await toasts.attempt(async () => {
      await connection.request("endpoint.restart", {});
      toasts.showInfo("Restarted. Claude Code reconnects automatically.", "endpoint");
    });
  }

  async hide(path: string): Promise<void> {
    const { connection, toasts } = this.#parts;
    await toasts.attempt(async () => {
      await connection.request("privacy.hide", { path });
      toasts.showInfo(`${this.#short(path)} is now hidden from Claude.`);
    });
  }

  /** Opens the rules of a workspace folder. */
  async editRules(folder: string): Promise<void> {
    await this.#parts.toasts.attempt(() => this.#parts.connection.request("privacy.edit", { folder }));
  }

  async copyCommand(): Promise<void> {
    const command = this.#parts.store.model.peek()?.command;
    if (command) await this.copy(command, "command");
  }

  async copy(text: string, name: string): Promise<void> {
    const { toasts } = this.#parts;
    await toasts.attempt(async () => {
      await navigator.clipboard.writeText(text);
      toasts.showInfo(`Copied ${name}.`, "copy");
    });
  }

  async answerCode(run: string, answer: "once" | "always" | "never"): Promise<void> {
    await this.#parts.toasts.attempt(() => this.#parts.connection.request("code.decide", { run, answer }));
  }

  async askBeforeCode(): Promise<void> {
    const { connection, toasts } = this.#parts;
    await toasts.attempt(async () => {
      await connection.request("code.ask-again", {});
      toasts.showInfo("Claude will ask before it runs code.", "code");
    });
  }

  #short(path: string): string {
    return shortPath(path, this.#parts.store.model.peek());
  }
}
