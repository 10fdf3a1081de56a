/** What Obsidian shows about reviews that have ended: messages, and the list of past decisions. */
import type { ReviewRecord } from "@tandem-ide/base/review";
import { displayName } from "@tandem-ide/protocol";
import type { Endpoint } from "@tandem-ide/server";
import { type App, Notice } from "obsidian";
import { notify } from "../interface/notices.js";
import { EndedModal } from "./ended-modal.js";
import { EndedNotices } from "./ended-notices.js";

export class EndedReviews {
  readonly #app: App;
  readonly #ended: () => readonly ReviewRecord[];
  readonly #notices: EndedNotices;

  /** `endpoint` may be called later only. */
  constructor(app: App, endpoint: () => Endpoint) {
    this.#app = app;
    this.#ended = () => endpoint().endedReviews;
    this.#notices = new EndedNotices({
      nameOf,
      notify,
      tell: (message) => void new Notice(message),
      copy: (text) => activeWindow.navigator.clipboard.writeText(text),
      showAll: () => this.show(),
    });
  }

  /** Follows the endpoint, which exists now. */
  follow(endpoint: Endpoint): void {
    endpoint.onReviewEnded((record) => this.#notices.settled(record));
  }

  /** The review with this id has ended just now. */
  decided(id: string): void {
    const record = this.#ended().find((each) => each.id === id);
    if (record) this.#notices.decided(record);
  }

  show(): void {
    new EndedModal(this.#app, this.#ended(), nameOf).open();
  }
}

function nameOf(path: string): string {
  return displayName(path.split(/[/\\]/).at(-1) ?? path);
}
