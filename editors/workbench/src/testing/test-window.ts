/** A window without a browser. It sends the same messages as the page, over a socket in memory. */

import { ChangeSet, type ChangeSpec } from "@codemirror/state";
import type { Decided } from "@tandem-ide/codemirror/text";
import type { WindowSocket } from "@tandem-ide/page-server";
import type { Workbench } from "../host/workbench.js";
import type { EventName, Events, FromHost, Method, Model, Params, Result } from "../messages.js";

export class TestWindow {
  readonly events: FromHost[] = [];
  readonly #answers = new Map<number, (frame: FromHost) => void>();
  #receive: (text: string) => void = () => {};
  #closed: () => void = () => {};
  #count = 0;
  /** Whether it answers `flush` immediately, like a page that has nothing to send. */
  answersFlush = true;

  /** Connects. With `name`, reconnects as that window does after a reload. */
  constructor(workbench: Workbench, name?: string) {
    const socket: WindowSocket = {
      name,
      unsentBytes: 0,
      send: (text) => this.#received(JSON.parse(text)),
      onMessage: (listener) => {
        this.#receive = listener;
      },
      onClose: (listener) => {
        this.#closed = listener;
      },
      close: () => this.#closed(),
    };
    workbench.windows.add(socket);
  }

  #received(frame: FromHost): void {
    if ("id" in frame) {
      this.#answers.get(frame.id)?.(frame);
      return;
    }
    this.events.push(frame);
    if (frame.event === "flush" && this.answersFlush) this.send({ flushed: frame.data.flush });
  }

  send(frame: unknown): void {
    this.#receive(JSON.stringify(frame));
  }

  /** Sends a request as the page does. Rejects with the message that the user would see. */
  ask<M extends Method>(method: M, params: Params<M>): Promise<Result<M>> {
    const id = ++this.#count;
    return new Promise((resolve, reject) => {
      this.#answers.set(id, (frame) => {
        this.#answers.delete(id);
        if ("error" in frame) reject(new Error(frame.error));
        else if ("result" in frame) resolve(frame.result as Result<M>);
      });
      this.send({ id, method, params });
    });
  }

  /** Opens a file, not as a preview. Returns the tab's id. */
  async openFile(path: string): Promise<string> {
    return (await this.ask("tab.open", { path, preview: false })).tab;
  }

  /** Types at the beginning of a document whose text is `length` long in this window. */
  type(document: string, text: string, length: number, version = 0): Promise<unknown> {
    const updates = [{ changes: ChangeSet.of({ from: 0, insert: text }, length).toJSON() }];
    return this.ask("document.push", { document, version, clientId: "w", updates });
  }

  /** Decides on a hunk of a review whose text is `length` long in this window. */
  decide(review: string, decided: Decided, length: number, version: number, change?: ChangeSpec): Promise<unknown> {
    const updates = [{ changes: ChangeSet.of(change ?? [], length).toJSON(), decided: [decided] }];
    return this.ask("document.push", { document: `review:${review}`, version, clientId: "w", updates });
  }

  /** The received events with this name, oldest first. */
  received<E extends EventName>(event: E): Events[E][] {
    return this.events.flatMap((frame) => ("event" in frame && frame.event === event ? [frame.data as Events[E]] : []));
  }

  get id(): string {
    return this.received("welcome")[0]?.window ?? "";
  }

  /** The latest model. */
  get model(): Model {
    const model = this.received("model").at(-1);
    if (!model) throw new Error("No model received yet");
    return model;
  }

  /** Closes the page as the user does: by reloading, leaving or closing it. */
  leave(): void {
    void this.ask("window.leave", {}).catch(() => {});
    this.#closed();
  }

  /** Disconnects like a browser that crashes or suspends the tab. */
  disconnect(): void {
    this.#closed();
  }
}
