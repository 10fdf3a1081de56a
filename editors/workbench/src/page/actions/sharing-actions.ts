/** What a user does about what Claude sees: mention, pause, withhold. */
import type { MentionOutcome } from "@tandem/server";
import type { Connection } from "../core/connection.js";
import { shortPath } from "../core/paths.js";
import type { Store } from "../core/store.js";
import type { Toasts } from "../core/toasts.js";
import { describeMention, type MentionedLines } from "./mention-words.js";

/** What these need. */
export interface SharingActionsParts {
  readonly connection: Connection;
  readonly store: Store;
  readonly toasts: Toasts;
}

/** Each says in a toast what came of it. */
export class SharingActions {
  readonly #parts: SharingActionsParts;

  constructor(parts: SharingActionsParts) {
    this.#parts = parts;
  }

  /** Puts a file, some lines of it or a folder into Claude's prompt. Lines count from 0. */
  async mention(path: string, lines?: MentionedLines): Promise<void> {
    await this.#try(async () => {
      const outcome: MentionOutcome = await this.#parts.connection.request("mention", {
        path,
        ...(lines === undefined ? {} : { lines }),
      });
      const { kind, text } = describeMention(this.#short(path), lines, outcome);
      const isPaused = outcome.status !== "sent" && this.#parts.store.model.peek()?.isPaused;
      this.#parts.toasts.show({ kind, text, topic: isPaused ? "paused" : "mention" });
    });
  }

  async setPaused(isPaused: boolean): Promise<void> {
    await this.#try(() => this.#parts.connection.request("sharing.pause", { isPaused }));
  }

  async restartEndpoint(): Promise<void> {
    await this.#try(async () => {
      await this.#parts.connection.request("endpoint.restart", {});
      this.#parts.toasts.show({
        kind: "info",
        text: "Restarted. Claude Code comes back by itself.",
        topic: "endpoint",
      });
    });
  }

  async withhold(path: string): Promise<void> {
    await this.#try(async () => {
      await this.#parts.connection.request("privacy.withhold", { path });
      this.#parts.toasts.show({ kind: "info", text: `Claude does not see ${this.#short(path)} any more.` });
    });
  }

  /** Opens the rules of a workspace folder. */
  async editRules(folder: string): Promise<void> {
    await this.#try(() => this.#parts.connection.request("privacy.edit", { folder }));
  }

  async copy(text: string, what: string): Promise<void> {
    await this.#try(async () => {
      await navigator.clipboard.writeText(text);
      this.#parts.toasts.show({ kind: "info", text: `Copied ${what}.`, topic: "copy" });
    });
  }

  async answerCode(run: string, answer: "once" | "always" | "never"): Promise<void> {
    await this.#try(() => this.#parts.connection.request("code.decide", { run, answer }));
  }

  /** Code runs only with a yes again. */
  async askBeforeCode(): Promise<void> {
    await this.#try(async () => {
      await this.#parts.connection.request("code.ask-again", {});
      this.#parts.toasts.show({ kind: "info", text: "From now on you are asked before code runs.", topic: "code" });
    });
  }

  #short(path: string): string {
    const model = this.#parts.store.model.peek();
    return model ? shortPath(path, model.folders, model.separator) : path;
  }

  async #try(action: () => Promise<unknown>): Promise<void> {
    try {
      await action();
    } catch (error) {
      this.#parts.toasts.showError(error);
    }
  }
}
