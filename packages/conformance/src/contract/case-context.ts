/** What a case works with: an editor, its own files and clients, and cleanups for the end. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { ConnectOptions } from "@tandem-ide/client";
import type { OpenEditorsResult } from "@tandem-ide/protocol";
import type { Driver } from "./driver.js";
import { createFile } from "./files.js";
import { Fixture } from "./fixture.js";
import type { Received } from "./inbox.js";
import type { Ability } from "./options.js";
import { Review, type ReviewOptions } from "./review.js";
import { type Participant, RunningEditor, type Settings } from "./running-editor.js";
import type { SharedEditor } from "./shared-editor.js";
import { eventually, within } from "./wait.js";

/** A tab in the result of `getOpenEditors`. */
export type Tab = OpenEditorsResult["tabs"][number];

const shownLines = 40;

function section(title: string, lines: readonly string[]): string {
  const shown = lines.filter((line) => line.trim() !== "").slice(-shownLines);
  return shown.length === 0 ? "" : `\n${title}:\n${shown.map((line) => `    ${line}\n`).join("")}`;
}

export class CaseContext {
  readonly patienceMs: number;
  /** The tools and verbs that the editor doesn't support. */
  readonly cannot: readonly Ability[];
  readonly #shared: SharedEditor;
  readonly #settings: Settings;
  readonly #number: number;
  readonly #cleanups: (() => unknown)[] = [];
  readonly #participants = new Set<Participant>();
  #editor: RunningEditor;

  /** `number` makes the folders of cases unique. */
  constructor(shared: SharedEditor, editor: RunningEditor, settings: Settings, number: number) {
    this.#shared = shared;
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

  get driver(): Required<Driver> {
    return this.#editor.driver;
  }

  /** The case's own folder in the workspace. */
  get folder(): string {
    return join(this.#editor.fixture.folder, `case-${this.#number}`);
  }

  /** Adds a cleanup for the end of the case. The last one runs first. */
  defer(cleanup: () => unknown): void {
    this.#cleanups.push(cleanup);
  }

  /** Runs all cleanups, then throws the first error. */
  async cleanUp(): Promise<void> {
    const failures: unknown[] = [];
    for (const cleanup of this.#cleanups.splice(0).reverse()) {
      try {
        await cleanup();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  /** Checks that no client noticed a protocol violation. */
  expectNoViolations(): void {
    const violations = [...this.#participants].flatMap((participant) => participant.violations);
    assert.deepEqual(violations, [], "The editor broke the protocol");
  }

  /** Details about a failure: what the user sees, and what the clients received unexpectedly. */
  async describe(): Promise<string> {
    const received = [...this.#participants].flatMap(({ inbox }) => inbox.unexpected);
    return [
      section("The user saw", (await this.#editor.screen()).split("\n")),
      section("Since the last expected notification, the clients received", received),
    ].join("");
  }

  /** Switches to an editor that has never had a client. */
  async withoutClients(): Promise<void> {
    this.#editor = await this.#shared.withoutClients();
  }

  /** Launches an editor for this case only, in a new fixture or an earlier editor's. */
  async launchOwn(existing?: Fixture): Promise<RunningEditor> {
    const fixture = existing ?? (await Fixture.make());
    if (!existing) this.defer(() => fixture.remove());
    const editor = await RunningEditor.launch(fixture, this.#settings);
    this.defer(() => editor.stop());
    return editor;
  }

  /** Creates a file, which is closed in the editor at the end. */
  async file(name: string, content: string): Promise<string> {
    return await this.#file(join(this.folder, name), content);
  }

  /** Creates a file outside the workspace. */
  async outsideFile(name: string, content: string): Promise<string> {
    return await this.#file(join(this.#editor.fixture.root, `outside-${this.#number}`, name), content);
  }

  async #file(path: string, content: string): Promise<string> {
    await createFile(path, content);
    this.defer(() => this.driver.closeFile(path));
    return path;
  }

  /** Creates a file and shows it in the editor. */
  async openFile(name: string, content: string): Promise<string> {
    const path = await this.file(name, content);
    await this.driver.openFile(path);
    return path;
  }

  /** Returns the shared client that gets notifications, after dropping those from before this case. */
  async listener(): Promise<Participant> {
    const listener = await this.#editor.listener();
    this.#participants.add(listener);
    listener.violations.length = 0;
    listener.inbox.forget();
    return listener;
  }

  /** Connects a client for this case only. */
  async connect(options?: ConnectOptions, editor: RunningEditor = this.#editor): Promise<Participant> {
    return this.#own(await editor.connect(options));
  }

  /** Connects a client for this case only, and waits until it gets notifications. */
  async connectListening(): Promise<Participant> {
    return this.#own(await this.#editor.connectListening());
  }

  /**
   * Waits until a client gets notifications, and returns those it got by then. Mentions are queued until any client
   * gets notifications, but are only sent to clients that do, so one is repeated until it arrives.
   */
  async untilListening({ inbox }: Participant): Promise<readonly Received[]> {
    const marker = await this.file("listening.txt", "one\n");
    const arrival = inbox.mention(marker);
    let hasArrived = false;
    const note = () => {
      hasArrived = true;
    };
    arrival.then(note, note);
    while (!hasArrived) {
      await this.driver.mention(marker);
      await Promise.race([arrival.catch(() => {}), delay(50)]);
    }
    return (await arrival).before;
  }

  #own(participant: Participant): Participant {
    this.#participants.add(participant);
    this.defer(() => participant.client.close());
    return participant;
  }

  /** Sends a proposal and waits until it is visible. */
  async review(by: Participant, path: string, proposal: string, options?: ReviewOptions): Promise<Review> {
    return await (await this.send(by, path, proposal, options)).shown();
  }

  /** Sends a proposal. */
  async send(by: Participant, path: string, proposal: string, options?: ReviewOptions): Promise<Review> {
    return await Review.send(this, by, path, proposal, options);
  }

  /** Retries until it succeeds or the time is up. */
  async eventually<T>(check: () => T | Promise<T>): Promise<T> {
    return await eventually(this.patienceMs, check);
  }

  /** Awaits a promise; fails if it takes too long. */
  async within<T>(what: string, promise: Promise<T>): Promise<T> {
    return await within(this.patienceMs, what, promise);
  }

  /** Returns the open files. */
  async tabs({ client }: Participant): Promise<readonly Tab[]> {
    return (await client.call("getOpenEditors")).tabs;
  }

  /** Returns the tab of a file. */
  async tabOf(by: Participant, path: string): Promise<Tab> {
    const tabs = await this.tabs(by);
    const tab = tabs.find((each) => each.fileName === path);
    assert.ok(
      tab,
      `getOpenEditors must list ${path}, but lists ${tabs.map((each) => each.fileName).join(", ") || "nothing"}`,
    );
    return tab;
  }
}
