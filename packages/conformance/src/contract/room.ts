/** What one case works with: an editor, files and clients of its own, and a list of what to undo at the end. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { ConnectOptions } from "@tandem/client";
import type { OpenEditorsResult } from "@tandem/protocol";
import { putFile } from "./files.js";
import type { Hand } from "./hand.js";
import type { Told } from "./inbox.js";
import type { Ability } from "./options.js";
import { Review, type ReviewOptions } from "./review.js";
import { type Participant, RunningEditor, type Settings } from "./running-editor.js";
import { Site } from "./site.js";
import type { Stage } from "./stage.js";
import { eventually, within } from "./wait.js";

/** A tab as `getOpenEditors` tells it. */
export type Tab = OpenEditorsResult["tabs"][number];

export class Room {
  readonly patienceMs: number;
  /** The tools and verbs that the editor is said to lack. */
  readonly cannot: readonly Ability[];
  readonly #stage: Stage;
  readonly #settings: Settings;
  readonly #number: number;
  readonly #undo: (() => unknown)[] = [];
  readonly #participants = new Set<Participant>();
  #editor: RunningEditor;

  /** For the suite: `number` tells the folders of the cases apart. */
  constructor(stage: Stage, editor: RunningEditor, settings: Settings, number: number) {
    this.#stage = stage;
    this.#editor = editor;
    this.#settings = settings;
    this.patienceMs = settings.patienceMs;
    this.cannot = settings.cannot;
    this.#number = number;
  }

  /** The editor that most cases share. */
  get editor(): RunningEditor {
    return this.#editor;
  }

  get hand(): Required<Hand> {
    return this.#editor.hand;
  }

  /** A folder of this case's own inside the workspace. */
  get folder(): string {
    return join(this.#editor.site.folder, `case-${this.#number}`);
  }

  /** Something to do when the case is over; what was deferred last is done first. */
  defer(undo: () => unknown): void {
    this.#undo.push(undo);
  }

  /** Undoes everything; the first failure goes on after all was tried. */
  async leave(): Promise<void> {
    const failures: unknown[] = [];
    for (const undo of this.#undo.splice(0).reverse()) {
      try {
        await undo();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  /** No client broke into complaints. */
  expectNoViolations(): void {
    const told = [...this.#participants].flatMap(({ violations }) => violations);
    assert.deepEqual(told, [], "The editor broke the protocol");
  }

  /** Goes on with an editor that has never had a client. */
  async withoutClients(): Promise<void> {
    this.#editor = await this.#stage.withoutClients();
  }

  /** An editor of this case's own; on the site of another, it is that one's successor. */
  async launchOwn(site?: Site): Promise<RunningEditor> {
    const place = site ?? (await Site.make());
    if (!site) this.defer(() => place.remove());
    const editor = await RunningEditor.launch(place, this.#settings);
    this.defer(() => editor.stop());
    return editor;
  }

  /** A file of this case; it is closed in the editor at the end. */
  async file(name: string, content: string): Promise<string> {
    return await this.#file(join(this.folder, name), content);
  }

  /** The same outside the workspace. */
  async outsideFile(name: string, content: string): Promise<string> {
    return await this.#file(join(this.#editor.site.root, `outside-${this.#number}`, name), content);
  }

  async #file(path: string, content: string): Promise<string> {
    await putFile(path, content);
    this.defer(() => this.hand.closeFile(path));
    return path;
  }

  /** A file of this case that is in front in the editor. */
  async openFile(name: string, content: string): Promise<string> {
    const path = await this.file(name, content);
    await this.hand.openFile(path);
    return path;
  }

  /** The client that listens and is shared; what it was told before this case is forgotten. */
  async listener(): Promise<Participant> {
    const listener = await this.#editor.listener();
    this.#participants.add(listener);
    listener.violations.length = 0;
    listener.inbox.forget();
    return listener;
  }

  /** A client of this case's own. */
  async connect(options?: ConnectOptions, editor: RunningEditor = this.#editor): Promise<Participant> {
    return this.#own(await editor.connect(options));
  }

  /** A client of this case's own that hears notifications already. */
  async connectListening(): Promise<Participant> {
    return this.#own(await this.#editor.connectListening());
  }

  /**
   * Waits until a client of this case's own listens, and gives what it was told by then. Mentions are held back until a
   * client listens but go only to those who do, so one is made again and again until it arrives.
   */
  async untilListening({ inbox }: Participant): Promise<readonly Told[]> {
    const marker = await this.file("listening.txt", "one\n");
    const heard = inbox.mention(marker);
    let hasHeard = false;
    const note = () => {
      hasHeard = true;
    };
    heard.then(note, note);
    while (!hasHeard) {
      await this.hand.mention(marker);
      await Promise.race([heard.catch(() => {}), delay(50)]);
    }
    return (await heard).before;
  }

  #own(participant: Participant): Participant {
    this.#participants.add(participant);
    this.defer(() => participant.client.close());
    return participant;
  }

  /** Sends a proposal and waits until it can be seen. */
  async review(by: Participant, path: string, proposal: string, options?: ReviewOptions): Promise<Review> {
    return await (await this.send(by, path, proposal, options)).shown();
  }

  /** Sends a proposal. */
  async send(by: Participant, path: string, proposal: string, options?: ReviewOptions): Promise<Review> {
    return await Review.send(this, by, path, proposal, options);
  }

  /** Tries until it no longer fails. */
  async eventually<T>(check: () => T | Promise<T>): Promise<T> {
    return await eventually(this.patienceMs, check);
  }

  /** The promise's value, or a failure that says what did not happen in time. */
  async within<T>(what: string, promise: Promise<T>): Promise<T> {
    return await within(this.patienceMs, what, promise);
  }

  /** The open files, as the editor tells them. */
  async tabs({ client }: Participant): Promise<readonly Tab[]> {
    return (await client.call("getOpenEditors")).tabs;
  }

  /** The tab of a file. */
  async tabOf(by: Participant, path: string): Promise<Tab> {
    const tabs = await this.tabs(by);
    const tab = tabs.find((each) => each.fileName === path);
    assert.ok(
      tab,
      `getOpenEditors must list ${path}, and lists ${tabs.map((each) => each.fileName).join(", ") || "nothing"}`,
    );
    return tab;
  }
}
