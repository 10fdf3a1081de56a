/** What the user can do about sharing with Claude: mention, pause, hide, allow code. Each shows its result as a toast. */
import type { MentionOutcome } from "@tandem-ide/server";
import type { CoreParts } from "../core/parts.js";
import { shortPath } from "../core/paths.js";
import { describeMention, type MentionedLines } from "./mention-message.js";
import { clientName } from "./pending-reviews.js";

/** Where mentions go while several sessions are connected: a client's id, or all of them. */
type MentionTarget = string | "all";

export class SharingActions {
  readonly #parts: CoreParts;
  /** The user's last choice. It counts as long as that client is connected. */
  #target: MentionTarget | undefined;

  constructor(parts: CoreParts) {
    this.#parts = parts;
  }

  /** Adds a file, some of its lines, or a folder to Claude's prompt. Lines are counted from 0. */
  async mention(path: string, lines?: MentionedLines): Promise<void> {
    const clients = this.#listening;
    const isKnown = this.#target === "all" || clients.some(({ id }) => id === this.#target);
    if (clients.length < 2) await this.#mention(path, lines);
    else if (isKnown) await this.#mention(path, lines, this.#target);
    else this.#chooseTarget((target) => void this.#mention(path, lines, target));
  }

  /** Asks which session gets mentions from now on. */
  chooseTarget(): void {
    const { toasts } = this.#parts;
    if (this.#listening.length > 1) this.#chooseTarget(() => {});
    else toasts.showInfo("Nothing to choose: at most one session is connected.", "mention");
  }

  get #listening() {
    return this.#parts.store.model.peek()?.clients.filter(({ isListening }) => isListening) ?? [];
  }

  #chooseTarget(then: (target: MentionTarget) => void): void {
    const { store } = this.#parts;
    const item = (label: string, target: MentionTarget) => ({
      label,
      run: () => {
        this.#target = target;
        then(target);
      },
    });
    const clients = this.#listening;
    const owner = document.activeElement;
    store.menu.value = {
      x: innerWidth / 2 - 140,
      y: innerHeight / 3,
      label: "Mention in which session?",
      isTitled: true,
      items: [...clients.map((client) => item(clientName(client, clients), client.id)), item("All sessions", "all")],
      owner: owner instanceof HTMLElement ? owner : null,
    };
  }

  async #mention(path: string, lines: MentionedLines | undefined, target?: MentionTarget): Promise<void> {
    const { connection, store, toasts } = this.#parts;
    await toasts.attempt(async () => {
      const clientId = target === "all" ? undefined : target;
      const params = { path, ...(lines !== undefined && { lines }), ...(clientId !== undefined && { clientId }) };
      const outcome: MentionOutcome = await connection.request("mention", params);
      const isPaused = outcome.status !== "sent" && store.model.peek()?.isPaused;
      const message = describeMention(this.#short(path), lines, outcome);
      // The session of the mention can be changed for the next ones.
      const change = target !== undefined && { action: { label: "Change session", run: () => this.chooseTarget() } };
      toasts.show({ ...message, ...change, topic: isPaused ? "paused" : "mention" });
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
