/** Offers text that the user typed into a review to copy, when the agent no longer waits for it. */
import { displayName } from "@tandem-ide/protocol";
import type { ReviewDrafts } from "@tandem-ide/workspace/drafts";
import { showNoticeWithButton } from "../interface/notices.js";

export class OfferedTexts {
  readonly #drafts: ReviewDrafts;
  readonly #copy: (text: string) => void;

  constructor(drafts: ReviewDrafts, copy: (text: string) => void) {
    this.#drafts = drafts;
    this.#copy = copy;
  }

  /** Offers text typed into reviews before Obsidian was killed. */
  async offerDrafts(): Promise<void> {
    for (const { path, text } of await this.#drafts.left()) {
      const name = displayName(path.split(/[/\\]/).at(-1) ?? path);
      this.offer(`Your edits to Claude's proposal for ${name} were saved. Claude is no longer waiting.`, text);
    }
  }

  /** Offers a text to copy. Until the user copies it, it is offered again at the next start. */
  offer(message: string, text: string): void {
    showNoticeWithButton(message, "Copy my text", async () => {
      this.#copy(text);
      for (const draft of await this.#drafts.left()) if (draft.text === text) await this.#drafts.discard(draft.id);
    });
  }
}
