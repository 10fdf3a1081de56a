/** A window without a browser: speaks as the page does, over a socket in memory. */

import { ChangeSet, type ChangeSpec } from "@codemirror/state";
import type { Decided } from "@tandem/codemirror/text";
import type { WindowSocket } from "@tandem/page-door";
import type { Workbench } from "../host/workbench.js";
import type { EventName, Events, FromHost, Method, Model, Params, Result } from "../messages.js";

export class TestWindow {
  readonly events: FromHost[] = [];
  readonly #answers = new Map<number, (frame: FromHost) => void>();
  #receive: (text: string) => void = () => {};
  #closed: () => void = () => {};
  #count = 0;
  /** Answers `flush` at once, as a page does that has nothing to send. */
  answersFlush = true;

  /** Comes in, as a reload of the window `name` where it is given. */
  constructor(workbench: Workbench, name?: string) {
    const socket: WindowSocket = {
      name,
      unsentBytes: 0,
      send: (text) => this.#heard(JSON.parse(text)),
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

  #heard(frame: FromHost): void {
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

  /** Asks as the page does; rejects with the words that the user would see. */
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

  /** Opens a file to stay; the tab's id. */
  async openFile(path: string): Promise<string> {
    return (await this.ask("tab.open", { path, preview: false })).tab;
  }

  /** Types at the beginning of a document whose text is `length` long in this window. */
  type(document: string, text: string, length: number, version = 0): Promise<unknown> {
    const updates = [{ changes: ChangeSet.of({ from: 0, insert: text }, length).toJSON() }];
    return this.ask("document.push", { document, version, clientId: "w", updates });
  }

  /** Decides a hunk of a review whose text is `length` long in this window. */
  decide(review: string, decided: Decided, length: number, version: number, change?: ChangeSpec): Promise<unknown> {
    const updates = [{ changes: ChangeSet.of(change ?? [], length).toJSON(), decided: [decided] }];
    return this.ask("document.push", { document: `review:${review}`, version, clientId: "w", updates });
  }

  /** What it was told of one kind, oldest first. */
  told<E extends EventName>(event: E): Events[E][] {
    return this.events.flatMap((frame) => ("event" in frame && frame.event === event ? [frame.data as Events[E]] : []));
  }

  get id(): string {
    return this.told("welcome")[0]?.window ?? "";
  }

  /** The latest. */
  get model(): Model {
    const model = this.told("model").at(-1);
    if (!model) throw new Error("No model was told yet");
    return model;
  }

  /** The page goes: the user reloads, leaves or closes it. */
  go(): void {
    void this.ask("window.leave", {}).catch(() => {});
    this.#closed();
  }

  /** The browser crashes, or puts the tab to sleep. */
  vanish(): void {
    this.#closed();
  }
}
