/** Tells the user on the desktop about reviews that arrive while they are elsewhere, if they want that. */
import type { Clock } from "@tandem-ide/base";
import { agentName } from "@tandem-ide/base/review";
import type { Review } from "@tandem-ide/server";
import type { NotificationChoice } from "../../messages.js";
import type { DesktopNotification } from "./send-notification.js";

/** Reviews that arrive together are one notification. */
const togetherMs = 500;

interface ReviewNotificationsOptions {
  readonly clock: Clock;
  /** Whether one of the windows has the focus. */
  isHere(): boolean;
  /** The name of a file to show. */
  nameOf(path: string): string;
  send(notification: DesktopNotification): void;
}

export class ReviewNotifications {
  readonly #options: ReviewNotificationsOptions;
  /** The user's choice, as a window last sent it. */
  choice: NotificationChoice = "off";
  #arrived: readonly Review[] = [];
  #cancel = () => {};

  constructor(options: ReviewNotificationsOptions) {
    this.#options = options;
  }

  arrived(review: Review): void {
    if (this.choice === "off") return;
    this.#arrived = [...this.#arrived, review];
    if (this.#arrived.length === 1) this.#cancel = this.#options.clock.after(togetherMs, () => this.#send());
  }

  close(): void {
    this.#cancel();
  }

  #send(): void {
    const { isHere, nameOf, send } = this.#options;
    const waiting = this.#arrived.filter(({ outcome }) => outcome === undefined);
    this.#arrived = [];
    const [first] = waiting;
    if (!first || isHere() || this.choice === "off") return;
    const what = this.choice === "with-file-names" ? `a change to ${nameOf(first.path)}` : "a change";
    const text =
      waiting.length === 1
        ? `${agentName(first.client.name)} proposes ${what}.`
        : `${waiting.length} reviews are waiting for you.`;
    send({ title: "Tandem", text });
  }
}
