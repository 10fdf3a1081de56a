/** A launched editor, and the clients that the suite connects to it. */
import { AssertionError } from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "@tandem-ide/base";
import { type Client, type ConnectOptions, connect, discover, type FoundEditor, targetOf } from "@tandem-ide/client";
import { completeDriver, type Driver } from "./driver.js";
import type { Fixture } from "./fixture.js";
import { Inbox } from "./inbox.js";
import type { Ability, LaunchedEditor, TestEditorOptions } from "./options.js";
import { eventually, within } from "./wait.js";

/** A connected client, its notifications, and the editor's protocol violations. */
export interface Participant {
  readonly client: Client;
  readonly inbox: Inbox;
  readonly violations: string[];
}

/** Settings of all launches. */
export interface Settings {
  readonly launch: TestEditorOptions["launch"];
  readonly cannot: readonly Ability[];
  readonly patienceMs: number;
}

const connectMs = 5000;

/** A verb may take longer than an event, for example until the editor has exited. */
const verbTimeoutFactor = 2;

export class RunningEditor {
  readonly fixture: Fixture;
  readonly driver: Required<Driver>;
  readonly #launched: LaunchedEditor;
  readonly #patienceMs: number;
  #listener: Participant | undefined;
  #hasHadClients = false;

  private constructor(fixture: Fixture, launched: LaunchedEditor, patienceMs: number) {
    this.fixture = fixture;
    this.driver = completeDriver(launched.driver, verbTimeoutFactor * patienceMs);
    this.#launched = launched;
    this.#patienceMs = patienceMs;
  }

  static async launch(fixture: Fixture, settings: Settings): Promise<RunningEditor> {
    const { folders, configDir, home } = fixture;
    return new RunningEditor(fixture, await settings.launch({ folders, configDir, home }), settings.patienceMs);
  }

  /** Whether a client has ever connected. */
  get hasHadClients(): boolean {
    return this.#hasHadClients;
  }

  /** Finds the editor as Claude Code does when started in `cwd`. */
  async find(cwd: string = this.fixture.folder): Promise<FoundEditor> {
    const { configDir, home } = this.fixture;
    return await eventually(this.#patienceMs, async () => {
      // No environment is passed, because the terminal of the tests must not matter.
      const { choice } = await discover({ cwd, configDir, home, env: {} });
      if (choice.editor) return choice.editor;
      throw new AssertionError({
        message: `Clients can't find the editor: ${choice.reason} Its lock must be in ${configDir}/ide; is CLAUDE_CONFIG_DIR set?`,
      });
    });
  }

  /** Connects as Claude Code does. The caller closes the client. */
  async connect(options: ConnectOptions = {}): Promise<Participant> {
    const inbox = new Inbox(this.#patienceMs);
    const violations: string[] = [];
    this.#hasHadClients = true;
    const client = await connect(targetOf(await this.find()), {
      // Connecting isn't what the cases test, and may take long on a busy machine.
      timeoutMs: Math.max(this.#patienceMs, connectMs),
      requestTimeoutMs: this.#patienceMs,
      onNotification: inbox.take,
      onViolation: ({ message }) => violations.push(message),
      ...options,
    });
    return { client, inbox, violations };
  }

  /** Connects and waits for the first notification. The caller closes the client. */
  async connectListening(): Promise<Participant> {
    // Every client gets the current selection first (NOT-05), so its arrival shows that the client gets notifications.
    const anchor = join(this.fixture.folder, "anchor.txt");
    await writeFile(anchor, "The active file.\n");
    await this.driver.openFile(anchor);
    const participant = await this.connect();
    try {
      await participant.inbox.file(anchor);
    } catch (error) {
      await participant.client.close();
      throw error;
    }
    return participant;
  }

  /** Returns a shared client that gets notifications, because a new one needs half a second. */
  async listener(): Promise<Participant> {
    if (this.#listener?.client.state.status !== "connected") this.#listener = await this.connectListening();
    return this.#listener;
  }

  /** Returns what the user sees, if the launcher can say. */
  async screen(): Promise<string> {
    const seen = Promise.resolve(this.#launched.screen?.() ?? "");
    return await within(this.#patienceMs, "What the user sees", seen).catch(messageOf);
  }

  async stop(): Promise<void> {
    await this.#listener?.client.close();
    await this.#launched.stop();
  }
}
